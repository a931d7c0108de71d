package io.gulliver.assessment.policy;

import io.gulliver.assessment.cost.CostRates;
import io.gulliver.assessment.risk.RiskRules;
import io.gulliver.assessment.window.CollectionPolicy;
import io.gulliver.domain.lease.SlotKind;
import io.gulliver.domain.plan.RateOrigin;
import io.gulliver.domain.plan.Rates;
import io.gulliver.planning.facts.FactCatalogue;
import io.gulliver.planning.facts.FactResolver;
import io.gulliver.planning.facts.Said;
import io.gulliver.planning.inputs.SizingPolicy;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.ProgramMethod;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads a policy member by member: what is wrong is noted with its pointer, and has its default. */
final class PolicyReader {
    /** Parameter by which a program or a database says that live discovery may read AWR. */
    static final String PACK = "diagnostics_pack";

    private static final int DEEPEST = 40;

    /** It is read with every list of programs; the largest in use has a tenth of this. */
    private static final int LONGEST = 200_000;

    /** Where 0.1.0 took what rehearsals measured, without a word on who and when; what is stored of it holds on. */
    private static final String MEASURED = "measuredRates";

    /** Says that the landscape is one to practise on, and how fast it goes. */
    private static final String PRACTISED = "labSpeed";

    /** Longer than any run; what lies beyond is no date. */
    private static final double LONGEST_SOAK = 1e8;

    private static final Pattern COLUMN = Pattern.compile("[a-z][a-z0-9_]{0,99}");

    /** Nobody holds more at once: a program has at most so many databases at work. */
    private static final int MOST_AT_ONCE = 10_000;

    private final List<PolicyProblem> problems = new ArrayList<>();

    /** What a policy may say. */
    private static final SortedSet<String> KNOWN = new TreeSet<>(List.of(
            "clientNoticeDays",
            "collection",
            "completeness",
            CostEntry.NAME,
            "databases",
            "facts",
            PRACTISED,
            "leadMinutes",
            "limits",
            MEASURED,
            "methods",
            "parameters",
            "rates",
            "shared",
            "sizing",
            "soakMinutes",
            "workingHours"));

    /** @param catalogue facts that the policy may tell; none of it: they are not looked at */
    static ProgramPolicy.Parsed parse(Map<String, Object> typed, FactCatalogue catalogue) {
        PolicyReader reader = new PolicyReader();
        if (characters(typed) > LONGEST) {
            reader.problem("", "large", LONGEST);
            return new ProgramPolicy.Parsed(new PolicyReader().read(typed), reader.problems);
        }
        reader.values("", typed, 0);
        reader.unknown(typed);
        ProgramPolicy policy = reader.read(typed);
        if (!catalogue.facts().isEmpty()) {
            reader.told(policy.facts(), catalogue);
        }
        return new ProgramPolicy.Parsed(policy, reader.problems);
    }

    /** What nobody reads was mistyped, and would be missed on the night it was meant for. */
    private void unknown(Map<String, Object> typed) {
        typed.keySet().stream()
                .filter(name -> !KNOWN.contains(name))
                .sorted()
                .forEach(name -> problem(at("", name), "entry", name, nearest(name, KNOWN), String.join(", ", KNOWN)));
    }

    private void told(SortedMap<String, Object> facts, FactCatalogue catalogue) {
        FactResolver resolver = new FactResolver(catalogue);
        facts.forEach((name, value) -> {
            String at = at("/facts", name);
            if (catalogue.find(name) == null) {
                problem(at, "fact", name, nearest(name, catalogue.facts().keySet()));
            } else if (!Said.can(value)) {
                problem(at, "said", name + " is '" + value + "', wanted yes or no, a number, a text or a list of them");
            } else {
                resolver.of(List.of(Said.person(Said.Teller.PROGRAM, name, value, "program"))).problems().stream()
                        .filter(wrong -> wrong.name().equals(name))
                        .forEach(wrong -> problem(at, "said", name + " is '" + value + "', " + wrong.what()));
            }
        });
    }

    /** The one of these that takes the fewest changed letters. */
    private static String nearest(String name, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt((String one) -> changes(name, one)).thenComparing(one -> one))
                .orElseThrow();
    }

    /** Letters to put in, leave out or replace, by Levenshtein's distance. */
    private static int changes(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int corner = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = corner + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                corner = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }

    ProgramPolicy read(Map<String, Object> policy) {
        SortedMap<String, Double> rates = rates("/rates", policy.get("rates"));
        if (policy.containsKey(MEASURED)) {
            problem("/" + MEASURED, "measured");
            rates.putAll(rates("/" + MEASURED, policy.get(MEASURED)));
        }
        Map<?, ?> methods = policy.get("methods") instanceof Map<?, ?> map ? map : Map.of();
        SortedMap<String, Double> judging = rates("/methods/rates", methods.get("rates"));
        boolean practised = policy.get(PRACTISED) != null;
        if (!practised) {
            judgedOtherwise(methods);
        }
        Duration notice = notice(policy.get("clientNoticeDays"));
        CollectionPolicy collection = collection("/collection", policy.get("collection"));
        SortedMap<String, Object> facts = members("/facts", policy.get("facts"));
        SortedMap<String, Object> parameters = members("/parameters", policy.get("parameters"));
        SortedMap<String, SortedMap<String, Object>> databases = databases("/databases", policy.get("databases"));
        SortedMap<String, SortedMap<String, ProgramPolicy.Shared>> shared = shared("/shared", policy.get("shared"));
        SizingPolicy sizing = SizingEntry.read(entry("sizing", policy));
        CostRates cost = CostEntry.read(entry(CostEntry.NAME, policy));
        return new ProgramPolicy(
                parameters,
                databases,
                shared,
                facts,
                typed(rates),
                typed(practised && methods.get("rates") instanceof Map<?, ?> ? judging : rates),
                practised ? windowTag(methods.get("windowTag")) : null,
                forAll(methods.get("forAll")),
                collection.with(licensed(parameters.get(PACK))),
                sizing,
                cost,
                completeness("/completeness", policy.get("completeness")),
                notice,
                limits("/limits", policy.get("limits")),
                minutes("soakMinutes", policy.get("soakMinutes")),
                minutes("leadMinutes", policy.get("leadMinutes")),
                hours("/workingHours", policy.get("workingHours")));
    }

    static boolean licensed(@Nullable Object pack) {
        return "licensed".equalsIgnoreCase(String.valueOf(pack));
    }

    private Entry entry(String name, Map<String, Object> policy) {
        return new Entry(name, policy.get(name), message -> problem("/" + name, "said", message));
    }

    /** The method for all; half an entry decides nothing. */
    private @Nullable ProgramMethod forAll(@Nullable Object typed) {
        if (typed == null) {
            return null;
        }
        List<String> wrong = new ArrayList<>();
        Entry entry = new Entry("methods.forAll", typed, wrong::add);
        String key = entry.text("method");
        String reason = entry.text("reason");
        entry.rest();
        Method method = Method.find(key == null ? "" : key).orElse(null);
        ProgramMethod made = null;
        if (method == null && typed instanceof Map<?, ?>) {
            wrong.add("methods.forAll.method is '" + key + "', wanted one of "
                    + Arrays.stream(Method.values()).map(Method::key).collect(Collectors.joining(", ")));
        } else if (method != null) {
            made = entry.made(() -> new ProgramMethod(method, reason == null ? "" : reason), null);
        }
        wrong.forEach(message -> problem("/methods/forAll", "said", message));
        return wrong.isEmpty() ? made : null;
    }

    private SortedMap<String, Double> rates(String pointer, @Nullable Object typed) {
        SortedMap<String, Double> rates = new TreeMap<>();
        members(pointer, typed).forEach((name, value) -> {
            String at = at(pointer, name);
            if (!Rates.known(name)) {
                problem(at, "rate", name, String.join(", ", Rates.DEFAULTS.keySet()));
            } else if (!(value instanceof Number number)) {
                problem(at, "number");
            } else {
                try {
                    rates.put(
                            name,
                            Rates.defaults().with(name, number.doubleValue()).of(name));
                } catch (IllegalArgumentException impossible) {
                    problem(at, "said", String.valueOf(impossible.getMessage()));
                }
            }
        });
        return rates;
    }

    /** A program has one set of rates and one window; what is practised on runs in minutes and is judged as in life. */
    private void judgedOtherwise(Map<?, ?> methods) {
        for (String name : List.of("rates", "windowTag")) {
            if (methods.get(name) != null) {
                problem("/methods/" + name, "practised");
            }
        }
    }

    private static Rates typed(SortedMap<String, Double> rates) {
        SortedMap<String, RateOrigin> origins = new TreeMap<>();
        rates.keySet().forEach(name -> origins.put(name, RateOrigin.PROGRAM));
        return new Rates(rates, origins);
    }

    private Duration notice(@Nullable Object days) {
        int usual = (int) RiskRules.CLIENT_NOTICE.toDays();
        return Duration.ofDays(days == null ? usual : whole("/clientNoticeDays", "days", days, 1, 365, usual));
    }

    private SortedMap<String, Integer> limits(String pointer, @Nullable Object typed) {
        SortedMap<String, Integer> limits = new TreeMap<>();
        members(pointer, typed).forEach((kind, value) -> {
            String at = at(pointer, kind);
            if (!SlotKind.keys().contains(kind)) {
                problem(at, "limit", kind, String.join(", ", SlotKind.keys()));
                return;
            }
            int limit = whole(at, "whole", value, 0, MOST_AT_ONCE, -1);
            if (limit >= 0) {
                limits.put(kind, limit);
            }
        });
        return limits;
    }

    private CollectionPolicy collection(String pointer, @Nullable Object typed) {
        int days = CollectionPolicy.DAYS;
        int minutes = CollectionPolicy.SAMPLE_MINUTES;
        boolean monthEnd = true;
        boolean waits = true;
        boolean looks = true;
        for (Map.Entry<String, Object> member : members(pointer, typed).entrySet()) {
            String at = at(pointer, member.getKey());
            Object value = member.getValue();
            switch (member.getKey()) {
                case "days" -> days = whole(at, "whole", value, 7, 400, days);
                case "sample_minutes" -> minutes = whole(at, "whole", value, 1, 1440, minutes);
                case "month_end" -> monthEnd = unlessNo(at, value);
                case "sizing_waits" -> waits = unlessNo(at, value);
                case "discovery_by_plan" -> looks = unlessNo(at, value);
                default -> problem(at, "collection");
            }
        }
        return new CollectionPolicy(days, monthEnd, minutes, false, waits, looks);
    }

    private boolean unlessNo(String at, @Nullable Object value) {
        if (!(value instanceof Boolean)) {
            problem(at, "boolean");
        }
        return !Boolean.FALSE.equals(value);
    }

    private SortedMap<String, SortedMap<String, Object>> databases(String pointer, @Nullable Object typed) {
        SortedMap<String, SortedMap<String, Object>> databases = new TreeMap<>();
        members(pointer, typed).forEach((name, database) -> {
            String at = at(pointer, name);
            databases.put(
                    name, members(at + "/parameters", members(at, database).get("parameters")));
        });
        return databases;
    }

    private SortedMap<String, SortedMap<String, ProgramPolicy.Shared>> shared(String pointer, @Nullable Object typed) {
        SortedMap<String, SortedMap<String, ProgramPolicy.Shared>> shared = new TreeMap<>();
        members(pointer, typed).forEach((kind, things) -> {
            SortedMap<String, ProgramPolicy.Shared> named = new TreeMap<>();
            members(at(pointer, kind), things)
                    .forEach((name, thing) -> named.put(name, thing(at(at(pointer, kind), name), thing)));
            shared.put(kind, named);
        });
        return shared;
    }

    private ProgramPolicy.Shared thing(String pointer, @Nullable Object typed) {
        SortedMap<String, Object> thing = members(pointer, typed);
        SortedMap<String, Object> facts = members(pointer + "/facts", thing.get("facts"));
        String playbook = thing.get("playbook") instanceof String text && !text.isBlank() ? text : null;
        if (playbook == null && thing.containsKey("playbook")) {
            problem(pointer + "/playbook", "playbook");
        }
        return new ProgramPolicy.Shared(playbook, facts);
    }

    private @Nullable Integer completeness(String pointer, @Nullable Object typed) {
        SortedMap<String, Object> completeness = members(pointer, typed);
        if (completeness.get("threshold") instanceof Number percent
                && percent.doubleValue() >= 0
                && percent.doubleValue() <= 100) {
            return percent.intValue();
        }
        if (completeness.containsKey("threshold")) {
            problem(pointer + "/threshold", "percent");
        }
        return null;
    }

    /** Days as MON to SUN, Monday to Friday when left out, and two times of day. */
    private ProgramPolicy.@Nullable Hours hours(String pointer, @Nullable Object typed) {
        if (typed == null) {
            return null;
        }
        SortedMap<String, Object> members = members(pointer, typed);
        SortedSet<DayOfWeek> days = new TreeSet<>();
        if (!members.containsKey("days")) {
            days.addAll(EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY));
        } else if (members.get("days") instanceof List<?> names) {
            for (Object name : names) {
                Arrays.stream(DayOfWeek.values())
                        .filter(day -> day.name().substring(0, 3).equals(name))
                        .findFirst()
                        .ifPresent(days::add);
            }
        }
        LocalTime from = time(members.get("from"));
        LocalTime to = time(members.get("to"));
        if (days.isEmpty()
                || members.get("days") instanceof List<?> all && all.size() != days.size()
                || from == null
                || to == null
                || !to.isAfter(from)
                || members.keySet().stream()
                        .anyMatch(name -> !List.of("days", "from", "to").contains(name))) {
            problem(pointer, "hours");
            return null;
        }
        return new ProgramPolicy.Hours(days, from, to);
    }

    private static @Nullable LocalTime time(@Nullable Object typed) {
        if (!(typed instanceof String text) || !text.matches("([01][0-9]|2[0-3]):[0-5][0-9]")) {
            return null;
        }
        return LocalTime.parse(text);
    }

    private @Nullable Duration minutes(String name, @Nullable Object minutes) {
        if (minutes == null) {
            return null;
        }
        if (minutes instanceof Number number && Math.abs(number.doubleValue()) <= LONGEST_SOAK) {
            return Duration.ofSeconds(Math.round(number.doubleValue() * 60));
        }
        problem("/" + name, "said", name + " is '" + minutes + "', wanted minutes, for example 60");
        return null;
    }

    /** A column of the inventory, which is no column of every inventory. */
    private @Nullable String windowTag(@Nullable Object tag) {
        if (tag == null) {
            return null;
        }
        if (tag instanceof String text && COLUMN.matcher(text).matches()) {
            return text;
        }
        problem(
                "/methods/windowTag",
                "said",
                "methods.windowTag is '" + tag
                        + "', wanted the name of a column of the inventory, such as data_centre_window_minutes");
        return null;
    }

    private int whole(String pointer, String code, @Nullable Object value, int least, int most, int otherwise) {
        if (value instanceof Number number
                && number.doubleValue() == Math.rint(number.doubleValue())
                && number.doubleValue() >= least
                && number.doubleValue() <= most) {
            return number.intValue();
        }
        problem(pointer, code, least, most);
        return otherwise;
    }

    /** What an object holds, by name; nothing when it is absent, and a problem when it is something else. */
    private SortedMap<String, Object> members(String pointer, @Nullable Object value) {
        SortedMap<String, Object> members = new TreeMap<>();
        if (value instanceof Map<?, ?> object) {
            object.forEach((name, member) -> {
                if (String.valueOf(name).isBlank()) {
                    problem(pointer, "unnamed");
                } else {
                    members.put(String.valueOf(name), member);
                }
            });
        } else if (value != null) {
            problem(pointer, "object");
        }
        return members;
    }

    /** Numbers that JSON can write and Java cannot hold would come back as something else. */
    private void values(String pointer, @Nullable Object value, int depth) {
        if (depth > DEEPEST) {
            problem(pointer, "deep", DEEPEST);
        } else if (value instanceof Map<?, ?> object) {
            object.forEach((name, member) -> values(at(pointer, String.valueOf(name)), member, depth + 1));
        } else if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                values(pointer + "/" + i, list.get(i), depth + 1);
            }
        } else if (value instanceof Number number && !Double.isFinite(number.doubleValue())) {
            problem(pointer, "huge");
        }
    }

    /** About as many as its JSON has. */
    private static long characters(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .mapToLong(entry -> characters(entry.getKey()) + characters(entry.getValue()) + 4)
                    .sum();
        }
        if (value instanceof Iterable<?> list) {
            long sum = 2;
            for (Object one : list) {
                sum += characters(one) + 1;
            }
            return sum;
        }
        return String.valueOf(value).length();
    }

    private void problem(String pointer, String code, Object... arguments) {
        problems.add(new PolicyProblem(pointer, code, List.of(arguments)));
    }

    private static String at(String pointer, String name) {
        return pointer + "/" + name.replace("~", "~0").replace("/", "~1");
    }
}
