package io.gulliver.ui.security;

import io.gulliver.ui.person.Person;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;

/**
 * A session is over so long after its log-in, however busy it is; when nobody did anything for a while; and when its person
 * may not log in any more: a stolen cookie does not live for ever. It remembers a name alone; what the person may do is
 * asked anew. What pages ask by themselves (changes, the notice of the store) is not a person who does something, so that a
 * page that is left open keeps nobody logged in.
 */
final class SessionLimit {
    /** When a person last did something, in milliseconds; written once a minute at most. */
    static final String ACTIVE = "gulliver.active";

    private static final Duration LONGEST_WARNING = Duration.ofMinutes(5);
    private static final Duration NOTED = Duration.ofMinutes(1);
    private static final int NOTED_PARTS = 20;

    private final Duration limit;
    private final Duration limitOfIssuer;
    private final Duration idle;
    private final Clock clock;
    private final Predicate<String> open;

    /**
     * @param limit after the log-in
     * @param limitOfIssuer after a log-in by an identity provider, which is asked anew then; {@code limit} when that is shorter
     * @param idle after what a person last did
     * @param clock that wrote the sessions' beginnings, which is the machine's
     * @param open whether somebody may log in by a name
     */
    SessionLimit(Duration limit, Duration limitOfIssuer, Duration idle, Clock clock, Predicate<String> open) {
        this.limit = limit;
        this.limitOfIssuer = limitOfIssuer.compareTo(limit) < 0 ? limitOfIssuer : limit;
        this.idle = idle;
        this.clock = clock;
        this.open = open;
    }

    /**
     * @param active attribute {@link #ACTIVE} of the session, or null before its person has done anything
     * @param context what the session remembers of its person, or null before a log-in
     */
    boolean isOver(Instant begun, @Nullable Object active, @Nullable Object context) {
        return isOld(begun, context) || isIdle(active) || isClosed(context);
    }

    /**
     * Whether a session that is over may begin anew without a word of its person, where the identity provider says that it
     * is still the same: only its age ended it. Whoever was away for long, or is not let in any more, is asked.
     */
    boolean isRenewed(Instant begun, @Nullable Object active, @Nullable Object context) {
        return ofIssuer(context) && active != null && isOld(begun, context) && !isIdle(active) && !isClosed(context);
    }

    /** The attribute after a person did something, or empty while what is written is new enough. */
    Optional<Long> noted(@Nullable Object active) {
        Instant now = clock.instant();
        Duration young = idle.dividedBy(NOTED_PARTS);
        return active != null
                        && since(active)
                                .plus(young.compareTo(NOTED) < 0 ? young : NOTED)
                                .isAfter(now)
                ? Optional.empty()
                : Optional.of(now.toEpochMilli());
    }

    /** How long a session still lasts. */
    SessionLeft left(Instant begun, @Nullable Object active, @Nullable Object context) {
        Instant now = clock.instant();
        Duration quarter = idle.dividedBy(4);
        return new SessionLeft(
                seconds(now, since(active).plus(idle)),
                seconds(now, begun.plus(limit(context))),
                (quarter.compareTo(LONGEST_WARNING) < 0 ? quarter : LONGEST_WARNING).toSeconds());
    }

    private static long seconds(Instant now, Instant end) {
        return Math.max(0, Duration.between(now, end).toSeconds());
    }

    private Instant since(@Nullable Object active) {
        return active instanceof Long at ? Instant.ofEpochMilli(at) : clock.instant();
    }

    private Duration limit(@Nullable Object context) {
        return ofIssuer(context) ? limitOfIssuer : limit;
    }

    private boolean isOld(Instant begun, @Nullable Object context) {
        return begun.plus(limit(context)).isBefore(clock.instant());
    }

    private boolean isIdle(@Nullable Object active) {
        return since(active).plus(idle).isBefore(clock.instant());
    }

    private static boolean ofIssuer(@Nullable Object context) {
        Authentication person = person(context);
        return person != null && person.getPrincipal() instanceof OidcPerson;
    }

    private static @Nullable Authentication person(@Nullable Object context) {
        return context instanceof SecurityContext remembered ? remembered.getAuthentication() : null;
    }

    private boolean isClosed(@Nullable Object context) {
        Authentication person = person(context);
        return Person.isLoggedIn(person) && !open.test(person.getName());
    }
}
