package io.gulliver.adapter.spectrumvirtualize;

import io.gulliver.adapter.http.HttpTransport;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How to reach one array: its part of {@code gulliver.landscape}.
 *
 * @param name what the landscape calls it; used in messages and in the call log
 * @param address {@code https://host:7443}, with or without the {@code /rest/v1} of its API
 * @param user user that logs on; role Administrator is wanted to create, Monitor suffices to look
 * @param passwordReference where the password lies; the password itself is never a setting
 * @param caFile certificates, PEM, that the array's certificate must descend from (or the self-signed certificate itself);
 *     null for the authorities that the JVM knows. The certificate must carry the host name of the address.
 * @param connectTimeout for the connection; 10 s by default, as in the vendor's own client
 * @param readTimeout from sending a listing to the last byte of its answer; 30 s by default
 * @param changeTimeout the same for commands that change something, which the array may take long over; 60 s by default
 */
public record SpectrumVirtualizeProperties(
        String name,
        URI address,
        String user,
        String passwordReference,
        @Nullable Path caFile,
        @Nullable Duration connectTimeout,
        @Nullable Duration readTimeout,
        @Nullable Duration changeTimeout) {

    static final int USUAL_PORT = 7443;

    public SpectrumVirtualizeProperties {
        connectTimeout = connectTimeout == null ? Duration.ofSeconds(10) : connectTimeout;
        readTimeout = readTimeout == null ? Duration.ofSeconds(30) : readTimeout;
        changeTimeout = changeTimeout == null ? Duration.ofSeconds(60) : changeTimeout;
        List<String> problems = new ArrayList<>();
        HttpTransport.addressProblem(address, USUAL_PORT, "/rest", "/rest/v1").ifPresent(problems::add);
        if (name.isBlank()) {
            problems.add("name is blank");
        }
        if (user.isBlank()) {
            problems.add("user is blank");
        }
        if (passwordReference.isBlank()) {
            problems.add("password-reference is blank");
        }
        if (!positive(connectTimeout) || !positive(readTimeout) || !positive(changeTimeout)) {
            problems.add("connect-timeout, read-timeout and change-timeout must be longer than nothing");
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "Settings of array \"" + name + "\": " + String.join("; ", problems) + ".");
        }
    }

    private static boolean positive(Duration duration) {
        return !duration.isNegative() && !duration.isZero();
    }
}
