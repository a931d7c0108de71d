package io.gulliver.adapter.hmc;

import io.gulliver.adapter.http.HttpTransport;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where an HMC is and how to speak to it; the password is not here but comes from its secret reference when needed.
 *
 * @param system the name in the landscape, for example {@code hmc-1}
 * @param url {@code https://host:6794}; nothing but https is accepted
 * @param user an HMC user with Web Services access and task permission for partitions and storage groups
 * @param caFile PEM file with the HMC's certificate or the authority that signed it; the JDK's own list when absent
 * @param connectTimeout how long a connection may take; public clients use 30 s
 * @param callTimeout how long one plain call may take; 120 s is ample, long work answers at once with a job
 */
public record HmcProperties(
        String system, URI url, String user, @Nullable Path caFile, Duration connectTimeout, Duration callTimeout) {

    static final int USUAL_PORT = 6794;

    public HmcProperties {
        HttpTransport.addressProblem(url, USUAL_PORT).ifPresent(problem -> {
            throw new IllegalArgumentException("System " + system + ": " + problem + "; the HMC speaks nothing else");
        });
    }

    /** With the time limits that suit an ordinary network. */
    public static HmcProperties of(String system, URI url, String user, @Nullable Path caFile) {
        return new HmcProperties(system, url, user, caFile, Duration.ofSeconds(20), Duration.ofSeconds(120));
    }
}
