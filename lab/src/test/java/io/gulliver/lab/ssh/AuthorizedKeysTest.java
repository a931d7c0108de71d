package io.gulliver.lab.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Optional;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** sshd(8), AUTHORIZED_KEYS FILE FORMAT, line by line; what the lab does not play lets nobody in. */
@Tag("store")
class AuthorizedKeysTest {
    @TempDir
    Path home;

    private KeyPair pair;
    private String line;

    @BeforeEach
    void open() throws Exception {
        pair = KeyPairGenerator.getInstance("EC").generateKeyPair();
        line = PublicKeyEntry.toString(pair.getPublic()) + " a comment";
        Files.createDirectory(
                home.resolve(".ssh"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Optional<AuthorizedKeys.Allowed> found(String content) throws IOException {
        Path file = home.resolve(".ssh/authorized_keys");
        Files.writeString(file, content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return AuthorizedKeys.find(home, pair.getPublic(), "127.0.0.1");
    }

    private Optional<AuthorizedKeys.Allowed> with(String options) throws IOException {
        return found("# a comment\n\n" + options + " " + line + "\n");
    }

    @Test
    void aKeyWithoutOptionsMayDoEverything() throws Exception {
        assertThat(found("\n# " + line + "\n")).isEmpty();
        assertThat(found(line).orElseThrow().command()).isNull();
    }

    @Test
    void aCommandTakesThePlaceOfWhateverIsAsked() throws Exception {
        assertThat(with("restrict,Command=\"echo \\\"a, b\\\" #c\"")
                        .orElseThrow()
                        .command())
                .isEqualTo("echo \"a, b\" #c");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "from=\"127.0.0.1\"",
                "from=\"10.0.0.?,127.*\"",
                "no-pty,no-port-forwarding,from=\"!10.*,*\"",
                "RESTRICT",
            })
    void aKeyComesInFromWhereItMay(String options) throws Exception {
        assertThat(with(options)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "from=\"10.0.0.1\"", "from=\"127.0.0.?,!127.*\"", "from=\"!10.0.0.1\"", "from=127.0.0.1", "from=\"\"",
                "command=\"echo", "command", "restrict,", "restrict command=\"id\"", "restrict,frm=\"*\"",
                "command=\"id\",command=\"who\"", "expiry-time=\"20200101\"", "cert-authority",
            })
    void whatIsNotUnderstoodOrDoesNotMatchLetsNobodyIn(String options) throws Exception {
        assertThat(with(options)).isEmpty();
    }

    @Test
    void theNextLineOfTheSameKeyIsTriedWhenTheFirstDoesNotMatch() throws Exception {
        assertThat(found("from=\"10.0.0.1\" " + line + "\nrestrict,command=\"id\" " + line + "\n")
                        .orElseThrow()
                        .command())
                .isEqualTo("id");
    }

    /** StrictModes of sshd_config(5), as a server has it that nobody changed. */
    @ParameterizedTest
    @ValueSource(strings = {"", ".ssh", ".ssh/authorized_keys"})
    void filesThatOthersMayWriteAreNotRead(String path) throws Exception {
        assertThat(found(line)).isPresent();
        Files.setPosixFilePermissions(home.resolve(path), PosixFilePermissions.fromString("rwxrwx---"));
        assertThat(AuthorizedKeys.find(home, pair.getPublic(), "127.0.0.1")).isEmpty();
    }
}
