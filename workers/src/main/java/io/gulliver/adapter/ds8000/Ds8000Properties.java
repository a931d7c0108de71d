package io.gulliver.adapter.ds8000;

import io.gulliver.adapter.http.HttpTransport;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How to reach one storage unit: its part of {@code gulliver.landscape}.
 *
 * @param name what the landscape calls it; used in messages and in the call log
 * @param addresses {@code https://host:8452} of its storage HMCs, with or without the {@code /api/v1} of its API; the second is asked when the first does not answer
 * @param user user that logs on; a storage administrator to create
 * @param passwordReference where the password lies; the password itself is never a setting
 * @param caFile certificates, PEM, that those of the HMCs must descend from (or the self-signed ones themselves); null for the
 *     authorities that the JVM knows
 * @param connectTimeout for the connection
 * @param readTimeout of listings
 * @param changeTimeout of changes, for which public clients allow 15 minutes, and of the logon, which takes up to one
 */
public record Ds8000Properties(
        String name,
        List<URI> addresses,
        String user,
        String passwordReference,
        @Nullable Path caFile,
        Duration connectTimeout,
        Duration readTimeout,
        Duration changeTimeout) {
    static final int USUAL_PORT = 8452;

    public Ds8000Properties {
        addresses = List.copyOf(addresses);
        List<String> problems = new ArrayList<>();
        if (addresses.isEmpty() || addresses.size() > 2) {
            problems.add(addresses.size() + " addresses, wanted those of one or two storage HMCs");
        }
        addresses.forEach(address ->
                HttpTransport.addressProblem(address, USUAL_PORT, "/api/v1").ifPresent(problems::add));
        if (name.isBlank() || user.isBlank() || passwordReference.isBlank()) {
            problems.add("name, user or password-reference is blank");
        }
        for (Duration limit : List.of(connectTimeout, readTimeout, changeTimeout)) {
            if (limit.isNegative() || limit.isZero()) {
                problems.add("a time limit is " + limit + ", wanted longer than nothing");
            }
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "Settings of storage unit \"" + name + "\": " + String.join("; ", problems) + ".");
        }
    }
}
