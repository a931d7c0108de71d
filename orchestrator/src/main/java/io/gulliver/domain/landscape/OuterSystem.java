package io.gulliver.domain.landscape;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * One device or service that we call.
 *
 * @param name what people call it, for example {@code hmc-1}
 * @param kind for example {@code hmc}, {@code feilong}, {@code spectrum-virtualize}, {@code goldengate}
 * @param url where its API is
 * @param user to log on as, or null
 * @param secret a reference ({@code env:}, {@code file:}, {@code vault:}), never the secret; or null
 * @param ca path of a PEM file with the authority that signed its certificate, or null for Java's own list
 * @param lab whether it belongs to the lab
 */
public record OuterSystem(
        String name,
        String kind,
        URI url,
        @Nullable String user,
        @Nullable String secret,
        @Nullable String ca,
        boolean lab) {}
