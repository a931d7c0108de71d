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
    void blanksAwkwardCharactersHoweverTheyAreWritten() {
        String value = "pä\"ss'w\\ö<r>d&%/+ ß";
        SecretRegistry registry = new SecretRegistry();
        registry.add(value);
        for (String written : List.of(
                value,
                "p\u00e4\\\"ss'w\\\\\u00f6<r>d&%/+ \u00df",
                "p\\u00e4\\\"ss'w\\\\\\u00f6<r>d&%/+ \\u00df",
                "p\\u00E4\\\"ss'w\\\\\\u00F6<r>d&%/+ \\u00DF",
                "p\u00e4\\\"ss'w\\\\\u00f6<r>d&%\\/+ \u00df",
                "p\u00e4\\\"ss\\u0027w\\\\\u00f6\\u003Cr\\u003Ed\\u0026%/+ \u00df",
                "p\u00e4&quot;ss&#39;w\\\u00f6&lt;r&gt;d&amp;%/+ \u00df",
                "p&#228;&quot;ss&apos;w\\&#246;&lt;r&gt;d&amp;%/+ &#223;",
                "p%C3%A4%22ss%27w%5C%C3%B6%3Cr%3Ed%26%25%2F%2B%20%C3%9F",
                "p%c3%a4%22ss%27w%5c%c3%b6%3cr%3ed%26%25%2f%2b+%c3%9f",
                "p\u00e4\"ss'\\''w\\\u00f6<r>d&%/+ \u00df",
                "p\u00e4\"ss''w\\\u00f6<r>d&%/+ \u00df",
                "p\u00e4\"\"ss'w\\\u00f6<r>d&%/+ \u00df",
                Base64.getEncoder().encodeToString(("user:" + value).getBytes(StandardCharsets.ISO_8859_1)))) {
            String masked = registry.mask("before " + written + " after");
            assertThat(masked).as(written).matches("before (dXN\\S{0,6})?\\*{6}\\S{0,4} after");
        }
    }

    @Test
    void blanksEachLineOfAKey() {
        SecretRegistry registry = new SecretRegistry();
        registry.add("-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0\nBAQEFAASCBKcwggSjAgEAAoI\n-----END KEY-----\n");
        assertThat(registry.mask("line BAQEFAASCBKcwggSjAgEAAoI seen")).isEqualTo("line ****** seen");
        assertThat(registry.mask("-----BEGIN KEY-----")).isEqualTo("-----BEGIN KEY-----");
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
