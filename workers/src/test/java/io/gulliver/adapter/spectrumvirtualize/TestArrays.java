package io.gulliver.adapter.spectrumvirtualize;

import io.gulliver.lab.LabContext;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Clients for the tests' arrays. */
final class TestArrays {

    private TestArrays() {}

    static HttpSpectrumVirtualizeClient client(URI address, LabContext lab, String user, String password) {
        return client(address, lab, user, password, Duration.ofSeconds(20), CallLog.none());
    }

    static HttpSpectrumVirtualizeClient client(
            URI address, LabContext lab, String user, String password, Duration limit, CallLog log) {
        return new HttpSpectrumVirtualizeClient(
                new SpectrumVirtualizeProperties(
                        "fs-1",
                        address,
                        user,
                        "secret/fs-1",
                        lab.certificates().caFile(),
                        Duration.ofSeconds(5),
                        limit,
                        limit),
                () -> password,
                log);
    }

    /** A plain HTTP client that trusts the lab, for raw requests. */
    static HttpClient trusting(LabContext lab) {
        try (InputStream pem = Files.newInputStream(lab.certificates().caFile())) {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            trusted.setCertificateEntry(
                    "lab", CertificateFactory.getInstance("X.509").generateCertificate(pem));
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, factory.getTrustManagers(), null);
            return HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .sslContext(context)
                    .build();
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("The lab's certificate cannot be used", e);
        }
    }
}
