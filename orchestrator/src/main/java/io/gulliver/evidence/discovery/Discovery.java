package io.gulliver.evidence.discovery;

import io.gulliver.evidence.LoadSamples;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What the answers of one database come to.
 *
 * @param facts with the ids of the questions they come from
 * @param blockers what forbids a move by dump files, for people
 * @param warnings what needs a person's eye
 * @param unanswered questions without an answer, each with the reason
 * @param schemas owners of objects that are not Oracle's, all of them
 * @param tablespaceMegabytes used megabytes by tablespace in which applications keep segments
 * @param load by snapshot, its times as the database's wall clock; null without AWR and STATSPACK
 */
public record Discovery(
        DiscoveredFacts facts,
        List<String> blockers,
        List<String> warnings,
        List<String> unanswered,
        List<String> schemas,
        SortedMap<String, Double> tablespaceMegabytes,
        @Nullable LoadSamples load) {
    public Discovery {
        blockers = List.copyOf(blockers);
        warnings = List.copyOf(warnings);
        unanswered = List.copyOf(unanswered);
    }

    /** Reads all chapters; a chapter without answers gives nothing. */
    public static Discovery of(QueryResults given) {
        QueryResults answers = SegmentAnswers.spread(given);
        DiscoveredFacts facts = new DiscoveredFacts();
        IdentityFactMapper.read(answers, facts);
        StorageFactMapper.read(answers, facts);
        MemoryFactMapper.read(answers, facts);
        LoadFactMapper.read(answers, facts);
        StorageFactMapper.redoOfLoad(facts);
        ObjectFactMapper.read(answers, facts);
        ReplicationFactMapper.read(answers, facts);
        SecurityFactMapper.read(answers, facts);
        Findings findings = Findings.of(answers, facts);
        List<String> unanswered = answers.unanswered().entrySet().stream()
                .map(entry -> entry.getKey() + ": " + entry.getValue())
                .toList();
        // Also when it is empty: then nothing of an earlier look is open any more.
        facts.add("not_learned", unanswered, "all questions");
        return new Discovery(
                facts,
                findings.blockers(),
                findings.warnings(),
                unanswered,
                List.copyOf(StorageFactMapper.schemas(answers)),
                StorageFactMapper.megabytes(answers),
                LoadFactMapper.samples(answers));
    }
}
