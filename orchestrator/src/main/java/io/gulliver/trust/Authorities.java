package io.gulliver.trust;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Certificates of authorities in a PEM file, in place of those that this Java trusts. */
public final class Authorities {
    private static final String BEGIN = "-----BEGIN CERTIFICATE-----";
    private static final String END = "-----END CERTIFICATE-----";

    private Authorities() {}

    /**
     * Trusts what descends from a certificate of the file, or is one of them.
     *
     * @throws UnusableAuthoritiesException it holds none, or one that cannot be read
     */
    public static SSLContext trusting(Path file) {
        List<Certificate> certificates = read(file);
        try {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            for (Certificate certificate : certificates) {
                trusted.setCertificateEntry("authority-" + trusted.size(), certificate);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, factory.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new UnusableAuthoritiesException(file, "this Java makes no trust of it (" + e.getMessage() + ")", e);
        }
    }

    /** What is wrong with a file, and what to do; empty when it can be used. */
    public static Optional<String> problem(Path file) {
        try {
            read(file);
            return Optional.empty();
        } catch (UnusableAuthoritiesException unusable) {
            return Optional.ofNullable(unusable.getMessage());
        }
    }

    private static List<Certificate> read(Path file) {
        byte[] bytes = bytes(file);
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        List<Certificate> certificates = new ArrayList<>();
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            // one after the other, so that a bundle of many says which of them is broken
            for (int begin = text.indexOf(BEGIN); begin >= 0; ) {
                int end = text.indexOf(END, begin);
                int next = text.indexOf(BEGIN, begin + 1);
                int number = certificates.size() + 1;
                if (end < 0 || next >= 0 && next < end) {
                    throw new UnusableAuthoritiesException(file, "its certificate " + number + " has no end", null);
                }
                certificates.add(certificate(factory, file, number, text.substring(begin, end + END.length())));
                begin = next;
            }
            if (certificates.isEmpty()) {
                // the same without lines around it, or several in one envelope
                certificates.addAll(factory.generateCertificates(new ByteArrayInputStream(bytes)));
            }
        } catch (CertificateException none) {
            throw new UnusableAuthoritiesException(file, "it holds no certificate", none);
        }
        if (certificates.isEmpty()) {
            throw new UnusableAuthoritiesException(file, "it holds no certificate", null);
        }
        return certificates;
    }

    private static Certificate certificate(CertificateFactory factory, Path file, int number, String pem) {
        try {
            return factory.generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.ISO_8859_1)));
        } catch (CertificateException broken) {
            throw new UnusableAuthoritiesException(
                    file, "its certificate " + number + " cannot be read (" + broken.getMessage() + ")", broken);
        }
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException gone) {
            throw new UnusableAuthoritiesException(file, "it is not there", gone);
        } catch (AccessDeniedException denied) {
            throw new UnusableAuthoritiesException(file, "this user may not read it", denied);
        } catch (IOException e) {
            throw new UnusableAuthoritiesException(file, "it cannot be read (" + e.getMessage() + ")", e);
        }
    }
}
