package io.gulliver.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The lab's own certificate authority and the one server certificate that all its HTTPS simulators show.
 *
 * <p>Made when first wanted, for {@code localhost} and {@code 127.0.0.1}, and kept in the data directory: {@code ca.pem}
 * is what a client is given as its CA file, so that clients verify the lab exactly as they verify a data centre.
 */
public final class LabCertificates {

    // The keystore format wants a password; what protects the key of a lab on loopback is the file's mode, 0600.
    private static final char[] STORE_PASSWORD = "lab".toCharArray();
    private static final String SERVER_KEY = "server";
    private static final Duration VALIDITY = Duration.ofDays(3650);

    private final Path storeFile;
    private final Path caFile;
    private @Nullable SSLContext serverContext;

    private LabCertificates(Path dataDirectory) {
        this.storeFile = dataDirectory.resolve("server.p12");
        this.caFile = dataDirectory.resolve("ca.pem");
    }

    /** The certificates of a lab, which are read, or made, when somebody first wants them. */
    public static LabCertificates open(Path dataDirectory) {
        return new LabCertificates(dataDirectory);
    }

    private synchronized SSLContext ready() {
        if (serverContext == null) {
            serverContext = load();
        }
        return serverContext;
    }

    private SSLContext load() {
        try {
            if (!Files.exists(storeFile) || !Files.exists(caFile)) {
                make(storeFile, caFile);
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(storeFile)) {
                store.load(in, STORE_PASSWORD);
            }
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, STORE_PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Lab certificates in " + storeFile.getParent()
                            + " cannot be read or written; delete server.p12 and ca.pem " + "to have new ones made",
                    e);
        } catch (GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException(
                    "Lab certificates in " + storeFile.getParent()
                            + " cannot be used; delete server.p12 and ca.pem to have " + "new ones made",
                    e);
        }
    }

    private static void make(Path storeFile, Path caFile)
            throws IOException, GeneralSecurityException, OperatorCreationException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        KeyPair caKeys = generator.generateKeyPair();
        KeyPair serverKeys = generator.generateKeyPair();
        X500Name caName = new X500Name("CN=Gulliver lab CA");
        // An hour back: a client's clock may be a little behind.
        Instant from = Instant.now().minus(Duration.ofHours(1));
        Date notBefore = Date.from(from);
        Date notAfter = Date.from(from.plus(VALIDITY));

        JcaX509v3CertificateBuilder ca =
                new JcaX509v3CertificateBuilder(caName, serial(), notBefore, notAfter, caName, caKeys.getPublic());
        ca.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
        ca.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));

        JcaX509v3CertificateBuilder server = new JcaX509v3CertificateBuilder(
                caName, serial(), notBefore, notAfter, new X500Name("CN=localhost"), serverKeys.getPublic());
        server.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
        server.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
        server.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
        server.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(new GeneralName[] {
            new GeneralName(GeneralName.dNSName, "localhost"), new GeneralName(GeneralName.iPAddress, "127.0.0.1")
        }));

        X509Certificate caCertificate = signed(ca, caKeys);
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry(SERVER_KEY, serverKeys.getPrivate(), STORE_PASSWORD, new Certificate[] {
            signed(server, caKeys), caCertificate
        });
        // The CA's private key is thrown away: nothing else shall ever be signed by it.
        if (!Files.exists(storeFile)) {
            Files.createFile(
                    storeFile, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        try (OutputStream out = Files.newOutputStream(storeFile)) {
            store.store(out, STORE_PASSWORD);
        }
        Files.writeString(
                caFile,
                "-----BEGIN CERTIFICATE-----\n"
                        + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(caCertificate.getEncoded())
                        + "\n-----END CERTIFICATE-----\n");
    }

    private static BigInteger serial() {
        return new BigInteger(120, new SecureRandom()).add(BigInteger.ONE);
    }

    private static X509Certificate signed(JcaX509v3CertificateBuilder certificate, KeyPair caKeys)
            throws OperatorCreationException, GeneralSecurityException {
        return new JcaX509CertificateConverter()
                .getCertificate(
                        certificate.build(new JcaContentSignerBuilder("SHA256withECDSA").build(caKeys.getPrivate())));
    }

    /** The CA certificate in PEM form, to be given to clients. */
    public Path caFile() {
        ready();
        return caFile;
    }

    /** For callers inside this process: trusts this lab's authority and nothing else. */
    public SSLContext clientContext() {
        try (InputStream in = Files.newInputStream(caFile())) {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry(
                    "ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException e) {
            throw new UncheckedIOException("Lab CA file " + caFile + " cannot be read", e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Lab CA file " + caFile + " holds no certificate", e);
        }
    }

    /** What the lab's HTTPS servers present. */
    public SSLContext serverContext() {
        return ready();
    }
}
