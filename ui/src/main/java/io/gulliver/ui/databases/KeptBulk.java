package io.gulliver.ui.databases;

import io.gulliver.persistence.view.GivenAnswer;
import io.gulliver.service.people.RepeatedRequests;
import io.gulliver.ui.command.BulkAnswer;
import io.gulliver.ui.command.BulkChange;
import io.gulliver.ui.command.BulkOrder;
import io.gulliver.ui.person.Person;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Orders of a person that concern many databases: what was shown of one stays until it is done, and its result afterwards, so
 * that the page of either can be read again and an order that is sent twice is done once.
 */
@Component
class KeptBulk {
    private static final Pattern KEY = Pattern.compile("bulk-[0-9a-f-]{36}");

    private final RepeatedRequests answers;
    private final BulkChange bulk;
    private final Object[] turns = new Object[32];

    KeptBulk(RepeatedRequests answers, BulkChange bulk) {
        this.answers = answers;
        this.bulk = bulk;
        for (int i = 0; i < turns.length; i++) {
            turns[i] = new Object();
        }
    }

    /**
     * An order with what is known of it.
     *
     * @param program that it was given in
     * @param back address of the grid that it was given on
     * @param answer what it would do, or did
     */
    record Kept(String program, String back, BulkOrder order, BulkAnswer answer) {}

    /** Looks what an order would do, and keeps that; answers its key. Throws as {@link BulkChange#preview}. */
    String preview(String program, String back, BulkOrder order, Person by) {
        String key = "bulk-" + UUID.randomUUID();
        keep(by, key, new Kept(program, back, order, bulk.preview(program, order, by)));
        return key;
    }

    /** The result of an order of this person when there is one, or else what was shown of it. */
    Optional<Kept> find(String program, String key, Person by) {
        return KEY.matcher(key).matches()
                ? read(by, done(key))
                        .or(() -> read(by, key))
                        .filter(kept -> kept.program().equals(program))
                : Optional.empty();
    }

    /**
     * Does an order as it was shown; one that is done already stays as it is. What was shown as refused is not tried.
     *
     * @param shown as {@link #find} answered it
     */
    void apply(String key, Kept shown, Person by) {
        synchronized (turns[Math.floorMod((by.name() + key).hashCode(), turns.length)]) {
            if (read(by, done(key)).isPresent()) {
                return;
            }
            BulkAnswer before = shown.answer();
            Map<String, String> seen = before.databases().stream()
                    .filter(line -> line.seen() != null)
                    .collect(Collectors.toMap(BulkAnswer.Line::database, BulkAnswer.Line::seen));
            Map<String, BulkAnswer.Line> refused = before.databases().stream()
                    .filter(line -> line.outcome() == BulkAnswer.Outcome.REFUSED)
                    .collect(Collectors.toMap(BulkAnswer.Line::database, line -> line));
            BulkAnswer after = bulk.apply(shown.program(), shown.order(), seen, refused, key, by);
            keep(by, done(key), new Kept(shown.program(), shown.back(), shown.order(), after));
        }
    }

    private static String done(String key) {
        return key + ".done";
    }

    private Optional<Kept> read(Person by, String key) {
        return answers.find(by.name(), key).map(given -> JsonMapper.shared().readValue(given.content(), Kept.class));
    }

    private void keep(Person by, String key, Kept kept) {
        String content = JsonMapper.shared().writeValueAsString(kept);
        answers.keep(
                by.name(),
                key,
                new GivenAnswer(sha256(key), sha256(content), 200, "application/json", null, null, content));
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
