package io.gulliver.adapter.ssh;

import io.gulliver.lab.ssh.LabHost;
import io.gulliver.lab.ssh.LabHostSpec;
import io.gulliver.lab.ssh.LabHosts;
import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** The contract against a host of the lab. */
@Tag("store")
class LabDetachedJobsContractTest extends DetachedJobsContract {
    @Override
    FarEnd open(Path directory) throws IOException {
        KeyPair key = TestKeys.ed25519();
        LabHosts hosts = LabHosts.open(directory);
        LabHost host = hosts.add(LabHostSpec.withKey("lab-host", "oracle", TestKeys.publicLine(key)));
        return new FarEnd() {
            @Override
            public SshHost host() {
                return new SshHost(
                        host.name(),
                        "127.0.0.1",
                        host.port(),
                        host.user(),
                        new SshCredential.PrivateKey(() -> TestKeys.privateText(key)),
                        List.of(HostKeyPin.parse(host.hostKeyFingerprint())));
            }

            @Override
            public Path home() {
                return host.home();
            }

            @Override
            public void cutConnections() {
                host.cutConnections();
            }

            @Override
            public void reboot() throws IOException {
                host.reboot();
            }

            @Override
            public void close() throws IOException {
                host.killProcesses();
                hosts.close();
            }
        };
    }
}
