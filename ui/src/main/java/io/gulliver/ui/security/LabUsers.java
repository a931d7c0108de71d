package io.gulliver.ui.security;

import io.gulliver.ui.person.Role;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
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
 * The six people of the lab, and those whom the lab plays, who all share one password. Only when {@code gulliver.lab.users=true}; refuses to
 * start when the server listens beyond loopback, because everybody knows the default password.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "gulliver.lab.users", havingValue = "true")
class LabUsers {
    @Bean
    PasswordEncoder passwordEncoder() {
        // Every call of the API checks a password. These hashes lie in memory alone, beside the password itself.
        return new BCryptPasswordEncoder(4);
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
        SIMULATED.forEach((name, roles) -> people.add(User.withUsername(name)
                .password(encoded)
                .roles(roles.stream().map(Role::name).toArray(String[]::new))
                .build()));
        return new InMemoryUserDetailsManager(people);
    }

    /**
     * The people whom the lab plays, by log-in name: names that say what they are, because the audit record shows them.
     * The lab's simulators log in with the same names.
     */
    private static final SortedMap<String, List<Role>> SIMULATED = new TreeMap<>(Map.of(
            "Mira Blefuscu (simulated migration manager)", List.of(Role.PM),
            "Dana Doyle (simulated DBA)", List.of(Role.DBA),
            "Pat Mildendo (simulated platform engineer)", List.of(Role.PLATFORM),
            "Stan Balnibarbi (simulated storage engineer)", List.of(Role.STORAGE, Role.STORAGE_TEAM),
            "Nell Luggnagg (simulated network engineer)", List.of(Role.NETWORK),
            "Cora Brobding (simulated cutover manager)", List.of(Role.CUTOVER),
            "Olive Laputa (simulated application owner)", List.of(Role.APPLICATION_OWNER, Role.TESTERS),
            "Avery Houyhnhnm (simulated approver)", List.of(Role.APPROVER)));

    /** The lab has six people for more roles: some hold several, as in small teams. */
    private static String[] held(Role role) {
        return switch (role) {
            case DBA ->
                new String[] {
                    role.name(),
                    Role.STORAGE_TEAM.name(),
                    Role.PLATFORM.name(),
                    Role.STORAGE.name(),
                    Role.NETWORK.name()
                };
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
