package io.gulliver.persistence.evidence;

import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.persistence.view.DatabaseEvidence;
import io.gulliver.persistence.view.EvidenceReader;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Evidence files, kept whole, once for each content. */
public interface EvidenceStore extends EvidenceReader {
    /**
     * Keeps a content; the same content again changes nothing.
     *
     * @return name and kind as given, hash and size as found
     */
    EvidenceRef keep(String name, String kind, InputStream content) throws IOException;

    /**
     * Attaches kept content to a migration or step.
     *
     * @return false when it was attached before
     */
    boolean attach(MigrationId migration, @Nullable StepKey step, EvidenceRef ref, @Nullable String by);

    /** Says that a kept file is evidence of a database; the same file again renews the entry. */
    void give(String program, String database, DatabaseEvidence given);

    /**
     * Notes that a file is evidence of a database no longer; its bytes stay until {@link #erase}.
     *
     * @throws io.gulliver.persistence.UnknownRowException it is none
     */
    DatabaseEvidence withdraw(String program, String database, String sha256, String reason, String by);

    /** Hashes of the files that were withdrawn from a database, ever; one that was given again is not among them. */
    Set<String> withdrawn(String program, String database);

    /** The same of every database of a program, by database. */
    Map<String, Set<String>> withdrawn(String program);

    /**
     * Deletes the bytes of files that were withdrawn before a moment and that nothing else holds.
     *
     * @param only of these hashes alone, or null for all
     * @return their hashes
     */
    List<String> erase(Instant before, @Nullable Set<String> only);
}
