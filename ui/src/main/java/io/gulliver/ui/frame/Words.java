package io.gulliver.ui.frame;

import io.gulliver.domain.estate.TargetKind;
import io.gulliver.domain.migration.EvaluationVerdict;
import io.gulliver.domain.plan.OutageFigures;
import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.method.Method;
import io.gulliver.playbook.ValueDeclaration;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.MessageSource;
import org.springframework.context.support.ResourceBundleMessageSource;
import org.springframework.stereotype.Component;

/** Every word that pages and problem details show, from {@code messages.properties}. */
@Component
public class Words {
    /** Methods as rules, planners and stores name them, the longer ones first; never a part of a path or a name. */
    private static final Pattern METHOD = Pattern.compile("(?<![\\w./-])("
            + Stream.of(Method.values())
                    .flatMap(method -> Stream.of(method.name(), method.key()))
                    .distinct()
                    .sorted(Comparator.comparingInt(String::length).reversed())
                    .map(Pattern::quote)
                    .collect(Collectors.joining("|"))
            + ")(?![\\w/-])");

    private static final Pattern MOMENT = Pattern.compile("\\b\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?Z");
    private static final Pattern SECONDS = Pattern.compile("(?<![\\w.,-])(\\d{1,12}(?:\\.\\d+)?) s(?![\\w/])");

    private final MessageSource source;
    private final FactWords facts;

    Words(MessageSource source) {
        this.source = source;
        this.facts =
                new FactWords(name -> source.getMessage("fact." + name.replace('.', '-'), null, null, Locale.ENGLISH));
    }

    /** The words without a Spring context: for filters that run outside it and for tests. */
    public static Words standalone() {
        ResourceBundleMessageSource source = new ResourceBundleMessageSource();
        source.setBasename("messages");
        source.setDefaultEncoding("UTF-8");
        source.setAlwaysUseMessageFormat(true);
        return new Words(source);
    }

    /**
     * The text of a key.
     *
     * @throws org.springframework.context.NoSuchMessageException for an unknown key: a missing word is a bug
     */
    public String text(String key, Object... arguments) {
        return source.getMessage(key, arguments, Locale.ENGLISH);
    }

    /**
     * The text of a key as a sentence with emphasis; arguments cannot bring emphasis of their own. One that is a {@link Mark}
     * stays known as the headline figure that it is.
     */
    public Sentence sentence(String key, Object... arguments) {
        Object[] plain = new Object[arguments.length];
        List<Mark> marks = new ArrayList<>();
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] instanceof Mark mark) {
                plain[i] = Sentence.PLACE + String.valueOf(marks.size()) + Sentence.PLACE;
                marks.add(mark);
            } else {
                plain[i] = arguments[i] instanceof String text
                        ? text.replace("**", "* *").replace("!!", "! !").replace(Sentence.PLACE, ' ')
                        : arguments[i];
            }
        }
        return Sentence.parse(source.getMessage(key, plain, Locale.ENGLISH)).with(marks);
    }

    /** What a playbook's author wrote for people, in Markdown: paragraphs, lists, emphasis and code. */
    public Sentence told(String text) {
        // lines end where the author's editor ended them; only an empty line and a point of a list begin a new one
        return Sentence.told(
                text.strip().replaceAll("(?<!\\n)[ \\t]*\\n(?!\\n|[ \\t]*(?:\\d{1,2}\\.|-) )[ \\t]*", " "));
    }

    /** What a playbook asks a person for: its description, else its name in words. */
    public String asked(ValueDeclaration wanted) {
        String description = wanted.description();
        return description == null || description.isBlank()
                ? named(wanted.name())
                : Sentence.capital(description.strip().replaceFirst("\\.$", ""));
    }

    /** The name of a value of a playbook, with spaces: of {@code tables_different} it makes {@code Tables different}. */
    public String named(String name) {
        return Sentence.named(name);
    }

    /** The name of a rate or a time: of {@code quiesce_seconds}, whose value is shown as a span, it makes {@code Quiesce}. */
    public String rate(String name) {
        return named(name.replaceFirst("_seconds$", "")).replaceFirst("^Goldengate", "GoldenGate");
    }

    /** What a kept file is; a kind that only a playbook or a tool knows is shown as it is called there. */
    public String evidence(String kind) {
        return Objects.requireNonNullElse(source.getMessage("evidence.kind." + kind, null, kind, Locale.ENGLISH), kind);
    }

    /** The text of a key, or what stands for it where nobody has named that. */
    String known(String key, String otherwise) {
        return Objects.requireNonNullElse(source.getMessage(key, null, otherwise, Locale.ENGLISH), otherwise);
    }

    /** A role as people say it; a role that only a playbook knows is shown as the playbook writes it. */
    public String role(String key) {
        return Objects.requireNonNullElse(source.getMessage("role." + key, null, key, Locale.ENGLISH), key);
    }

    /** An environment as people say it. */
    public String environment(String key) {
        return Objects.requireNonNullElse(source.getMessage("environment." + key, null, key, Locale.ENGLISH), key);
    }

    /** How long an outage is, and how that is known. */
    public String outage(OutageFigures.Kind kind, String length) {
        return text("outage." + kind.name(), length);
    }

    /** Where no way across is open. */
    public String noMethod() {
        return text("changes.verdict.none");
    }

    /** Memory as people read it: MB of 1,048,576 bytes in GiB. */
    public String gibibytes(double megabytes) {
        return text("gib", Derivation.shown(megabytes / 1024));
    }

    /** A method as people say it. */
    public String method(String key) {
        String name = switch (key) {
            // planners, rules and playbooks name these two differently
            case "DATA_PUMP_NETWORK_LINK", "network-link" -> "data-pump-link";
            case "XTTS_INCREMENTAL" -> "xtts";
            default -> key.toLowerCase(Locale.ROOT).replace('_', '-');
        };
        return Objects.requireNonNullElse(source.getMessage("method." + name, null, key, Locale.ENGLISH), key);
    }

    /** What a fact is called where it stands alone: {@code Most sessions at once}. */
    public String fact(String name) {
        return facts.title(name);
    }

    /** What facts are called within a sentence: {@code most sessions at once, free room in staging}. */
    public String facts(Collection<String> names) {
        return names.stream().map(facts::inside).distinct().collect(Collectors.joining(", "));
    }

    /** Names of methods, as rules and planners write them, for people. */
    public String methods(Collection<String> keys) {
        return keys.stream().map(this::method).collect(Collectors.joining(", "));
    }

    /** Who told a fact, as people say it: without the questions, the step and the digest that the source keeps. */
    public String source(String told) {
        return FactWords.source(told);
    }

    /** What a look at a database asked and was not told, with the reason. */
    public String unanswered(String line) {
        return facts.unanswered(line);
    }

    /** What somebody should do, as rules and tables write it: without names of facts and codes. */
    public String how(String text) {
        return facts.said(text);
    }

    /**
     * What planners and rules wrote, for a reader: methods, facts and rules by their words, moments in the reader's zone,
     * seconds as spans. Figures stay; the JSON has the text as it was written.
     */
    public String said(String text, Formats fmt) {
        String named =
                METHOD.matcher(facts.said(text)).replaceAll(found -> Matcher.quoteReplacement(method(found.group(1))));
        String dated = MOMENT.matcher(named).replaceAll(found -> Matcher.quoteReplacement(moment(found.group(), fmt)));
        return SECONDS.matcher(dated)
                .replaceAll(found -> Matcher.quoteReplacement(
                        fmt.span(Duration.ofSeconds(Math.round(Double.parseDouble(found.group(1)))))));
    }

    private static String moment(String text, Formats fmt) {
        try {
            return fmt.full(Instant.parse(text));
        } catch (DateTimeParseException noMoment) {
            return text;
        }
    }

    /** The verdict of an evaluation in one sentence: would it run. */
    public String evaluation(EvaluationVerdict verdict) {
        return switch (verdict.answer()) {
            case EVALUATING -> text("evaluation.evaluating", verdict.evaluated(), verdict.steps());
            case BROKEN_OFF -> text("evaluation.broken.off", verdict.evaluated(), verdict.steps());
            case STOPPED ->
                text(
                                "evaluation.stopped",
                                verdict.stops().size(),
                                verdict.stops().get(0).cause())
                        + (verdict.brokenOff()
                                ? " " + text("evaluation.stopped.early", verdict.evaluated(), verdict.steps())
                                : "");
            case AS_FAR_AS_KNOWN ->
                text(
                        "evaluation.as.far",
                        verdict.unknown().size(),
                        verdict.unknown().stream()
                                .flatMap(one -> one.steps().stream())
                                .distinct()
                                .count());
            case RUNS -> text("evaluation.runs", verdict.steps());
        };
    }

    /** A verdict of an assessment as people say it; a figure or a method is said like any other text. */
    public String verdict(String verdict, Formats fmt) {
        String word = source.getMessage("verdict." + verdict.replace(' ', '-'), null, null, Locale.ENGLISH);
        return word == null ? said(verdict, fmt) : word;
    }

    /** What a target shall be: {@code release 19, Enterprise Edition, a cluster (RAC)}. */
    public String target(@Nullable String release, @Nullable String edition, String shape) {
        return (release == null ? text("target.release.open") : text("target.release", release))
                + ", "
                + (edition == null
                        ? text("target.edition.open")
                        : source.getMessage("target.edition." + edition, null, edition, Locale.ENGLISH))
                + ", " + source.getMessage("target.shape." + shape, null, shape, Locale.ENGLISH);
    }

    /** The same with where it runs. */
    public String target(
            @Nullable String release, @Nullable String edition, String shape, @Nullable TargetKind hypervisor) {
        return target(release, edition, shape)
                + ", "
                + text(hypervisor == null ? "target.hypervisor.open" : "target.hypervisor." + hypervisor.name());
    }

    /** A measure over time as people say it; one that nobody has named is shown by the name of its fact. */
    public String trace(String name) {
        return Objects.requireNonNullElse(
                source.getMessage("trace." + name.replace('.', '-'), null, name, Locale.ENGLISH), name);
    }
}
