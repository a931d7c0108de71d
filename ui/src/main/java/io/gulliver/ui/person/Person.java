package io.gulliver.ui.person;

import io.gulliver.domain.people.Access;
import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.Function;
import io.gulliver.domain.people.Right;
import io.gulliver.persistence.view.AccountToken;
import io.gulliver.ui.security.RoleGate;
import java.util.Arrays;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/**
 * Who is at the other end of a request.
 *
 * @param name log-in name
 * @param access what the person may do, by the store of now
 * @param program of the request's address, or null where it has none
 * @param token by which a program calls in the person's name, or null for a password or a session
 */
public record Person(
        String name,
        Access access,
        @Nullable String program,
        @Nullable AccountToken token) {
    private static final String ATTRIBUTE = Person.class.getName();

    /** Whether somebody is logged in. */
    public static boolean isLoggedIn(@Nullable Authentication authentication) {
        return authentication != null
                && authentication.isAuthenticated()
                && !(authentication instanceof AnonymousAuthenticationToken);
    }

    /** Keeps the person for the rest of the request. */
    public Person enter() {
        RequestContextHolder.currentRequestAttributes().setAttribute(ATTRIBUTE, this, RequestAttributes.SCOPE_REQUEST);
        return this;
    }

    /** The person of the current request, or null before {@link RoleGate} and for strangers. */
    public static @Nullable Person find() {
        RequestAttributes request = RequestContextHolder.getRequestAttributes();
        return request == null ? null : (Person) request.getAttribute(ATTRIBUTE, RequestAttributes.SCOPE_REQUEST);
    }

    /** The person of the current request; every route behind {@link RoleGate} has one. */
    public static Person current() {
        Person person = find();
        if (person == null) {
            throw new IllegalStateException("Nobody is logged in, although the route asks for a person");
        }
        return person;
    }

    /**
     * Whether the person has the right in the program of the address; without one, in any: whoever sees a program looks up
     * what programs share. To set up is another matter: what belongs to no program is set up by whoever may in every one.
     */
    public boolean may(Right wanted) {
        String where = program == null && wanted == Right.ADMINISTER ? Account.EVERY : program;
        return (where == null ? access.anywhere() : access.right(where)).covers(wanted);
    }

    /** As {@link #may(Right)}; for templates, which write it {@code 'WORK'}. */
    public boolean may(String wanted) {
        return may(Right.valueOf(wanted));
    }

    /**
     * Whether the person has one of the functions in the program of the address; without one, in every program: a playbook
     * or a verdict on the whole record concerns those too that the person may not see.
     */
    public boolean any(Function... wanted) {
        SortedSet<String> held = access.functions(program == null ? Account.EVERY : program);
        return Arrays.stream(wanted).anyMatch(one -> held.contains(one.key()));
    }

    /** Whether the person has the function of this key, as a playbook writes it, in a program. */
    public boolean holds(String function, String key) {
        return access.functions(key).contains(function);
    }

    /** Whether the program is there for the person. */
    public boolean sees(String key) {
        return access.sees(key);
    }

    /** Whether the program counts in figures of the whole installation that the person is shown. */
    public boolean counts(String key) {
        return administrator() || sees(key);
    }

    public boolean administrator() {
        return access.administrator();
    }
}
