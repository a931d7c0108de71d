package io.gulliver.ui.command;

import io.gulliver.persistence.view.GivenAnswer;
import io.gulliver.service.people.RepeatedRequests;
import io.gulliver.ui.person.Person;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Orders of a person that concern many things: what was shown of one stays until it is done, and its result afterwards, so
 * that the page of either can be read again and an order that is sent twice is done once.
 */
@Component
public class KeptOrders {
    private static final Pattern KEY = Pattern.compile("[a-z]{1,20}-[0-9a-f-]{36}");

    private final RepeatedRequests answers;
    private final Object[] turns = new Object[32];

    KeptOrders(RepeatedRequests answers) {
        this.answers = answers;
        for (int i = 0; i < turns.length; i++) {
            turns[i] = new Object();
        }
    }

    /**
     * Keeps what an order would do; answers its key.
     *
     * @param kind of order, in small letters: what is found under one kind is no order of another
     * @param shown a record that can be written as JSON
     */
    public String keep(String kind, Person by, Object shown) {
        String key = kind + "-" + UUID.randomUUID();
        keep(by, key, shown);
        return key;
    }

    /** The result of an order of this person when there is one, or else what was shown of it. */
    public <T> Optional<T> find(String kind, String key, Person by, Class<T> type) {
        return key.startsWith(kind + "-") && KEY.matcher(key).matches()
                ? read(by, done(key), type).or(() -> read(by, key, type))
                : Optional.empty();
    }

    /**
     * Does an order, and keeps its result; one that is done already stays as it is.
     *
     * @param act does it, and answers what shall be found from then on
     */
    public void once(String key, Person by, Supplier<?> act) {
        synchronized (turns[Math.floorMod((by.name() + key).hashCode(), turns.length)]) {
            if (answers.find(by.name(), done(key)).isEmpty()) {
                keep(by, done(key), act.get());
            }
        }
    }

    private static String done(String key) {
        return key + ".done";
    }

    private <T> Optional<T> read(Person by, String key, Class<T> type) {
        return answers.find(by.name(), key).map(given -> JsonMapper.shared().readValue(given.content(), type));
    }

    private void keep(Person by, String key, Object kept) {
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
