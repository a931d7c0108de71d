package io.gulliver.domain.proof;

import java.time.Instant;
import java.util.List;

/**
 * What one run of a suite saw.
 *
 * @param commit of the product that the suites were built from, {@code +} behind it when files were changed since
 * @param madeAt when the run ended
 * @param platform machine that the suite ran on: system, its version, architecture and Java
 * @param results at least one
 */
public record ProofReport(String commit, Instant madeAt, String platform, List<Proof> results) {
    public ProofReport {
        results = List.copyOf(results);
        if (results.isEmpty()) {
            throw new IllegalArgumentException("there are no results in it");
        }
        if (commit.isBlank() || commit.length() > 60 || platform.isBlank() || platform.length() > 200) {
            throw new IllegalArgumentException("its commit must have 1 to 60 characters, its platform 1 to 200");
        }
    }
}
