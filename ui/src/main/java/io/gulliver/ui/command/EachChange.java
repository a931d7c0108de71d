package io.gulliver.ui.command;

import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.StoreException;
import io.gulliver.ui.command.BulkAnswer.Outcome;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Changes many things, each on its own: what one is refused for stops no other, and each is named with what became of it. */
@Component
public class EachChange {
    private static final Logger LOG = LoggerFactory.getLogger(EachChange.class);

    private final Words words;

    EachChange(Words words) {
        this.words = words;
    }

    /**
     * A thing as an order finds it.
     *
     * @param <L> its line in the answer
     */
    public interface Found<L> {
        /** By which the order names it. */
        String id();

        /** Version of what was looked at, or null where there is nothing. */
        @Nullable
        String seen();

        /** Does it under an idempotency key; null when there is nothing to do, or it cannot be done. */
        @Nullable
        Consumer<String> act();

        /** What is known before anything is done. */
        L line();

        /** What became of it, and why it was refused. */
        L line(Outcome outcome, @Nullable String why);
    }

    /**
     * Does it, thing by thing. The same again under the same key does nothing twice.
     *
     * @param within program in which the ids name something, or empty where they do in all
     * @param key idempotency key of the whole: each thing has its own, made from it
     * @param seen what the person saw, by id; what stands otherwise is refused, what is not named is changed as it stands
     * @param refused what was shown as refused, by id: it is not tried, and stays named
     */
    public <L> List<L> apply(
            List<? extends Found<L>> found,
            Map<String, String> seen,
            Map<String, L> refused,
            String within,
            String key,
            Person by) {
        CommandForm.requireKey(key);
        List<L> lines = new ArrayList<>();
        for (Found<L> one : found) {
            String expected = seen.get(one.id());
            Consumer<String> act = one.act();
            L before = refused.get(one.id());
            if (before != null) {
                lines.add(before);
            } else if (act == null) {
                lines.add(one.line());
            } else if (expected != null && !expected.equals(one.seen())) {
                lines.add(one.line(Outcome.REFUSED, words.text("bulk.changed")));
            } else {
                lines.add(done(one, act, own(within, key, one.id(), by)));
            }
        }
        return lines;
    }

    private <L> L done(Found<L> one, Consumer<String> act, String key) {
        try {
            act.accept(key);
            return one.line(Outcome.DONE, null);
        } catch (StaleVersionException faster) {
            return one.line(Outcome.REFUSED, words.text("bulk.changed"));
        } catch (StoreException refused) {
            return one.line(Outcome.REFUSED, String.valueOf(refused.getMessage()));
        } catch (Refusal refused) {
            return one.line(Outcome.REFUSED, refused.said(words));
        } catch (RuntimeException unexpected) {
            // the others are done or refused already, or come after: they must be named
            LOG.error("{} could not be changed with others", one.id(), unexpected);
            return one.line(Outcome.REFUSED, words.text("bulk.failed"));
        }
    }

    /** The idempotency key of one thing: the same for the same person and order, and nobody else's. */
    private static String own(String within, String key, String id, Person by) {
        String named = String.join("\n", by.name(), within, key, id);
        return UUID.nameUUIDFromBytes(named.getBytes(StandardCharsets.UTF_8)).toString();
    }
}
