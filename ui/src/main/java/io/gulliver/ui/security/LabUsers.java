package io.gulliver.ui.security;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

/**
 * The six people of the lab, one a role, who share one password. Only when {@code gulliver.lab.users=true}; refuses to
 * start when the server listens beyond loopback, because everybody knows the default password.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "gulliver.lab.users", havingValue = "true")
class LabUsers {
    @Bean
    PasswordEncoder passwordEncoder() {
        return new BCryptPasswordEncoder(8);
    }

    @Bean
    UserDetailsService labPeople(
            PasswordEncoder encoder,
            Environment environment,
            @Value("${GULLIVER_LAB_PASSWORD:lilliput}") String password) {
        requireLoopback(environment.getProperty("server.address"));
        String encoded = encoder.encode(password);
        List<UserDetails> people = new ArrayList<>();
        for (Role role : Role.values()) {
            if (role.labName() != null) {
                people.add(User.withUsername(role.labName())
                        .password(encoded)
                        .roles(held(role))
                        .build());
            }
        }
        return new InMemoryUserDetailsManager(people);
    }

    /** The lab has six people for nine roles: some hold two, as in small teams. */
    private static String[] held(Role role) {
        return switch (role) {
            case DBA -> new String[] {role.name(), Role.STORAGE_TEAM.name()};
            case APPROVER -> new String[] {role.name(), Role.APPLICATION_OWNER.name(), Role.TESTERS.name()};
            default -> new String[] {role.name()};
        };
    }

    static void requireLoopback(@Nullable String address) {
        try {
            if (address != null && InetAddress.getByName(address).isLoopbackAddress()) {
                return;
            }
        } catch (UnknownHostException unknown) {
            // refused below: an address that cannot be resolved is not known to be loopback
        }
        throw new IllegalStateException(
                "The users of the lab share a password that everybody knows, and the server would"
                        + " listen on " + (address == null ? "every address" : address)
                        + ". Set server.address=127.0.0.1, or turn the lab's users off with gulliver.lab.users=false.");
    }
}
