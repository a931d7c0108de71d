package io.gulliver.adapter.hmc;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.gulliver.adapter.http.CallLog;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The client against an HMC that somebody names: {@code -Dgulliver.hmc.url=https://host:6794}, {@code -Dgulliver.hmc.user=NAME},
 * {@code -Dgulliver.hmc.password-file=PATH} and, where its certificate is its own, {@code -Dgulliver.hmc.ca-file=PATH}. Only reads;
 * with {@code -Dgulliver.hmc.machine=CPC} and {@code -Dgulliver.hmc.partition=NAME} it makes that partition and deletes it again, its
 * network card on {@code -Dgulliver.hmc.port=URI} where the machine has no virtual switch.
 */
class HmcRealConsoleTest {

    private @Nullable HttpHmcClient client;

    @BeforeEach
    void connect() throws Exception {
        String url = named("url");
        String user = named("user");
        String passwordFile = named("password-file");
        assumeThat(url != null && user != null && passwordFile != null)
                .as("-Dgulliver.hmc.url, user and password-file name an HMC")
                .isTrue();
        String password = Files.readString(Path.of(passwordFile)).strip();
        String caFile = named("ca-file");
        client = new HttpHmcClient(
                HmcProperties.of("hmc", URI.create(url), user, caFile == null ? null : Path.of(caFile)),
                () -> password,
                CallLog.none());
    }

    @AfterEach
    void logOff() {
        if (client != null) {
            client.close();
        }
    }

    private static @Nullable String named(String what) {
        return System.getProperty("gulliver.hmc." + what);
    }

    @Test
    void readsWhatIsThere() {
        HmcScenario.readsWhatIsThere(client);
    }

    @Test
    void makesAPartitionAndDeletesItAgain() {
        String machine = named("machine");
        String partition = named("partition");
        assumeThat(machine != null && partition != null)
                .as("-Dgulliver.hmc.machine and partition say what may be made")
                .isTrue();
        HmcScenario.makesAPartitionAndDeletesItAgain(client, machine, partition, named("port"));
    }
}
