package io.gulliver.persistence.view;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Evidence files, as pages read them. */
public interface EvidenceReader {

    /** What is attached, oldest first. */
    List<EvidenceRow> list(MigrationId migration, @Nullable StepKey step);

    /** Files given as evidence of a database, newest first. */
    List<DatabaseEvidence> given(String program, String database);

    /** Files given as evidence of every database of a program, by database, newest first. */
    Map<String, List<DatabaseEvidence>> given(String program);

    /** Size of a content, or empty when it is not kept. */
    Optional<Long> size(String sha256);

    /** @throws io.gulliver.persistence.UnknownRowException when it is not kept */
    InputStream open(String sha256);
}
