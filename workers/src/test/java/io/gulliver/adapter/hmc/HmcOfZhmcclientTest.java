package io.gulliver.adapter.hmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.adapter.http.CallLog;
import io.gulliver.adapter.http.HttpSystemException.Kind;
import io.gulliver.lab.LabCertificates;
import io.gulliver.testing.ContractTools;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The client against the mock HMC of zhmcclient, the public client of the same API: what one partition, network card and storage
 * group may have and what they answer is judged by its rules of a machine, not by our lab's.
 */
@Tag("process")
class HmcOfZhmcclientTest {
    private static final String PASSWORD = "canary-hmc-password";

    @TempDir
    private Path directory;

    private @Nullable Process console;
    private @Nullable HttpHmcClient client;

    private HttpHmcClient connect(String machine, String password) throws IOException {
        ContractTools.required();
        LabCertificates certificates = LabCertificates.open(directory);
        certificates.serverContext();
        console = new ProcessBuilder(
                        ContractTools.program("python").toString(),
                        Path.of("src", "test", "tools", "console-of-zhmcclient.py")
                                .toString(),
                        machine,
                        directory.resolve("server.pem").toString())
                .redirectError(directory.resolve("said").toFile())
                .start();
        console.getOutputStream().write((PASSWORD + "\n").getBytes(StandardCharsets.UTF_8));
        console.getOutputStream().flush();
        BufferedReader output = console.inputReader();
        String port = output.readLine();
        assertThat(port)
                .as(() -> {
                    try {
                        return Files.readString(directory.resolve("said"));
                    } catch (IOException e) {
                        return e.toString();
                    }
                })
                .isNotNull();
        client = new HttpHmcClient(
                HmcProperties.of("hmc", URI.create("https://localhost:" + port), "gulliver", certificates.caFile()),
                () -> password,
                CallLog.none());
        return client;
    }

    @AfterEach
    void end() throws Exception {
        if (client != null) {
            client.close();
        }
        if (console != null) {
            console.getOutputStream().close();
            if (!console.waitFor(10, TimeUnit.SECONDS)) {
                console.destroyForcibly();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"z14", "z16", "z17"})
    void readsAndMakesAsTheMockOfItsPeersWantsIt(String machine) throws IOException {
        HttpHmcClient hmc = connect(machine, PASSWORD);
        String port = machine.equals("z17") ? "/api/adapters/osa1/network-ports/p1" : null;

        HmcScenario.readsWhatIsThere(hmc);
        HmcScenario.makesAPartitionAndDeletesItAgain(hmc, "M1", "DB01", port);

        assertThat(hmc.partitions("/api/cpcs/m1"))
                .as("the partition that stood there before, and no other")
                .extracting(entry -> entry.name())
                .containsExactly("PART1");
    }

    @ParameterizedTest
    @ValueSource(strings = "z16")
    void aRefusedLogonIsSaidOnce(String machine) throws IOException {
        HttpHmcClient hmc = connect(machine, "wrong");

        assertThatThrownBy(hmc::cpcs)
                .isInstanceOfSatisfying(
                        HmcException.class, e -> assertThat(e.kind()).isEqualTo(Kind.EXTERNAL));
    }
}
