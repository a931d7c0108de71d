package io.gulliver.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.domain.landscape.HostPattern;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretsTest {
    private static final String VALUE = "s3cr\"et &pass/word+7";
    private final SecretRegistry registry = new SecretRegistry();

    @TempDir
    Path folder;

    private SecretSource source(SecretGrant... grants) {
        return new SecretSource(List.of(grants), registry, Map.of("HMC_1", VALUE, "SHORT", "abc"));
    }

    private static final SecretRef HMC = SecretRef.parse("env:HMC_1");

    @Test
    void givesASecretOnlyWhereItIsGranted() {
        SecretSource source = source(new SecretGrant(HMC, "hmc", new HostPattern("*.bank.example")));

        assertThat(source.resolve(HMC, "hmc", "HMC1.bank.example")).isEqualTo(VALUE);
        assertThatThrownBy(() -> source.resolve(HMC, "ssh", "hmc1.bank.example"))
                .isInstanceOf(SecretException.class)
                .hasMessageContaining("not granted for ssh at hmc1.bank.example");
        assertThatThrownBy(() -> source.resolve(HMC, "hmc", "hmc1.bank.example.evil.test"))
                .isInstanceOf(SecretException.class);
    }

    @Test
    void blanksASecretInEveryFormItTakes() {
        source().own(HMC);
        for (String lead : new String[] {"", "u", "us", "gulliver:"}) {
            String plain = lead + VALUE + "!";
            String encoded = Base64.getEncoder().encodeToString(plain.getBytes(StandardCharsets.UTF_8));
            String masked = registry.mask("Authorization: Basic " + encoded);
            assertThat(masked).as("lead '%s'", lead).contains("******").doesNotContain(encoded);
            assertThat(registry.mask("password is " + plain)).doesNotContain(VALUE);
        }
        assertThat(registry.mask("?p=" + URLEncoder.encode(VALUE, StandardCharsets.UTF_8)))
                .isEqualTo("?p=******");
        assertThat(registry.mask("{\"p\":\"" + VALUE.replace("\"", "\\\"") + "\"}"))
                .isEqualTo("{\"p\":\"******\"}");
        assertThat(registry.mask("<p>" + VALUE.replace("&", "&amp;") + "</p>")).isEqualTo("<p>******</p>");
        assertThat(registry.mask("nothing to hide")).isEqualTo("nothing to hide");
    }

    @Test
    void readsAFileThatOthersCannotRead() throws Exception {
        Path file = Files.writeString(folder.resolve("key"), VALUE + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        SecretRef ref = SecretRef.parse("file:" + file);
        assertThat(source().own(ref)).isEqualTo(VALUE);

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> source().own(ref)).hasMessageContaining("chmod o-rwx");
    }

    @Test
    void saysWhatToDoWhenASecretCannotBeHad() {
        assertThatThrownBy(() -> source().own(SecretRef.parse("env:NONE"))).hasMessageContaining("no such variable");
        assertThatThrownBy(() -> source().own(SecretRef.parse("env:SHORT"))).hasMessageContaining("longer one");
        assertThatThrownBy(() -> source().own(SecretRef.parse("vault:kv/hmc#password")))
                .hasMessageContaining("no Vault client")
                .hasMessageContaining("file:");
        assertThatThrownBy(() -> SecretRef.parse(VALUE))
                .hasMessageContaining("by reference")
                .hasMessageNotContaining(VALUE);
    }
}
