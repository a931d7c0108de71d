package io.gulliver.service.collection;

import io.gulliver.domain.estate.Fact;
import io.gulliver.evidence.Coverage;
import io.gulliver.evidence.EvidenceKind;
import io.gulliver.evidence.EvidenceProblem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of an uploaded file.
 *
 * @param name of the file as it was given
 * @param kind by its content
 * @param sha256 under which it is kept, or null when it was not recognised and so not kept
 * @param bytes of the file, 0 when it was not kept
 * @param coverage how much of it came out, or null when it was not read
 * @param factsGained facts that are now known from this file; facts that a newer file told are not among them
 * @param factsVersion of the database's facts after it
 * @param sectionsNotUnderstood kept in the file, used by nobody
 * @param problems for people
 */
public record EvidenceAnswer(
        String name,
        EvidenceKind kind,
        @Nullable String sha256,
        long bytes,
        @Nullable Coverage coverage,
        List<Fact> factsGained,
        long factsVersion,
        List<String> sectionsNotUnderstood,
        List<EvidenceProblem> problems) {
    public EvidenceAnswer {
        factsGained = List.copyOf(factsGained);
        sectionsNotUnderstood = List.copyOf(sectionsNotUnderstood);
        problems = List.copyOf(problems);
    }
}
