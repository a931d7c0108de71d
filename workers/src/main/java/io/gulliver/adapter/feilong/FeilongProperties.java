package io.gulliver.adapter.feilong;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How to reach one Feilong server: its part of {@code gulliver.landscape}.
 *
 * <p>The server itself speaks plain HTTP; TLS is a matter of the web server in front. So both schemes are taken, and with
 * plain HTTP the token of the server travels readable: the network between must be one that is trusted with it.
 *
 * @param system what the landscape calls it; used in messages and in the call log
 * @param url {@code http://host:8080} or {@code https://host}, without a path
 * @param tokenReference where the content of the server's token file lies, never the token itself; null for a server
 *     without authentication, which is the product's default
 * @param caFile certificates, PEM, for https; null for the authorities that the JVM knows
 * @param connectTimeout for the connection
 * @param readTimeout of looks
 * @param changeTimeout of changes; the server itself waits some 17 s for a locked directory entry, and a disk is formatted
 *     within the call
 * @param longTimeout of deploys, imports and boot maps, which copy whole disks within the call
 */
public record FeilongProperties(
        String system,
        URI url,
        @Nullable String tokenReference,
        @Nullable Path caFile,
        Duration connectTimeout,
        Duration readTimeout,
        Duration changeTimeout,
        Duration longTimeout) {

    /** Refuses, with all reasons at once, what cannot be spoken to. */
    public FeilongProperties {
        List<String> problems = new ArrayList<>();
        boolean good = List.of("http", "https").contains(String.valueOf(url.getScheme()))
                && url.getHost() != null
                && url.getUserInfo() == null
                && List.of("", "/").contains(url.getPath())
                && url.getQuery() == null;
        if (!good) {
            problems.add("address is " + (url.getRawUserInfo() == null ? "\"" + url + "\"" : "one with a user")
                    + ", wanted http://host:8080 or https://host and nothing more");
        }
        for (Duration limit : List.of(connectTimeout, readTimeout, changeTimeout, longTimeout)) {
            if (limit.isNegative() || limit.isZero()) {
                problems.add("a time limit is " + limit + ", wanted longer than nothing");
            }
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("System " + system + ": " + String.join("; ", problems));
        }
    }

    /** With the time limits that suit an ordinary system: 60 s, five minutes, one hour. */
    public static FeilongProperties of(String system, URI url, @Nullable String tokenReference, @Nullable Path caFile) {
        return new FeilongProperties(
                system,
                url,
                tokenReference,
                caFile,
                Duration.ofSeconds(10),
                Duration.ofSeconds(60),
                Duration.ofMinutes(5),
                Duration.ofHours(1));
    }
}
