package io.gulliver.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of authorities, as people write them: with words between, in one line too many, with a broken one among them. */
class AuthoritiesTest {
    private static final String LILLIPUT = """
            -----BEGIN CERTIFICATE-----
            MIIBgzCCASmgAwIBAgIUa+5bLAYbRRN9/g/UBG64QkV55hEwCgYIKoZIzj0EAwIw
            FjEUMBIGA1UEAwwLTGlsbGlwdXQgQ0EwIBcNMjYxMTI0MjE0ODQ4WhgPMjEyNjEw
            MzEyMTQ4NDhaMBYxFDASBgNVBAMMC0xpbGxpcHV0IENBMFkwEwYHKoZIzj0CAQYI
            KoZIzj0DAQcDQgAEKU7lMvoD9fSG+ntEO9r1OaU+9HxImdJQH2qOIb7La6UiyMWF
            LhHpeQ7gYvGYoRvHal1gjyVAYSzO29g4c+Sjr6NTMFEwHQYDVR0OBBYEFLF1mP+p
            vvEGcYC3nhxUxAR/IZjLMB8GA1UdIwQYMBaAFLF1mP+pvvEGcYC3nhxUxAR/IZjL
            MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIgOfcl+xbrRVhcatYO
            /cG2gp9BmqRXmnjepcd7XBfieLUCIQD/J5W9PHajC2+1abqQrQdxDq1ogoxaUwAF
            o3hIaGazvg==
            -----END CERTIFICATE-----
            """;
    private static final String BLEFUSCU = """
            -----BEGIN CERTIFICATE-----
            MIIBgzCCASmgAwIBAgIUEfeoT67jFjN1C7alVrMClxpglWEwCgYIKoZIzj0EAwIw
            FjEUMBIGA1UEAwwLQmxlZnVzY3UgQ0EwIBcNMjYxMTI0MjE0ODQ4WhgPMjEyNjEw
            MzEyMTQ4NDhaMBYxFDASBgNVBAMMC0JsZWZ1c2N1IENBMFkwEwYHKoZIzj0CAQYI
            KoZIzj0DAQcDQgAEVXgNPO07140G+5CDzdWSY+IyJXfTu10nM/5/JJaHCOxFWzF7
            l08ynXPO4cRtxSVuURF0bY5/s3PG/kgLw2ZjNKNTMFEwHQYDVR0OBBYEFPr7TvyS
            TVtXO3szJVBtS/zBjFjmMB8GA1UdIwQYMBaAFPr7TvySTVtXO3szJVBtS/zBjFjm
            MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAMwAy9pLx+GjMvux
            m26e7RC9fgXGf0/xH89W99/+pCJEAiBP/aeJDsgzoxtJ8lhOycZczhfXrOz2bGIv
            KVSGAS92Vw==
            -----END CERTIFICATE-----
            """;

    @TempDir
    Path folder;

    private Path file(String text) throws Exception {
        return Files.writeString(folder.resolve("ca.pem"), text);
    }

    @Test
    void takesOneOrMoreWithWordsBetweenThem() throws Exception {
        for (String good : new String[] {
            LILLIPUT,
            "# of the bank\n" + LILLIPUT + "\nsubject=CN = Blefuscu CA\n" + BLEFUSCU + "\n\n# end\n",
            LILLIPUT.replace("\n", "\r\n") + BLEFUSCU
        }) {
            Path file = file(good);
            assertThat(Authorities.problem(file)).as(good).isEmpty();
            assertThat(Authorities.trusting(file).getProtocol()).isEqualTo("TLS");
        }
        byte[] bare = CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(LILLIPUT.getBytes(StandardCharsets.US_ASCII)))
                .getEncoded();
        assertThat(Authorities.problem(Files.write(folder.resolve("ca.der"), bare)))
                .as("without lines around it, as it was taken before")
                .isEmpty();
    }

    @Test
    void saysWhichFileWhichCertificateAndWhatToDo() throws Exception {
        refused(file(""), "it holds no certificate");
        refused(file("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"), "it holds no certificate");
        refused(file(LILLIPUT + BLEFUSCU.replace("MII", "AAA") + LILLIPUT), "its certificate 2 cannot be read (");
        refused(file(LILLIPUT + BLEFUSCU.replace("-----END CERTIFICATE-----", "")), "its certificate 2 has no end");
        refused(file(LILLIPUT.replace("-----END CERTIFICATE-----", "") + BLEFUSCU), "its certificate 1 has no end");
        refused(folder.resolve("gone.pem"), "it is not there");
        refused(folder, "it cannot be read (");
    }

    private static void refused(Path file, String why) {
        assertThatThrownBy(() -> Authorities.trusting(file))
                .isInstanceOf(UnusableAuthoritiesException.class)
                .hasMessageStartingWith(file + " cannot be used: " + why)
                .hasMessageContaining("Put the certificate of the other side")
                .satisfies(e ->
                        assertThat(((UnusableAuthoritiesException) e).why()).startsWith(why));
        assertThat(Authorities.problem(file))
                .hasValueSatisfying(said -> assertThat(said).contains(why));
    }
}
