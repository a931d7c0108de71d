package io.gulliver.ui.frame;

import io.gulliver.planning.facts.FactCatalogue;
import io.gulliver.planning.method.MethodRules;
import io.gulliver.service.planning.RuleTables;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Words for what rules and planners name by codes: facts as the catalogue tells them or as {@code fact.*} of the messages says
 * it shorter, rules by what they state, sources by who told.
 */
final class FactWords {
    /** A name such as {@code data_gb}, {@code cpu.busyCores.p95} or {@code facts.ddl_frozen}; never a part of a path or a file. */
    private static final Pattern NAME =
            Pattern.compile("(?<![\\w/.$-])[a-z][A-Za-z0-9]*(?:[._][A-Za-z0-9]+)+(?![\\w/(-]|\\.\\w)");

    private static final Pattern ASKED_FOR =
            Pattern.compile("give the inventory a column ([\\w.]+), or the program's policy an entry facts\\.\\1");
    private static final Pattern QUESTIONS = Pattern.compile(" \\((?:D\\d+[a-z]?(?:, )?)+\\)");
    private static final Pattern ROW = Pattern.compile("^Row \\d: (\\p{L})");
    private static final String ID = "(?:[RS]\\d\\d(?:-[A-Z0-9]+)*|OUTAGE(?:-FIXED)?)(?![\\w-])";
    private static final Pattern UNJUDGED =
            Pattern.compile("(?<![\\w-])(" + ID + "(?:, " + ID + ")*) cannot be judged");
    private static final Pattern CLOSED = Pattern.compile(
            "(?<![\\w-])" + ID + " \\(((?:[^()]|\\([^()]*\\))*)\\): (.+?)" + "(?=; " + ID + " \\(|; and it takes|$)");
    private static final Pattern RULE = Pattern.compile("(?<![\\w-])" + ID);
    private static final Pattern TRUTH = Pattern.compile(
            "(?<![\\w.])([a-z]\\w*(?:\\.\\w+)*) is (true|false|unknown)(?:, not (?:true|false))?(?![\\w.])");
    /** A fact of one word at the head of a condition. */
    private static final Pattern HEAD = Pattern.compile("(?<=^|; |\\()([a-z]+)(?= is (?!known|unknown:))");

    private static final Pattern ASKED =
            Pattern.compile("(?<![\\w-])(?:D\\d+[a-z]?|all questions)(?:, D\\d+[a-z]?)* of (?=\\w)");
    private static final Pattern KEPT =
            Pattern.compile(", step [\\w-]+ of [0-9a-f]{8}-[0-9a-f-]{27}| \\(sha256 [0-9a-f]+\\)");
    private static final Pattern STEP = Pattern.compile("step ([\\w-]+) of \\S+");
    private static final Pattern QUESTION = Pattern.compile("^(D\\d+[a-z]?): (.*)$", Pattern.DOTALL);

    private final FactCatalogue catalogue;
    private final Map<String, String> rules = new TreeMap<>();
    private final UnaryOperator<@Nullable String> shorter;

    /** @param shorter what the messages call a fact, or null for a fact that they do not name */
    FactWords(UnaryOperator<@Nullable String> shorter) {
        RuleTables shipped = RuleTables.shipped();
        catalogue = shipped.facts();
        for (MethodRules.Rule rule : shipped.methods().rules()) {
            rules.put(rule.id(), rule.text());
        }
        rules.put("OUTAGE", "the outage is longer than the window");
        rules.put("OUTAGE-FIXED", "the outage is longer than the window by its fixed times alone");
        this.shorter = shorter;
    }

    /** {@code Most sessions at once} of {@code sessions_peak}. */
    String title(String name) {
        String said = shorter.apply(name);
        FactCatalogue.Entry entry = catalogue.find(name);
        String told = said != null
                ? said
                : entry == null ? plain(name) : entry.about().replaceFirst("^whether (it|everything) ", "$1 ");
        return Sentence.capital(told) + (said == null ? figure(name, entry) : "");
    }

    /** The same within a sentence, without what the catalogue adds behind a comma, colon or semicolon. */
    String inside(String name) {
        String said = shorter.apply(name);
        if (said != null) {
            return said;
        }
        FactCatalogue.Entry entry = catalogue.find(name);
        return entry == null ? plain(name) : entry.about().split("[,:;] ")[0] + figure(name, entry);
    }

    private String figure(String name, FactCatalogue.@Nullable Entry entry) {
        if (entry == null
                || !entry.type().equals("distribution")
                || catalogue.facts().containsKey(name)) {
            return "";
        }
        String last = name.substring(name.lastIndexOf('.') + 1);
        return switch (last) {
            case "mean" -> ", mean";
            case "max" -> ", most";
            default -> last.matches("p[0-9]+") ? ", " + last.substring(1) + "th percentile" : "";
        };
    }

    private static String plain(String name) {
        return name.replaceAll("([a-z])([A-Z])", "$1 $2")
                .replaceAll("[._-]+", " ")
                .replaceAll("\\b([GM])b\\b", "$1B")
                .strip();
    }

    /** What rules and planners wrote, without names of facts and codes of rules and questions. */
    String said(String text) {
        String asked = QUESTIONS
                .matcher(ASKED_FOR.matcher(text).replaceAll("say it in the inventory or in the program’s policy"))
                .replaceAll("");
        String begun =
                ROW.matcher(asked).replaceAll(found -> Matcher.quoteReplacement(Sentence.capital(found.group(1))));
        String judged = UNJUDGED.matcher(begun).replaceAll(found -> {
            int many = found.group(1).split(", ").length;
            return (many == 1 ? "one rule" : many + " rules") + " cannot be judged";
        });
        String closed = CLOSED.matcher(judged)
                .replaceAll(found -> Matcher.quoteReplacement(found.group(2) + " (" + found.group(1) + ")"))
                .replace(" is closed by ", " is closed: ");
        String ruled = RULE.matcher(closed).replaceAll(found -> Matcher.quoteReplacement(rule(found.group())));
        return names(heads(truths(told(ruled))));
    }

    private String rule(String id) {
        String text = rules.get(id);
        return text == null ? id : "“" + text + "”";
    }

    private String truths(String text) {
        return TRUTH.matcher(text).replaceAll(found -> {
            FactCatalogue.Entry entry = catalogue.find(found.group(1));
            if (entry == null || !entry.type().equals("yes-no")) {
                return Matcher.quoteReplacement(found.group());
            }
            String answer = switch (found.group(2)) {
                case "true" -> "yes";
                case "false" -> "no";
                default -> "not known";
            };
            return Matcher.quoteReplacement(inside(found.group(1)).replaceFirst("^whether ", "") + ": " + answer);
        });
    }

    private String heads(String text) {
        return HEAD.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(
                        shorter.apply(found.group()) == null && catalogue.find(found.group()) == null
                                ? found.group()
                                : inside(found.group())));
    }

    /** The same text with facts by their words; other names stay. */
    private String names(String text) {
        return NAME.matcher(text).replaceAll(found -> {
            String name = found.group();
            return Matcher.quoteReplacement(
                    shorter.apply(name) == null && catalogue.find(name) == null ? name : inside(name));
        });
    }

    /** Who told a fact: {@code live discovery}, a file, a person; without questions, steps, runs and digests. */
    static String source(String source) {
        String who = told(source);
        Matcher step = STEP.matcher(who);
        return step.matches() ? "step " + step.group(1).replace('-', ' ') : who;
    }

    private static String told(String text) {
        return KEPT.matcher(ASKED.matcher(text).replaceAll("")).replaceAll("");
    }

    /** What discovery asked and was not told: by the facts that it would have given, not by the question's number. */
    String unanswered(String line) {
        Matcher question = QUESTION.matcher(line);
        if (!question.matches()) {
            return line;
        }
        String wanted = catalogue.facts().entrySet().stream()
                .filter(one -> one.getValue().from().contains(question.group(1)))
                .map(one -> inside(one.getKey()))
                .distinct()
                .limit(3)
                .collect(Collectors.joining(", "));
        return wanted.isEmpty() ? question.group(2) : Sentence.capital(wanted) + ": " + question.group(2);
    }
}
