package io.gulliver.ui.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.landscape.Landscape;
import io.gulliver.secret.SecretSource;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

class GulliverSettingsTest {
    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(GulliverSettings.class)
    @Import(LandscapeConfiguration.class)
    static class Settings {}

    private static ApplicationContextRunner with(String... settings) {
        return new ApplicationContextRunner()
                .withUserConfiguration(Settings.class)
                .withPropertyValues("server.address=127.0.0.1")
                .withPropertyValues(settings);
    }

    private static String refusal(String... settings) {
        StringBuilder said = new StringBuilder();
        with(settings).run(context -> {
            assertThat(context).hasFailed();
            StringWriter text = new StringWriter();
            context.getStartupFailure().printStackTrace(new PrintWriter(text));
            said.append(text);
        });
        return said.toString();
    }

    private static final String[] REAL = {
        "gulliver.landscape.systems.hmc-1.kind=hmc",
        "gulliver.landscape.systems.hmc-1.url=https://hmc.bank.example:6794",
        "gulliver.landscape.systems.hmc-1.user=gulliver",
        "gulliver.landscape.systems.hmc-1.secret=env:HMC_1",
        "gulliver.secrets.grants[0].secret=env:HMC_1",
        "gulliver.secrets.grants[0].kind=hmc",
        "gulliver.secrets.grants[0].hosts=*.bank.example"
    };

    private static String[] and(String[] some, String... more) {
        return java.util.stream.Stream.concat(java.util.Arrays.stream(some), java.util.Arrays.stream(more))
                .toArray(String[]::new);
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void warnsOfASecretThatAnyHostMayBeOffered(CapturedOutput output) {
        with(and(REAL, "gulliver.store.accept-embedded=true"))
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output.getAll()).doesNotContain("name the hosts or a pattern");
        with(and(
                        REAL,
                        "gulliver.store.accept-embedded=true",
                        "gulliver.secrets.grants[1].secret=env:READER",
                        "gulliver.secrets.grants[1].kind=oracle",
                        "gulliver.secrets.grants[1].hosts=*"))
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output.getAll()).contains("grant=env:READER kind=oracle hosts=*", "name the hosts or a pattern");
    }

    @Test
    void startsWithNothingSaid() {
        with().run(context -> {
            assertThat(context).hasNotFailed();
            GulliverSettings settings = context.getBean(GulliverSettings.class);
            assertThat(settings.roles()).containsExactlyInAnyOrder(ProcessRole.values());
            assertThat(settings.lab().users()).isFalse();
            assertThat(context.getBean(Landscape.class).databases().url("db1", 1521, "ORCL"))
                    .isEqualTo("jdbc:oracle:thin:@//db1:1521/ORCL");
            assertThat(context).hasSingleBean(SecretSource.class);
        });
    }

    @Test
    void namesAnUnknownSetting() {
        assertThat(refusal("gulliver.temporal.tarpet=x:1")).contains("gulliver.temporal.tarpet");
    }

    @Test
    void namesAllProblemsTogether() {
        assertThat(refusal(and(
                        REAL,
                        "gulliver.temporal.synchronous=MAYBE",
                        "gulliver.landscape.systems.fs-1.kind=spectrum-virtualize",
                        "gulliver.landscape.systems.fs-1.url=https://fs:7443",
                        "gulliver.landscape.systems.fs-1.secret=lilliput",
                        "gulliver.lab.users=true")))
                .contains("must be NORMAL or FULL")
                .contains("must be a reference")
                .contains("gulliver.store.url is empty")
                .contains("these are not the lab's: fs-1, hmc-1");
    }

    @Test
    void refusesLabUsersBeyondLoopback() {
        assertThat(refusal("gulliver.lab.users=true", "server.address=0.0.0.0"))
                .contains("the server would listen on 0.0.0.0");
    }

    @Test
    void refusesToActOnRealSystemsWhileCallsOfALostEngineMayBegin() {
        String[] store = {"gulliver.store.accept-embedded=true"};
        assertThat(refusal(and(and(REAL, store), "gulliver.temporal.calls-expire=9m")))
                .contains("gulliver.temporal.calls-expire is 540 s")
                .contains("may begin for 10 min on hmc-1");
        assertThat(refusal("gulliver.temporal.calls-expire=-1s")).contains("gulliver.temporal.calls-expire is -1 s");
        with(and(and(REAL, store), "gulliver.temporal.calls-expire=10m"))
                .run(context -> assertThat(context).hasNotFailed());
        with("gulliver.temporal.calls-expire=3s")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void refusesALabSystemThatIsNotOnThisMachine() {
        assertThat(refusal(and(REAL, "gulliver.landscape.systems.hmc-1.lab=true")))
                .contains("the lab lives on this machine's loopback, not at hmc.bank.example");
    }

    @Test
    void acceptsAStoreFileForRealSystemsOnlyWhenTold() {
        with(and(REAL, "gulliver.store.accept-embedded=true"))
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void aZoneWorkerMustKnowItsServer() {
        assertThat(refusal("gulliver.roles=workers"))
                .contains("gulliver.workers.server")
                .contains("gulliver.temporal.target must name");
    }
}
