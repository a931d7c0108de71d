package io.gulliver.ui.person;

import io.gulliver.ui.security.RoleGate;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * Who is at the other end of a request.
 *
 * @param name log-in name
 * @param roles what the person may do
 */
public record Person(String name, Set<Role> roles) {
    public Person {
        roles = roles.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(roles));
    }

    /** The person of an authentication, or null for a stranger. */
    public static @Nullable Person of(@Nullable Authentication authentication) {
        if (authentication == null
                || !authentication.isAuthenticated()
                || authentication instanceof AnonymousAuthenticationToken) {
            return null;
        }
        EnumSet<Role> roles = EnumSet.noneOf(Role.class);
        for (Role role : Role.values()) {
            if (authentication.getAuthorities().stream()
                    .anyMatch(granted -> role.authority().equals(granted.getAuthority()))) {
                roles.add(role);
            }
        }
        return new Person(authentication.getName(), roles);
    }

    /** The person of the current request; every route behind {@link RoleGate} has one. */
    public static Person current() {
        Person person = of(SecurityContextHolder.getContext().getAuthentication());
        if (person == null) {
            throw new IllegalStateException("Nobody is logged in, although the route asks for a person");
        }
        return person;
    }

    public boolean any(Role... wanted) {
        for (Role role : wanted) {
            if (roles.contains(role)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the person has the role that a playbook names; an unknown role belongs to nobody. */
    public boolean named(String role) {
        return roles.stream().anyMatch(held -> held.key().equals(role));
    }

    /** The keys of the roles, as playbooks and store write them. */
    public Set<String> roleKeys() {
        return roles.stream().map(Role::key).collect(Collectors.toUnmodifiableSet());
    }
}
