package io.gulliver.planning.facts;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.Platforms;
import io.gulliver.domain.estate.Unit;
import io.gulliver.planning.facts.CanonicalFacts.Known;
import io.gulliver.planning.facts.CanonicalFacts.Problem;
import io.gulliver.planning.facts.FactCatalogue.Entry;
import io.gulliver.planning.facts.FactCatalogue.Spelling;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * From everything that was told of a database to one answer for each fact of the catalogue.
 *
 * <p>Of the words that can be read one that is no guess holds over a guess, then the one of the stronger rank, then the
 * newest; of equals the order of their texts decides, so that it never matters which came first. A word that cannot be
 * read is a problem and stands in nobody's way.
 */
public final class FactResolver {
    /** A number as small as its source prints it: {@code MB/s, 0 is below 0.05}. */
    private static final Pattern BELOW = Pattern.compile(".*\\b0 is below ([0-9]+(?:\\.[0-9]+)?).*");

    private static final Pattern RELEASE = Pattern.compile("(?i)(?:.*?\\b)??(\\d{1,2}(?:\\.\\d+)*)(?:ai|[cgi])?\\b.*");
    private static final Pattern QUANTITY =
            Pattern.compile("([-+]?[0-9][0-9.,'\\s\\u00a0\\u202f]*(?:[eE][-+]?[0-9]+)?)(.*)");

    /** Words for yes and no, as people and parameters write them. */
    public static final Set<String> YES =
            Set.of("yes", "y", "true", "t", "1", "on", "enabled", "archivelog", "ja", "oui", "si");

    public static final Set<String> NO =
            Set.of("no", "n", "false", "f", "0", "off", "disabled", "noarchivelog", "nein", "non");

    private static final Set<String> NOTHING = Set.of("", "unknown", "null", "none", "n/a", "na", "-", "?", "tbd");

    private final FactCatalogue catalogue;
    private final Map<String, List<Use>> uses = new HashMap<>();

    private record Use(String name, Entry entry, Spelling spelling) {}

    public FactResolver(FactCatalogue catalogue) {
        this.catalogue = catalogue;
        catalogue
                .facts()
                .forEach((name, entry) -> entry.saidAs()
                        .forEach(spelling -> uses.computeIfAbsent(spelling.fact(), one -> new ArrayList<>())
                                .add(new Use(name, entry, spelling))));
    }

    /**
     * A word with what it says in the unit of the catalogue.
     *
     * @param value null when it cannot be read
     * @param problem why not, or null
     */
    private record Word(
            int rank,
            Said said,
            @Nullable Object value,
            boolean below,
            @Nullable String problem) {
        boolean guess() {
            return said.fact().confidence() == Confidence.ASSUMED;
        }
    }

    /** The strongest first; two words are equal only when they say the same. */
    private static final Comparator<Word> STRENGTH = Comparator.comparing(Word::guess)
            .thenComparingInt(Word::rank)
            .thenComparing((Word word) -> word.said().fact().at(), Comparator.reverseOrder())
            .thenComparing(word -> word.said().fact().source())
            .thenComparing(word -> word.said().fact().name())
            .thenComparing(word -> String.valueOf(word.said().fact().value()))
            .thenComparing(word -> String.valueOf(word.said().fact().unit()));

    /** Everything that is known by these words, in whatever order they come. */
    public CanonicalFacts of(Collection<Said> said) {
        SortedMap<String, List<Word>> words = new TreeMap<>();
        for (Said one : said) {
            Fact fact = one.fact();
            if (one.teller() != Said.Teller.INVENTORY) {
                Entry entry = catalogue.find(fact.name());
                Spelling own = new Spelling(fact.name(), null, null, rank(one.teller()), null, null, null);
                add(words, fact.name(), read(entry, own, one));
            }
            if (one.teller() == Said.Teller.COLLECTED || one.teller() == Said.Teller.INVENTORY) {
                uses.getOrDefault(fact.name(), List.of())
                        .forEach(use -> add(words, use.name(), read(use.entry(), use.spelling(), one)));
            }
        }
        SortedMap<String, Known> known = new TreeMap<>();
        SortedMap<String, Fact> unreadable = new TreeMap<>();
        List<Problem> problems = new ArrayList<>();
        words.forEach((name, all) -> {
            List<Word> ordered = all.stream().sorted(STRENGTH).distinct().toList();
            List<Word> readable = new ArrayList<>();
            for (Word word : ordered) {
                if (word.problem() == null) {
                    readable.add(word);
                } else {
                    problems.add(new Problem(name, word.said().fact(), word.problem()));
                }
            }
            Entry entry = catalogue.find(name);
            if (readable.isEmpty()) {
                unreadable.put(name, ordered.get(0).said().fact());
            } else {
                known.put(name, chosen(name, entry, readable));
            }
        });
        return new CanonicalFacts(known, unreadable, problems);
    }

    /**
     * What was collected, each fact once with the word that decisions read and in the unit of the catalogue. Facts that only other
     * names tell stand under these alone; what cannot be read stands as it was told where nothing else does.
     */
    public List<Fact> once(Collection<Fact> collected) {
        CanonicalFacts all = of(Said.collected(collected));
        List<Fact> once = new ArrayList<>(all.unreadable().values());
        all.known().values().forEach(known -> {
            Fact told = known.told();
            boolean byName = told.name().equals(known.name())
                    || known.over().stream().anyMatch(word -> word.name().equals(known.name()));
            if (byName) {
                once.add(new Fact(
                        known.name(), known.value(), known.unit(), told.source(), told.at(), told.confidence()));
            }
        });
        return once;
    }

    private static int rank(Said.Teller teller) {
        return switch (teller) {
            case COLLECTED -> 1;
            case TAG -> 6;
            case PROGRAM -> 7;
            case INVENTORY -> FactCatalogue.INVENTORY;
        };
    }

    private static void add(SortedMap<String, List<Word>> words, String name, @Nullable Word word) {
        if (word != null) {
            words.computeIfAbsent(name, one -> new ArrayList<>()).add(word);
        }
    }

    private static Known chosen(String name, @Nullable Entry entry, List<Word> readable) {
        Word best = readable.get(0);
        if (entry != null && entry.reads() == FactCatalogue.Reads.RELEASE) {
            best = exact(best, readable);
        }
        Word holds = best;
        return new Known(
                name,
                Objects.requireNonNull(best.value()),
                entry == null ? best.said().fact().unit() : entry.unit(),
                best.below(),
                best.said().fact(),
                best.said().teller(),
                readable.stream()
                        .filter(word -> word != holds)
                        .map(word -> word.said().fact())
                        .toList());
    }

    /**
     * Who tells the same release with its update knows more than who tells it without, as long as both were measured; an
     * earlier update told in more digits is another release.
     */
    private static Word exact(Word best, List<Word> readable) {
        String told = told(String.valueOf(best.value()));
        return readable.stream()
                .filter(word -> word.guess() == best.guess()
                        && word.said().teller() == best.said().teller()
                        && (told(String.valueOf(word.value())) + ".").startsWith(told + "."))
                .max(Comparator.comparingInt((Word word) -> digits(String.valueOf(word.value())))
                        .thenComparing(STRENGTH.reversed()))
                .orElse(best);
    }

    /** 19.22 of 19.22.0.0.0: trailing zeros tell nothing. */
    private static String told(String release) {
        Matcher matcher = RELEASE.matcher(release.strip());
        return (matcher.matches() ? matcher.group(1) : release).replaceAll("(\\.0+)+$", "");
    }

    /** How many parts of a release are told. */
    private static int digits(String release) {
        return told(release).split("\\.").length;
    }

    private static @Nullable Word read(@Nullable Entry entry, Spelling spelling, Said said) {
        Fact fact = said.fact();
        Object told = fact.value();
        if (spelling.parameter() != null) {
            told = parameter(told, spelling.parameter());
            if (told == null) {
                return null;
            }
        }
        if (told instanceof String text && nothing(text)) {
            return null;
        }
        if (spelling.says() != null) {
            OptionalDouble number = truth(told);
            boolean holds = number.isPresent()
                    && (spelling.above() == null || number.getAsDouble() > spelling.above())
                    && (spelling.below() == null || number.getAsDouble() < spelling.below());
            return holds ? new Word(spelling.rank(), said, spelling.says(), false, null) : null;
        }
        if (entry == null) {
            return new Word(spelling.rank(), said, told, false, null);
        }
        if (entry.reads() != null) {
            return text(entry.reads(), spelling.rank(), said, String.valueOf(told));
        }
        if (entry.yesNo()) {
            return yesNo(spelling.rank(), said, told);
        }
        if (!entry.number()) {
            return new Word(spelling.rank(), said, told, false, null);
        }
        return number(entry, spelling, said, told);
    }

    private static Word yesNo(int rank, Said said, Object told) {
        if (told instanceof List<?> list) {
            return new Word(rank, said, !list.isEmpty(), false, null);
        }
        if (told instanceof String text) {
            String word = text.strip().toLowerCase(Locale.ROOT);
            boolean yes = YES.contains(word);
            return yes || NO.contains(word)
                    ? new Word(rank, said, yes, false, null)
                    : new Word(rank, said, null, false, "wanted yes or no");
        }
        OptionalDouble number = truth(told);
        return number.isPresent() && number.getAsDouble() >= 0
                ? new Word(rank, said, number.getAsDouble() > 0, false, null)
                : new Word(rank, said, null, false, "wanted yes or no");
    }

    /** Whether a text says that nobody knows: empty, or a word such as {@code unknown}, {@code tbd}, {@code n/a}. */
    public static boolean nothing(String text) {
        return NOTHING.contains(text.strip().toLowerCase(Locale.ROOT));
    }

    private static OptionalDouble truth(Object told) {
        if (told instanceof Boolean yes) {
            return OptionalDouble.of(yes ? 1 : 0);
        }
        if (told instanceof Number number) {
            return OptionalDouble.of(number.doubleValue());
        }
        String word = told.toString().strip().toLowerCase(Locale.ROOT);
        return word.equals("true") || word.equals("yes")
                ? OptionalDouble.of(1)
                : word.equals("false") || word.equals("no") ? OptionalDouble.of(0) : OptionalDouble.empty();
    }

    /** The value of one of {@code name=value}, or null. */
    private static @Nullable Object parameter(Object told, String name) {
        if (!(told instanceof List<?> list)) {
            return null;
        }
        for (Object one : list) {
            String text = String.valueOf(one);
            int at = text.indexOf('=');
            if (at > 0 && text.substring(0, at).strip().equals(name)) {
                return text.substring(at + 1).strip();
            }
        }
        return null;
    }

    private static Word text(FactCatalogue.Reads reads, int rank, Said said, String text) {
        return switch (reads) {
            case RELEASE ->
                RELEASE.matcher(text.strip()).matches()
                        ? new Word(rank, said, text.strip(), false, null)
                        : new Word(rank, said, null, false, "names no release, wanted for example 19.22");
            case BYTE_ORDER -> {
                String word = text.strip().toLowerCase(Locale.ROOT);
                // lscpu: Little Endian
                Optional<String> order = word.matches("(big|little)([ -]endian)?")
                        ? Optional.of(word.startsWith("big") ? "Big" : "Little")
                        : Platforms.endianFormat(text.strip());
                yield order.isPresent()
                        ? new Word(rank, said, order.get(), false, null)
                        : new Word(rank, said, null, false, "a platform whose byte order nobody knows");
            }
            case EDITION ->
                edition(text)
                        .map(edition -> new Word(rank, said, edition, false, null))
                        .orElseGet(() -> new Word(rank, said, null, false, "wanted enterprise or standard"));
        };
    }

    /** {@code enterprise} or {@code standard} of a banner, of {@code EE} or {@code SE2}, or of what a person writes. */
    public static Optional<String> edition(String text) {
        String word = text.strip().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", " ");
        if (word.matches("(.* )?(enterprise|ee)( .*)?")) {
            return Optional.of("enterprise");
        }
        return word.matches("(.* )?(standard|se|se1|se2|express|xe|free|personal|pe)( .*)?")
                ? Optional.of("standard")
                : Optional.empty();
    }

    private static Word number(Entry entry, Spelling spelling, Said said, Object told) {
        Fact fact = said.fact();
        String unit = unit(fact.unit(), spelling.unit() == null ? entry.unit() : spelling.unit(), spelling.unit());
        Object number = told;
        if (told instanceof String text) {
            Matcher quantity = QUANTITY.matcher(text.strip());
            OptionalDouble parsed = quantity.matches() ? TextNumbers.read(quantity.group(1)) : OptionalDouble.empty();
            if (parsed.isEmpty()) {
                return new Word(spelling.rank(), said, null, false, wanted(entry));
            }
            if (!quantity.group(2).isBlank()) {
                unit = quantity.group(2).strip();
            }
            number = parsed.getAsDouble();
        }
        if (!(number instanceof Number given)) {
            return new Word(spelling.rank(), said, null, false, wanted(entry));
        }
        OptionalDouble converted = converted(entry, given.doubleValue(), unit);
        if (converted.isEmpty()) {
            return new Word(spelling.rank(), said, null, false, wanted(entry));
        }
        double value = converted.getAsDouble();
        Matcher below = BELOW.matcher(unit == null ? "" : unit);
        boolean bound = value == 0 && below.matches();
        if (bound) {
            value = converted(entry, Double.parseDouble(below.group(1)), unit).orElse(0);
        }
        if (Double.isNaN(value) || Double.isInfinite(value) || value < 0) {
            return new Word(spelling.rank(), said, null, false, "which cannot be below 0");
        }
        if (value == 0 && entry.positive()) {
            return new Word(spelling.rank(), said, null, false, "which cannot be 0");
        }
        boolean asTold = number == told && value == given.doubleValue();
        return new Word(spelling.rank(), said, asTold ? (Object) given : (Object) Double.valueOf(value), bound, null);
    }

    /** That of the word; an amount whose name tells of an hour is one an hour. */
    private static @Nullable String unit(@Nullable String told, @Nullable String meant, @Nullable String spelled) {
        if (told == null || meant == null) {
            return told == null ? spelled : told;
        }
        boolean amount = Unit.parse(told).filter(unit -> !unit.rate()).isPresent();
        return meant.endsWith("/h") && amount ? told + "/h" : told;
    }

    private static String wanted(Entry entry) {
        return "wanted a number" + (entry.unit() == null ? "" : " of " + entry.unit());
    }

    private static OptionalDouble converted(Entry entry, double number, @Nullable String unit) {
        if (unit == null || entry.unit() == null) {
            return OptionalDouble.of(number);
        }
        Optional<Unit> from = parsed(unit, entry);
        Optional<Unit> to = parsed(entry.unit(), entry);
        if (from.isEmpty() && to.isEmpty()) {
            // a count of things that no other unit tells
            return OptionalDouble.of(number);
        }
        return from.isEmpty() || to.isEmpty()
                ? OptionalDouble.empty()
                : from.get().convert(number, to.get());
    }

    private static Optional<Unit> parsed(String unit, Entry entry) {
        return entry.memory() ? Unit.ofMemory(unit) : Unit.parse(unit);
    }
}
