package io.gulliver.persistence.view;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A playbook as stored; never changed after.
 *
 * @param hash SHA-256 of the content, lower-case hex
 * @param name its name
 * @param version its version
 * @param content complete YAML: what it includes stands in it
 * @param uploadedBy who brought it; {@code shipped} for those that come with the product
 * @param uploadedAt when
 * @param approvedBy second person, or null while it may not be run
 * @param approvedAt or null
 */
public record PlaybookRow(
        String hash,
        String name,
        int version,
        String content,
        String uploadedBy,
        Instant uploadedAt,
        @Nullable String approvedBy,
        @Nullable Instant approvedAt) {}
