package io.gulliver.ui.security;

import io.gulliver.ui.person.Person;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.context.SecurityContext;

/**
 * A session is over so long after its log-in, however busy it is, and when its person is gone or has other roles now: roles
 * and a stolen cookie do not live for ever.
 */
final class SessionLimit {
    private final Duration limit;
    private final Clock clock;
    private final People people;

    /** @param clock that wrote the sessions' beginnings, which is the machine's */
    SessionLimit(Duration limit, Clock clock, People people) {
        this.limit = limit;
        this.clock = clock;
        this.people = people;
    }

    /** @param context what the session remembers of its person, or null before a log-in */
    boolean isOver(Instant begun, @Nullable Object context) {
        return begun.plus(limit).isBefore(clock.instant()) || hasOtherRoles(context);
    }

    /** By the directory of now, which may have changed over a restart: sessions outlive it. */
    private boolean hasOtherRoles(@Nullable Object context) {
        Person person =
                context instanceof SecurityContext remembered ? Person.of(remembered.getAuthentication()) : null;
        return person != null
                && people.canBeAsked()
                && !people.named(person.name()).map(Person::roles).equals(Optional.of(person.roles()));
    }
}
