package io.gulliver.persistence.notice;

import io.gulliver.domain.notice.Notice;
import io.gulliver.domain.notice.NoticeKind;
import io.gulliver.domain.notice.NoticePreference;
import io.gulliver.domain.notice.OpenWork;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What people are told of, by which way and when, and how each wants it. */
public interface NoticeStore {
    /** By which way something is told. */
    enum Way {
        MAIL,
        WEBHOOK
    }

    /**
     * What is to be told and was not seen before.
     *
     * @param kind what it is
     * @param about what it is about
     * @param but who is not told, having done what it asks for, or null
     */
    record Seen(
            NoticeKind kind,
            String about,
            String database,
            String function,
            String title,
            String path,
            boolean urgent,
            @Nullable String but) {}

    /**
     * One thing on its way.
     *
     * @param recipient address of the mail; empty for the webhook
     * @param person whom it is for, or null for an address of nobody here
     * @param tries how often it was tried, this time counted
     */
    record Delivery(
            Notice notice,
            Way way,
            String recipient,
            @Nullable String person,
            int tries) {}

    /** Tasks of a program that are open, of runs that are no evaluation. */
    List<OpenWork> open(String program);

    /**
     * Takes down what is seen of a program now; what was there and is seen no more is over, and so is what of it was not
     * delivered. What is new is addressed at once, in the same transaction: nothing is known and told to nobody.
     *
     * @param at real time
     * @param address sends a new notice to whom it concerns
     */
    void see(String program, Collection<Seen> seen, Instant at, BiConsumer<Notice, Seen> address);

    /**
     * Keeps a message of a run; the same again is the one that is there.
     *
     * @param said of kind {@link NoticeKind#MESSAGE}
     * @param text in which people read it
     * @param at real time
     */
    Notice say(String program, Seen said, String text, Instant at);

    /** What became of each delivery of a notice, by recipient. */
    List<Fate> fate(String notice);

    /**
     * What became of one delivery.
     *
     * @param recipient address of the mail; empty for the webhook
     * @param state {@code WAITING}, {@code SENT}, {@code FAILED} or {@code OVER}
     * @param failure of the last try, or null
     */
    record Fate(String recipient, String state, @Nullable String failure) {}

    /**
     * Puts a notice on its way; the same again changes nothing.
     *
     * @param recipient address of the mail; empty for the webhook
     * @param person whom it is for, or null for an address of nobody here
     */
    void send(Notice notice, Way way, String recipient, @Nullable String person, Instant due);

    /**
     * Takes what is due, for two minutes: whoever dies with it leaves it to the next.
     *
     * @param atMost deliveries
     */
    List<Delivery> take(Instant now, int atMost);

    /** It arrived. */
    void arrived(Collection<Delivery> deliveries, Instant at);

    /**
     * It did not arrive.
     *
     * @param again when it is tried again, or null when it is given up
     */
    void failed(Collection<Delivery> deliveries, String failure, @Nullable Instant again, Instant at);

    /** What a person said, or empty. */
    Optional<NoticePreference> preference(String person);

    /**
     * Keeps what a person says.
     *
     * @throws io.gulliver.persistence.StaleVersionException when it was changed since that version
     */
    NoticePreference prefer(String person, NoticePreference preference);

    /**
     * The last deliveries to a person, newest first.
     *
     * @param recipient address of the person, by which deliveries are found that name nobody
     */
    List<Told> told(String person, String recipient, int atMost);

    /**
     * What became of a delivery.
     *
     * @param endedAt null while it waits
     */
    record Told(
            Notice notice,
            String state,
            Instant dueAt,
            @Nullable Instant endedAt,
            @Nullable String failure) {}
}
