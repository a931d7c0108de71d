package io.gulliver.ui.assessment;

import io.gulliver.assessment.cost.CostEstimate;
import io.gulliver.assessment.cost.CostRates;
import io.gulliver.planning.figure.Derivation;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.whatif.Typed;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a person types of prices and of what is owned: texts by field, each kept as it was typed until all of them can be
 * read.
 *
 * @param texts by name of the field, {@code rate.ifl.amount}
 * @param wrong what is wrong, by name of the field
 */
record RatesForm(Map<String, String> texts, Map<String, String> wrong) {
    private static final String LICENCE = "licence.";
    private static final String RATE = "rate.";
    private static final String OWNED = "owned.";
    private static final String CURRENCY = "currency";
    private static final List<String> FIGURES = List.of("hoursPerDay", "taskHours", "gateHours", "x86", "ifl");
    private static final int LONGEST = 200;

    /** Names of the single figures. */
    static List<String> names() {
        return FIGURES;
    }

    /** What holds. */
    static RatesForm of(CostRates rates) {
        Map<String, String> texts = new TreeMap<>();
        texts.put(CURRENCY, rates.currency() == null ? "" : rates.currency());
        texts.put("hoursPerDay", plain(rates.hoursPerDay()));
        texts.put("taskHours", plain(rates.taskHours()));
        texts.put("gateHours", plain(rates.gateHours()));
        texts.put("x86", plain(rates.x86Factor()));
        texts.put("ifl", plain(rates.iflFactor()));
        rates.rates().forEach((item, rate) -> {
            texts.put(RATE + item + ".amount", plain(rate.amount()));
            texts.put(RATE + item + ".source", rate.source());
        });
        rates.owned().forEach((product, owned) -> {
            texts.put(OWNED + product + ".count", plain(owned.count()));
            texts.put(OWNED + product + ".metric", CostRates.key(owned.metric()));
            texts.put(OWNED + product + ".users", owned.users() == null ? "" : plain(owned.users()));
            texts.put(OWNED + product + ".source", owned.source());
        });
        return new RatesForm(texts, Map.of());
    }

    /** What was sent. */
    static RatesForm of(Map<String, String[]> sent) {
        Map<String, String> texts = new TreeMap<>();
        sent.forEach((name, values) -> texts.put(name, values.length == 0 ? "" : values[0].strip()));
        return new RatesForm(texts, new TreeMap<>());
    }

    private static String plain(double number) {
        return Derivation.shown(number).replace(",", "");
    }

    /** What stands in a field. */
    public String text(String field) {
        return texts.getOrDefault(field, "");
    }

    /** What is wrong with a field, or null. */
    public @Nullable String problem(String field) {
        return wrong.get(field);
    }

    /** Items to price: those of the estimate and those that have a price already. */
    static List<String> items(CostEstimate cost, CostRates rates) {
        SortedSet<String> items = new TreeSet<>(List.of("ifl", "memory", "storage"));
        cost.lines().forEach(line -> items.add(line.item()));
        rates.rates().keySet().stream()
                .filter(item -> !item.startsWith(LICENCE))
                .forEach(items::add);
        return List.copyOf(items);
    }

    /** Products to price and to count. */
    static List<String> products(CostEstimate cost, CostRates rates) {
        SortedSet<String> products = new TreeSet<>(rates.owned().keySet());
        cost.licences().forEach(licence -> products.add(licence.product()));
        rates.rates().keySet().stream()
                .filter(item -> item.startsWith(LICENCE))
                .map(item -> item.substring(LICENCE.length()))
                .forEach(products::add);
        return List.copyOf(products);
    }

    /** What was typed for the program's entry, null for what is left out; what cannot be read stands in {@link #wrong()}. */
    Map<String, Object> entry(List<String> items, List<String> products, Words words) {
        Map<String, Object> entry = new TreeMap<>();
        entry.put(CURRENCY, text(CURRENCY).isEmpty() ? null : text(CURRENCY).toUpperCase(Locale.ROOT));
        if (!text(CURRENCY).matches("([A-Za-z]{3})?")) {
            wrong.put(CURRENCY, words.text("rates.currency.wrong"));
        }
        entry.put("hoursPerDay", number("hoursPerDay", words));
        entry.put("unestimated", figures(words, "taskHours", "gateHours"));
        entry.put("coreFactor", figures(words, "x86", "ifl"));
        SortedMap<String, Object> rates = new TreeMap<>();
        items.forEach(item -> rate(rates, item, words));
        products.forEach(product -> rate(rates, LICENCE + product, words));
        SortedMap<String, Object> owned = new TreeMap<>();
        products.forEach(product -> owned(owned, product, words));
        entry.put("rates", rates);
        entry.put("owned", owned);
        if (!rates.isEmpty() && text(CURRENCY).isEmpty()) {
            wrong.put(CURRENCY, words.text("rates.currency.needed"));
        }
        return entry;
    }

    private Map<String, Object> figures(Words words, String... fields) {
        Map<String, Object> figures = new TreeMap<>();
        for (String field : fields) {
            figures.put(field, number(field, words));
        }
        return figures;
    }

    private void rate(Map<String, Object> rates, String item, Words words) {
        Double amount = number(RATE + item + ".amount", words);
        if (amount != null) {
            rates.put(item, Map.of("amount", amount, "source", source(RATE + item + ".source", words)));
        }
    }

    private void owned(Map<String, Object> owned, String product, Words words) {
        Double count = number(OWNED + product + ".count", words);
        Double users = number(OWNED + product + ".users", words);
        if (count != null) {
            Map<String, Object> said = new TreeMap<>();
            said.put("count", count);
            said.put("source", source(OWNED + product + ".source", words));
            if (!text(OWNED + product + ".metric").isEmpty()) {
                said.put("metric", text(OWNED + product + ".metric"));
            }
            if (users != null) {
                said.put("users", users);
            }
            owned.put(product, said);
        }
    }

    private String source(String field, Words words) {
        if (text(field).length() > LONGEST) {
            wrong.put(field, words.text("rates.source.long", LONGEST));
        } else if (text(field).isEmpty()) {
            wrong.put(field, words.text("rates.source.needed"));
        }
        return text(field);
    }

    private @Nullable Double number(String field, Words words) {
        if (text(field).isEmpty()) {
            return null;
        }
        Double value = Typed.number(text(field)).orElse(null);
        if (value == null || value < 0 || value > 1e9) {
            wrong.put(field, words.text("rates.number"));
            return null;
        }
        return value;
    }
}
