package io.gulliver.ui.frame;

import io.gulliver.domain.plan.LongestWait;
import io.gulliver.domain.plan.LongestWait.Cause;
import io.gulliver.domain.plan.PastWait;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** What runs wait for, as people say it. */
@Component
public class WaitWords {
    /** So many databases are named; of more than that the rest is counted. */
    private static final int NAMED = 3;

    private final Words words;

    WaitWords(Words words) {
        this.words = words;
    }

    /**
     * A wait in two sentences.
     *
     * @param why what stands, for what, since when
     * @param out who ends it, and until when
     * @param task whether its people find it among their tasks
     */
    public record Said(String why, String out, boolean task) {}

    public Said of(LongestWait wait, Formats fmt) {
        return new Said(why(wait, fmt), out(wait, fmt), wait.cause() == Cause.PERSON && !wait.failed());
    }

    /** What stands, for what, since when. */
    public String why(LongestWait wait, Formats fmt) {
        String age = wait.since() == null ? "" : " " + words.text("wait.since", fmt.age(wait.since()));
        return switch (wait.cause()) {
            case PERSON ->
                wait.failed()
                        ? words.text("wait.why.choice", wait.title(), age)
                        : words.text("wait.why.person", wait.title(), who(wait), age);
            case LEASE, LINK ->
                words.text(
                        wait.databases().isEmpty() ? "wait.why.line" : "wait.why.line.held",
                        wait.title(),
                        thing(wait.thing()),
                        age,
                        databases(wait.databases()),
                        wait.databases().size());
            case SPACE ->
                words.text(
                        "wait.why.space",
                        wait.title(),
                        wait.thing() == null ? "" : " " + words.text("wait.on", wait.thing()),
                        age);
            case WINDOW -> words.text("wait.why.window", wait.title());
            case DEPENDENCY -> words.text("wait.why.build", wait.title(), built(wait.thing()), age);
            case SYSTEM -> words.text("wait.why.system", wait.title(), system(wait.thing()));
        };
    }

    /** Who ends it, and until when. */
    public String out(LongestWait wait, Formats fmt) {
        return switch (wait.cause()) {
            case PERSON, SPACE -> byPerson(wait, fmt);
            case LEASE, LINK -> inLine(wait, fmt);
            case WINDOW ->
                wait.until() == null
                        ? words.text("wait.out.itself")
                        : words.text("wait.out.at", fmt.moment(wait.until()));
            case DEPENDENCY -> words.text("wait.out.build", built(wait.thing()));
            case SYSTEM ->
                wait.until() == null
                        ? words.text("wait.out.itself")
                        : words.text("wait.out.again", fmt.moment(wait.until()));
        };
    }

    /** What was waited for longest, when nothing waits for it any more. */
    public String past(PastWait wait, Formats fmt) {
        String span = fmt.span(wait.lasted());
        return switch (wait.cause()) {
            case LEASE, LINK ->
                words.text(
                        "wait.past.line",
                        wait.title(),
                        span,
                        thing(wait.things().isEmpty() ? null : wait.things().get(0)));
            case SPACE -> words.text("wait.past.space", wait.title(), span);
            case PERSON, WINDOW, DEPENDENCY, SYSTEM ->
                words.text("wait.past.person", wait.title(), span, words.role(wait.role() == null ? "" : wait.role()));
        };
    }

    private String byPerson(LongestWait wait, Formats fmt) {
        if (wait.failed()) {
            String choice = words.text(
                    wait.cause() == Cause.SPACE ? "wait.out.room" : "wait.out.choice", words.role(role(wait)));
            return wait.advice() == null ? choice : wait.advice() + " " + choice;
        }
        String act = words.text(
                wait.person() == null ? "wait.out.claim" : "wait.out.claimed",
                wait.person() == null ? words.role(role(wait)) : wait.person());
        Instant until = wait.until();
        return until == null
                ? act + "."
                : words.text(fmt.now().isAfter(until) ? "wait.out.overdue" : "wait.out.due", act, fmt.moment(until));
    }

    private String inLine(LongestWait wait, Formats fmt) {
        if (wait.ahead() > 0) {
            return words.text("wait.out.line", wait.ahead());
        }
        if (wait.databases().isEmpty()) {
            return words.text("wait.out.free");
        }
        return wait.until() == null
                ? words.text("wait.out.next", databases(wait.databases()))
                : words.text("wait.out.next.by", databases(wait.databases()), fmt.moment(wait.until()));
    }

    private String who(LongestWait wait) {
        return wait.person() == null ? words.role(role(wait)) : wait.person();
    }

    private static String role(LongestWait wait) {
        return wait.role() == null ? "" : wait.role();
    }

    private String databases(List<String> names) {
        return names.size() <= NAMED
                ? String.join(", ", names)
                : words.text("wait.databases", String.join(", ", names.subList(0, NAMED)), names.size() - NAMED);
    }

    /** A scarce thing of a kind that only a playbook knows, and a system of the landscape, are shown by their names. */
    private String thing(@Nullable String kind) {
        return kind == null ? words.text("slot.other") : words.known("slot." + kind, kind);
    }

    private String system(@Nullable String name) {
        return name == null ? words.text("wait.system") : name;
    }

    /** {@code server gvp0311} of {@code server:gvp0311}. */
    private static String built(@Nullable String thing) {
        return thing == null
                ? ""
                : thing.replace('-', ' ').replaceFirst(":", " ").strip();
    }
}
