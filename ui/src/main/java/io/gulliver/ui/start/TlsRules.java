package io.gulliver.ui.start;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.pem.PemContent;

/** Beyond this machine pages and API speak TLS, themselves or by a proxy that is named. */
final class TlsRules {
    private static final String CERTIFICATE = "gulliver.web.certificate";
    private static final String KEY = "gulliver.web.key";

    private TlsRules() {}

    /**
     * What is wrong, and what to do.
     *
     * @param here whether the server listens on this machine alone
     * @param address it listens on, or null for every one
     */
    static List<String> problems(GulliverSettings.Web web, boolean here, @Nullable String address) {
        List<String> problems = new ArrayList<>();
        Path certificate = web.certificate();
        Path key = web.key();
        if (certificate == null && key == null) {
            if (!here && web.proxies().isEmpty()) {
                problems.add("The server would listen on " + (address == null ? "every address" : address)
                        + " in clear text: passwords and tokens could be read on the way. Name " + CERTIFICATE + " and "
                        + KEY + " (PEM files), or the proxy that speaks TLS in front of it with gulliver.web.proxies.");
            }
            return problems;
        }
        if (certificate == null || key == null) {
            problems.add((certificate == null ? KEY : CERTIFICATE) + " is given, and "
                    + (certificate == null ? CERTIFICATE : KEY) + " is not: TLS needs both.");
            return problems;
        }
        List<X509Certificate> chain = chain(certificate, problems);
        PrivateKey secret = key(key, problems);
        if (!chain.isEmpty() && secret != null && !belong(chain.get(0), secret)) {
            problems.add(KEY + " (" + key + ") is not the key of the first certificate in " + certificate
                    + ". Put the server's own certificate first, those of its authorities behind it.");
        }
        return problems;
    }

    private static List<X509Certificate> chain(Path file, List<String> problems) {
        List<X509Certificate> chain;
        try {
            chain = content(file).getCertificates();
        } catch (IOException | UncheckedIOException | IllegalStateException | IllegalArgumentException e) {
            chain = null;
        }
        if (chain == null || chain.isEmpty()) {
            problems.add(CERTIFICATE + ": " + unusable(file, "certificate", "-----BEGIN CERTIFICATE-----"));
            return List.of();
        }
        Instant ends = chain.get(0).getNotAfter().toInstant();
        if (ends.isBefore(Instant.now())) {
            problems.add(CERTIFICATE + " (" + file + ") ended on " + ends + ". Have it renewed.");
        }
        return chain;
    }

    private static @Nullable PrivateKey key(Path file, List<String> problems) {
        PrivateKey key;
        try {
            key = content(file).getPrivateKey();
        } catch (IOException | UncheckedIOException | IllegalStateException | IllegalArgumentException e) {
            key = null;
        }
        if (key == null) {
            problems.add(KEY + ": " + unusable(file, "key without a passphrase", "-----BEGIN PRIVATE KEY-----"));
        }
        return key;
    }

    private static PemContent content(Path file) throws IOException {
        return PemContent.of(Files.readString(file));
    }

    private static String unusable(Path file, String what, String begin) {
        return !Files.isReadable(file)
                ? file + " is not there, or this user may not read it."
                : file + " holds no " + what + " in PEM: wanted a line '" + begin + "'.";
    }

    /** Whether the key signs what the certificate vouches for. */
    private static boolean belong(X509Certificate certificate, PrivateKey key) {
        String algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(certificate.getSerialNumber().toByteArray());
            byte[] signed = signature.sign();
            signature.initVerify(certificate.getPublicKey());
            signature.update(certificate.getSerialNumber().toByteArray());
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
