package io.gulliver.ui.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsRulesTest {
    @TempDir
    static Path folder;

    private static TestCertificate good;

    @BeforeAll
    static void make() throws Exception {
        good = TestCertificate.make(folder, "good", 1, 30);
    }

    private static List<String> problems(
            boolean here, @Nullable Path certificate, @Nullable Path key, String... proxies) {
        return TlsRules.problems(
                new GulliverSettings.Web(
                        1,
                        1,
                        Duration.ofHours(1),
                        Duration.ofSeconds(1),
                        List.of(),
                        certificate,
                        key,
                        List.of(proxies),
                        null),
                here,
                "0.0.0.0");
    }

    @Test
    void beyondThisMachineItIsDemandedUnlessANamedProxySpeaksIt() {
        assertThat(problems(true, null, null)).isEmpty();
        assertThat(problems(false, null, null))
                .singleElement()
                .asString()
                .contains("listen on 0.0.0.0 in clear text", "gulliver.web.certificate", "gulliver.web.proxies");
        assertThat(problems(false, null, null, "10.1.2.3")).isEmpty();
        assertThat(problems(false, good.certificate(), good.key())).isEmpty();
    }

    @Test
    void whatCannotBeUsedIsNamedWithItsFileAndWhatToDo() throws Exception {
        assertThat(problems(false, good.certificate(), null))
                .containsExactly("gulliver.web.certificate is given, and gulliver.web.key is not: TLS needs both.");
        assertThat(problems(false, null, good.key()))
                .containsExactly("gulliver.web.key is given, and gulliver.web.certificate is not: TLS needs both.");
        Path gone = folder.resolve("gone.pem");
        Path text = Files.writeString(folder.resolve("text.pem"), "hello");
        assertThat(problems(true, gone, text))
                .containsExactly(
                        "gulliver.web.certificate: " + gone + " is not there, or this user may not read it.",
                        "gulliver.web.key: " + text + " holds no key without a passphrase in PEM: wanted a line"
                                + " '-----BEGIN PRIVATE KEY-----'.");
        assertThat(problems(true, good.key(), good.certificate())).hasSize(2);
    }

    @Test
    void theKeyIsThatOfTheCertificateWhichHasNotEnded() throws Exception {
        TestCertificate other = TestCertificate.make(folder, "other", 1, 30);
        assertThat(problems(true, good.certificate(), other.key()))
                .singleElement()
                .asString()
                .contains("is not the key of the first certificate");
        TestCertificate ended = TestCertificate.make(folder, "ended", 30, 10);
        assertThat(problems(true, ended.certificate(), ended.key()))
                .singleElement()
                .asString()
                .contains("ended on ", "Have it renewed.");
    }
}
