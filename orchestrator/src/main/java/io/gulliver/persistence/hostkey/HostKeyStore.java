package io.gulliver.persistence.hostkey;

import io.gulliver.contract.activity.LearntHostKeys;
import io.gulliver.domain.landscape.LearntHostKey;
import io.gulliver.domain.migration.MigrationId;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Host keys of servers, each read from a console by the run that built the server. Every change has its row in the audit record. */
public interface HostKeyStore extends LearntHostKeys {
    /**
     * Keeps the keys of a host for a run, in place of what the same run, or one that holds the host no more, kept before.
     *
     * @param program of the run
     * @param keys at least one
     * @param holds whether another run still stands for the host as it built it
     * @return the other run that stands for it, in which case nothing is changed; empty when the keys are kept
     */
    Optional<MigrationId> keep(
            String program, String host, List<String> keys, MigrationId run, Predicate<MigrationId> holds);

    /**
     * Forgets the keys that a run kept.
     *
     * @return false when it had kept none
     */
    boolean forget(String program, String host, MigrationId run);

    /** All that are kept, by host. */
    List<LearntHostKey> list();

    /**
     * Forgets the keys of a host because a person says so: the server was installed anew, or belongs to somebody else now. From then
     * on what the landscape pins counts alone.
     *
     * @param seen the keys that the person saw
     * @return false when none are kept for the host, or others than those that were seen
     */
    boolean release(String host, List<String> seen, String by, String reason);
}
