package io.gulliver.adapter.spectrumvirtualize;

import io.gulliver.adapter.http.CallLog;
import io.gulliver.lab.LabContext;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;

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
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(lab.certificates().clientContext())
                .build();
    }
}
