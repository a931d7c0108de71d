package io.gulliver.ui.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.ConfigurableEnvironment;

/** A settings file is checked whole: everything that is wrong is said at once, with its line and what is allowed. */
class SettingsCheckTest {
    @TempDir
    private Path folder;

    /** What a start with this file says. */
    private String start(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("gulliver.yml"), text);
        AtomicReference<ConfigurableEnvironment> environment = new AtomicReference<>();
        SpringApplication application = new SpringApplication(SettingsTool.Settings.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.addListeners((ApplicationListener<ApplicationEnvironmentPreparedEvent>)
                event -> environment.set(event.getEnvironment()));
        Throwable failure = catchThrowable(() -> application
                .run("--spring.config.additional-location=optional:file:" + file, "--server.address=127.0.0.1")
                .close());
        if (failure == null) {
            return "";
        }
        FailureAnalysis analysis = new SettingsFailureAnalyzer(environment.get()).analyze(failure);
        assertThat(analysis).as(String.valueOf(failure)).isNotNull();
        return analysis.getDescription();
    }

    private String at(int line, int column) {
        return " (" + folder.resolve("gulliver.yml") + ", line " + line + ", column " + column + ")";
    }

    @Test
    void saysEverythingThatIsWrongAtOnce() throws Exception {
        String said = start("""
                gulliver:
                  store: {ulr: "jdbc:postgresql://db:5432/gulliver", password: swordfish, least-free: plenty}
                  temporal:
                    synchronous: MAYBE
                    port: many
                  roles: web, wokflows
                  landscape:
                    systems:
                      hmc-1: {kind: hnc, url: "https://hmc:6794"}
                    hosts:
                      - {pattern: "*", user: oracle, prot: 22}
                    networks:
                      db: {subnet: 10.20.30.0/24, first: 10.20.30.40, last: 10.20.30.60, gateway: 10.20.31.1,
                           domain: db.bank.example, name-servers: [10.1.1.53], time-servers: [10.1.1.1]}
                """);
        assertThat(said)
                .contains("gulliver.store.ulr" + at(2, 16) + ": there is no setting of this name. Did you mean url?"
                        + " Below gulliver.store there are: url, user, password,")
                .contains("gulliver.landscape.hosts[0].prot", "Did you mean port?")
                .contains(
                        "gulliver.store.least-free" + at(2, 87) + ": 'plenty' cannot be read as a size such as 500MB.")
                .contains("gulliver.temporal.port" + at(5, 11) + ": 'many' cannot be read as a whole number.")
                .contains("gulliver.roles", "cannot be read as a list of web, workflows, workers")
                .contains("gulliver.store.password", "what is written there must be a reference")
                .contains("gulliver.temporal.synchronous" + at(4, 18) + ": 'MAYBE' must be NORMAL or FULL")
                .contains("gulliver.landscape.systems.hmc-1.kind is 'hnc'; known are")
                .contains("gulliver.landscape.hosts[0].host-keys is missing")
                .contains("gulliver.landscape.networks.db: with 10.20.30.40: gateway 10.20.31.1 does not lie in network"
                        + " 10.20.30.0/24 of the address.")
                .doesNotContain("swordfish");
    }

    @Test
    void saysNamesThatNobodyElseLooksAt() throws Exception {
        String said = start("""
                server: {adress: 0.0.0.0, port: 9000}
                gullivre: {data: x}
                logging: {level: {io.gulliver: debug}}
                gulliver: {temporal: {tarpet: "x:1"}}
                """);
        assertThat(said)
                .contains("server.adress" + at(1, 10)
                        + ": there is no setting of this name. Did you mean server.address?")
                .contains("gullivre.data" + at(2, 12), "Did you mean gulliver? A file begins with one of: gulliver,")
                .contains("gulliver.temporal.tarpet" + at(4, 31), "Did you mean target?")
                .doesNotContain("logging.level", "server.port");
    }

    @Test
    void ofARightFileItSaysNothing() throws Exception {
        assertThat(start("""
                server: {port: 9000, servlet: {session: {timeout: 1h}}}
                management.server.port: 9001
                spring.servlet.multipart.max-file-size: 300MB
                gulliver:
                  temporal: {target: "temporal:7233"}
                """)).isEmpty();
    }

    @Test
    void oneLoginForAllIsRefusedUnlessSomebodySaysSo() throws Exception {
        assertThat(start("""
                gulliver:
                  landscape:
                    hosts:
                      - {pattern: "a*", user: oracle, secret: "env:A", privileged-user: oracle, privileged-secret: "env:B"}
                      - {pattern: "b*", user: oracle, secret: "env:A", privileged-user: builder, privileged-secret: "env:A"}
                      - {pattern: "c*", user: oracle, secret: "env:A", privileged-user: builder}
                      - {pattern: "d*", user: oracle, secret: "env:A", one-login: true, privileged-user: builder}
                      - {pattern: "e*", user: oracle, secret: "env:A", one-login: true}
                      - {pattern: "f*", user: oracle, secret: "env:A", privileged-user: builder, privileged-secret: "env:B"}
                """))
                .contains("hosts[0] of 'a*': the owner of the software and the privileged login have one user (oracle)")
                .contains("hosts[1] of 'b*': the owner of the software and the privileged login have one key (env:A)")
                .contains("hosts[2] of 'c*' has privileged-user without privileged-secret")
                .contains("hosts[3].one-login of 'd*' says that one login is both, beside a privileged one")
                .doesNotContain("of 'e*'", "hosts[4].one-login")
                .contains("hosts[5].privileged-secret (env:B) is not granted for ssh")
                .doesNotContain("of 'f*': the owner");
    }

    @Test
    void aHostThatIsBuiltHasNoKeyYetAndSaysSo() throws Exception {
        String said = start("""
                gulliver:
                  landscape:
                    hosts:
                      - {pattern: "lnx*", user: oracle, host-keys: [from-console]}
                      - {pattern: "old*", user: oracle, host-keys: [from-consol]}
                """);
        assertThat(said)
                .contains("gulliver.landscape.hosts[1].host-keys of 'old*': 'from-consol' is no host key")
                .doesNotContain("gulliver.landscape.hosts[0].host-keys");
    }

    @Test
    void knowsEachNameThatTheDocumentationLists() throws Exception {
        Path document = Path.of("..", "docs", "operations.md");
        List<String> names = Files.readAllLines(document).stream()
                .filter(line -> line.startsWith("| `gulliver."))
                .map(line -> line.substring(3, line.indexOf('`', 3)))
                .filter(name -> !name.equals("gulliver.yml"))
                .map(name -> name.replace("NAME", "x").replace("[]", "[0]"))
                .toList();
        assertThat(names)
                .hasSizeGreaterThan(40)
                .allSatisfy(
                        name -> assertThat(SettingsNames.unknown(name)).as(name).isEmpty());
    }
}
