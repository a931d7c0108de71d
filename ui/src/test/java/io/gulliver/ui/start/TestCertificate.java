package io.gulliver.ui.start;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/**
 * A self-signed certificate of this machine's loopback and its key, made by the JDK's keytool.
 *
 * @param certificate PEM file
 * @param key PEM file, PKCS#8
 */
public record TestCertificate(Path certificate, Path key) {
    private static final char[] PASSWORD = "changeit".toCharArray();

    /** Makes one that holds for so many days from so many days ago on. */
    public static TestCertificate make(Path folder, String name, int daysAgo, int days) throws Exception {
        Files.createDirectories(folder);
        Path store = folder.resolve(name + ".p12");
        Files.deleteIfExists(store);
        Process keytool = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        name,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "SAN=ip:127.0.0.1,dns:localhost",
                        "-startdate",
                        "-" + daysAgo + "d",
                        "-validity",
                        String.valueOf(days),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD),
                        "-keystore",
                        store.toString()))
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool made no certificate: " + said);
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        TestCertificate made = new TestCertificate(folder.resolve(name + ".crt"), folder.resolve(name + ".key"));
        Files.writeString(
                made.certificate(), pem("CERTIFICATE", keys.getCertificate(name).getEncoded()));
        Files.writeString(
                made.key(), pem("PRIVATE KEY", keys.getKey(name, PASSWORD).getEncoded()));
        return made;
    }

    /** Puts this one in the place of another, as who renews it would. */
    public void replace(TestCertificate other) throws IOException, GeneralSecurityException {
        Files.copy(key, other.key(), StandardCopyOption.REPLACE_EXISTING);
        Files.copy(certificate, other.certificate(), StandardCopyOption.REPLACE_EXISTING);
    }

    private static String pem(String what, byte[] content) {
        return "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content)
                + "\n-----END " + what + "-----\n";
    }
}
