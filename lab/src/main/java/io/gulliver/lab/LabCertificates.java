package io.gulliver.lab;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
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

    private static final Duration VALIDITY = Duration.ofDays(3650);
    private static final String KEY = "PRIVATE KEY";
    private static final String CERTIFICATE = "CERTIFICATE";

    private final Path serverFile;
    private final Path caFile;
    private @Nullable SSLContext serverContext;

    private LabCertificates(Path dataDirectory) {
        this.serverFile = dataDirectory.resolve("server.pem");
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
            if (!Files.exists(serverFile) || !Files.exists(caFile)) {
                make(serverFile, caFile);
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {new OneKey(key(), certificates(serverFile))}, null, null);
            return context;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Lab certificates in " + serverFile.getParent()
                            + " cannot be read or written; delete server.pem and ca.pem to have new ones made",
                    e);
        } catch (GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException(
                    "Lab certificates in " + serverFile.getParent()
                            + " cannot be used; delete server.pem and ca.pem to have new ones made",
                    e);
        }
    }

    private PrivateKey key() throws IOException, GeneralSecurityException {
        String begin = "-----BEGIN " + KEY + "-----";
        String text = Files.readString(serverFile);
        int from = text.indexOf(begin);
        int to = text.indexOf("-----END " + KEY + "-----");
        if (from < 0 || to < from) {
            throw new InvalidKeySpecException(serverFile + " holds no private key");
        }
        byte[] encoded = Base64.getMimeDecoder().decode(text.substring(from + begin.length(), to));
        return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(encoded));
    }

    private static X509Certificate[] certificates(Path file) throws IOException, GeneralSecurityException {
        String text = Files.readString(file);
        String chain = text.substring(Math.max(text.indexOf("-----BEGIN " + CERTIFICATE), 0));
        return CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(chain.getBytes(StandardCharsets.US_ASCII)))
                .stream()
                .map(X509Certificate.class::cast)
                .toArray(X509Certificate[]::new);
    }

    private static void make(Path serverFile, Path caFile)
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
        // The CA's private key is thrown away: nothing else shall ever be signed by it. What protects the server's key
        // of
        // a lab on loopback is the file's mode: a key derived from a password would cost each start and keep nobody
        // out.
        if (!Files.exists(serverFile)) {
            Files.createFile(
                    serverFile, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Files.writeString(
                serverFile,
                pem(KEY, serverKeys.getPrivate().getEncoded())
                        + pem(CERTIFICATE, signed(server, caKeys).getEncoded())
                        + pem(CERTIFICATE, caCertificate.getEncoded()));
        Files.writeString(caFile, pem(CERTIFICATE, caCertificate.getEncoded()));
    }

    private static String pem(String type, byte[] encoded) {
        return "-----BEGIN " + type + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded)
                + "\n-----END " + type + "-----\n";
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

    /** Shows one certificate to whoever asks for one of its kind of key. */
    private static final class OneKey extends X509ExtendedKeyManager {
        private static final String ALIAS = "server";
        private final PrivateKey key;
        private final X509Certificate[] chain;

        OneKey(PrivateKey key, X509Certificate[] chain) {
            this.key = key;
            this.chain = chain;
        }

        private @Nullable String alias(String keyType) {
            return keyType.equals(key.getAlgorithm()) ? ALIAS : null;
        }

        @Override
        public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
            return alias(keyType) == null ? null : new String[] {ALIAS};
        }

        @Override
        public @Nullable String chooseServerAlias(
                String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
            return alias(keyType);
        }

        @Override
        public @Nullable String chooseEngineServerAlias(
                String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
            return alias(keyType);
        }

        @Override
        public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
            return null;
        }

        @Override
        public @Nullable String chooseClientAlias(
                String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
            return null;
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return chain.clone();
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return key;
        }
    }
}
