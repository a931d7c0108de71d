package io.gulliver.service.action;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * {@code notice.tell}: sends a message that was written before, by mail and webhook, and says whom it reached. A night does not
 * stand still for a mail server: what did not arrive in half a minute is told as such, is tried on, and the step is done. Its
 * undo sends the message of a night that was broken off, to the same people.
 */
public final class NoticeTell implements ControlAction {
    /** A night waits no longer: more than one round of the job that delivers. */
    private static final int LONGEST_SECONDS = 30;

    private static final Pattern ADDRESS = Pattern.compile("[^@\\s,;<>]+@[^@\\s,;<>]+");

    private static final String NO_MAIL = "no mail server is named (gulliver.notices.smtp)";

    private final Outbox outbox;

    /**
     * A message of a run.
     *
     * @param about what makes it one message, however often it is said
     */
    public record Message(String program, String database, String migration, String about, String title, String text) {}

    /** What carries messages. */
    public interface Outbox {
        /** Whether there is a mail server or a webhook at all. */
        boolean carries();

        /**
         * Puts a message on its way to addresses, and to the webhook where there is one; the same again changes nothing.
         *
         * @return its id
         */
        String put(Message message, List<String> to);

        /**
         * What became of it.
         *
         * @return {@code SENT}, {@code WAITING} or why not, by address; the webhook is called so
         */
        Map<String, String> fate(String id);
    }

    public NoticeTell(Outbox outbox) {
        this.outbox = outbox;
    }

    @Override
    public String name() {
        return "notice.tell";
    }

    @Override
    public StepResult invoke(StepCall call, Patience patience) {
        return switch (call.operation()) {
            case RUN, START -> tell(call, patience, "title", "text");
            case UNDO ->
                text(call, "back_out").isBlank()
                        ? StepResult.done(Map.of(), "Nothing is to be said")
                        : tell(call, patience, "back_out_title", "back_out");
            case AWAIT, STOP -> StepResult.done(Map.of(), "What was said stays said");
            case EVALUATE ->
                StepResult.done(nobody(), "Would tell " + String.join(", ", to(call)) + ": " + text(call, "title"));
        };
    }

    private StepResult tell(StepCall call, Patience patience, String title, String text) {
        if (text(call, title).isBlank() || text(call, text).isBlank()) {
            throw new Refused(FailureCode.INPUT_INVALID.with(
                    "Step " + call.step() + " has no " + title + " or no " + text, "Give both in the playbook"));
        }
        List<String> addresses = new ArrayList<>();
        TreeMap<String, String> fate = new TreeMap<>();
        for (String one : to(call)) {
            if (ADDRESS.matcher(one).matches()) {
                addresses.add(one);
            } else {
                fate.put(one, "no mail address");
            }
        }
        if (!outbox.carries()) {
            addresses.forEach(one -> fate.put(one, NO_MAIL));
            return result(fate);
        }
        String id = outbox.put(
                new Message(
                        call.program(),
                        call.database(),
                        call.migration().value(),
                        call.migration() + "/" + call.step() + "/" + call.round()
                                + (text.equals("text") ? "" : "/" + text),
                        text(call, title),
                        text(call, text)),
                addresses);
        patience.until(() -> outbox.fate(id).values().stream().noneMatch("WAITING"::equals), LONGEST_SECONDS);
        fate.putAll(outbox.fate(id));
        addresses.forEach(one -> fate.putIfAbsent(one, NO_MAIL));
        return result(fate);
    }

    private static StepResult result(Map<String, String> fate) {
        List<String> sent = new ArrayList<>();
        List<String> waiting = new ArrayList<>();
        TreeMap<String, String> failed = new TreeMap<>();
        fate.forEach((address, state) -> {
            switch (state) {
                case "SENT" -> sent.add(address);
                case "WAITING" -> waiting.add(address);
                default -> failed.put(address, state);
            }
        });
        return StepResult.done(
                Map.of("sent", sent, "waiting", waiting, "failed", failed),
                (sent.isEmpty() ? "Nobody is told" : "Told: " + String.join(", ", sent))
                        + (waiting.isEmpty() ? "" : "; still on its way: " + String.join(", ", waiting))
                        + (failed.isEmpty()
                                ? ""
                                : "; not told: "
                                        + failed.entrySet().stream()
                                                .map(one -> one.getKey() + " (" + one.getValue() + ")")
                                                .collect(Collectors.joining(", "))));
    }

    private static Map<String, Object> nobody() {
        return Map.of("sent", List.of(), "waiting", List.of(), "failed", Map.of());
    }

    private static List<String> to(StepCall call) {
        return call.inputs().get("to") instanceof List<?> all
                ? all.stream()
                        .map(String::valueOf)
                        .map(String::strip)
                        .distinct()
                        .toList()
                : List.of();
    }

    private static String text(StepCall call, String input) {
        Object text = call.inputs().get(input);
        return text == null ? "" : text.toString();
    }
}
