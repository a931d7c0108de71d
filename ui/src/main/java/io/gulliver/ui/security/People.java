package io.gulliver.ui.security;

import io.gulliver.ui.person.Person;
import io.gulliver.ui.person.Role;
import java.util.EnumSet;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.stereotype.Component;

/** Finds people by their log-in names, with what they may do. */
@Component
public class People {
    private final ObjectProvider<UserDetailsService> directory;

    People(ObjectProvider<UserDetailsService> directory) {
        this.directory = directory;
    }

    /** Whether there is a directory to ask; without one an identity provider alone knows who has which role. */
    boolean canBeAsked() {
        return directory.getIfAvailable() != null;
    }

    /** The person of this log-in name, or empty when nobody has it. */
    public Optional<Person> named(String name) {
        UserDetailsService users = directory.getIfAvailable();
        if (users == null) {
            return Optional.empty();
        }
        try {
            UserDetails found = users.loadUserByUsername(name);
            EnumSet<Role> roles = EnumSet.noneOf(Role.class);
            for (Role role : Role.values()) {
                if (found.getAuthorities().stream()
                        .anyMatch(granted -> role.authority().equals(granted.getAuthority()))) {
                    roles.add(role);
                }
            }
            return Optional.of(new Person(found.getUsername(), roles));
        } catch (UsernameNotFoundException unknown) {
            return Optional.empty();
        }
    }
}
