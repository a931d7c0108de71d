package io.gulliver.evidence.discovery;

import java.util.List;

/**
 * What the answers of one database come to.
 *
 * @param facts with the ids of the questions they come from
 * @param blockers what forbids a move by dump files, for people
 * @param warnings what needs a person's eye
 * @param unanswered questions without an answer, each with the reason
 */
public record Discovery(DiscoveredFacts facts, List<String> blockers, List<String> warnings, List<String> unanswered) {
    public Discovery {
        blockers = List.copyOf(blockers);
        warnings = List.copyOf(warnings);
        unanswered = List.copyOf(unanswered);
    }

    /** Reads all chapters; a chapter without answers gives nothing. */
    public static Discovery of(Answers answers) {
        DiscoveredFacts facts = new DiscoveredFacts();
        IdentityChapter.read(answers, facts);
        StorageChapter.read(answers, facts);
        MemoryChapter.read(answers, facts);
        LoadChapter.read(answers, facts);
        ObjectChapter.read(answers, facts);
        ReplicationChapter.read(answers, facts);
        SecurityChapter.read(answers, facts);
        Findings findings = Findings.of(answers, facts);
        return new Discovery(
                facts,
                findings.blockers(),
                findings.warnings(),
                answers.unanswered().entrySet().stream()
                        .map(entry -> entry.getKey() + ": " + entry.getValue())
                        .toList());
    }
}
