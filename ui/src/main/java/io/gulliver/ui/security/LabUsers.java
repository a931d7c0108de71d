package io.gulliver.ui.security;

import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.Function;
import io.gulliver.domain.people.Right;
import io.gulliver.service.people.AccountService;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * The six people of the lab, and those whom the lab plays, as rows of the store like everybody's; they all share one
 * password. Only when {@code gulliver.lab.users=true}; refuses to start when the server listens beyond loopback, because
 * everybody knows the default password. Without the setting their rows let nobody in.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "gulliver.lab.users", havingValue = "true")
class LabUsers {
    /** Names of those whom the lab plays say what they are: the audit shows them. The lab's simulators log in by them. */
    private static final List<Account> PEOPLE = List.of(
            person("pm", Right.ADMINISTER, false, Function.MIGRATION_MANAGER),
            // small teams: some hold several functions
            person(
                    "dba",
                    Right.WORK,
                    false,
                    Function.DBA,
                    Function.STORAGE_TEAM,
                    Function.PLATFORM,
                    Function.STORAGE,
                    Function.NETWORK),
            person("cutover", Right.DECIDE, false, Function.CUTOVER_MANAGER),
            person("approver", Right.WORK, false, Function.APPROVER, Function.APPLICATION_OWNER, Function.TESTERS),
            person("viewer", Right.READ, false),
            person("admin", Right.READ, true, Function.PLAYBOOK_ADMIN, Function.AUDITOR),
            person("Mira Blefuscu (simulated migration manager)", Right.ADMINISTER, false, Function.MIGRATION_MANAGER),
            person("Dana Doyle (simulated DBA)", Right.WORK, false, Function.DBA),
            person("Pat Mildendo (simulated platform engineer)", Right.WORK, false, Function.PLATFORM),
            person(
                    "Stan Balnibarbi (simulated storage engineer)",
                    Right.WORK,
                    false,
                    Function.STORAGE,
                    Function.STORAGE_TEAM),
            person("Nell Luggnagg (simulated network engineer)", Right.WORK, false, Function.NETWORK),
            person("Cora Brobding (simulated cutover manager)", Right.DECIDE, false, Function.CUTOVER_MANAGER),
            person(
                    "Olive Laputa (simulated application owner)",
                    Right.WORK,
                    false,
                    Function.APPLICATION_OWNER,
                    Function.TESTERS),
            person("Avery Houyhnhnm (simulated approver)", Right.WORK, false, Function.APPROVER));

    @Bean
    SmartInitializingSingleton labPeople(
            AccountService accounts,
            PasswordEncoder encoder,
            Environment environment,
            @Value("${GULLIVER_LAB_PASSWORD:lilliput}") String password) {
        requireLoopback(environment.getProperty("server.address"));
        return () -> PEOPLE.forEach(person -> accounts.lab(person, password, encoder::matches));
    }

    static Account person(String name, Right right, boolean administrator, Function... functions) {
        return new Account(
                name,
                name,
                null,
                Account.LAB,
                Account.folded(name),
                administrator,
                null,
                null,
                List.of(new Account.HeldRight(Account.EVERY, right, null)),
                List.of(functions).stream()
                        .map(function -> new Account.HeldFunction(Account.EVERY, function, null))
                        .toList(),
                List.of(),
                1);
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
