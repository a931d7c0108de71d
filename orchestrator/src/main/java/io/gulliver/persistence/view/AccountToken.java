package io.gulliver.persistence.view;

import io.gulliver.domain.people.Right;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a program calls the API with, in a person's name; the token itself is known to whoever made it alone.
 *
 * @param id by which it is spoken of
 * @param name whose
 * @param title what it is for
 * @param most the highest right that it lets through
 * @param programs those alone, or null for all of the person's
 * @param madeAt since when
 * @param endsAt until when
 * @param revokedAt or null
 * @param usedAt last seen, to the hour; or null
 */
public record AccountToken(
        String id,
        String name,
        String title,
        Right most,
        @Nullable List<String> programs,
        Instant madeAt,
        Instant endsAt,
        @Nullable Instant revokedAt,
        @Nullable Instant usedAt) {}
