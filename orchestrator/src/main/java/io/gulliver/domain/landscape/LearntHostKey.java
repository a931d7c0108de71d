package io.gulliver.domain.landscape;

import io.gulliver.domain.migration.MigrationId;
import java.time.Instant;
import java.util.List;

/**
 * By which keys a server is recognised that a run has built.
 *
 * @param host its name in landscapes
 * @param fingerprints as {@code ssh-keygen -l} prints them
 * @param run that read them from its console
 * @param learntAt when
 */
public record LearntHostKey(String host, List<String> fingerprints, MigrationId run, Instant learntAt) {
    public LearntHostKey {
        fingerprints = List.copyOf(fingerprints);
    }
}
