package io.gulliver.service.migration;

import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.playbook.PlaybookStore;
import io.gulliver.persistence.view.PlaybookRow;
import io.gulliver.playbook.Playbook;
import io.gulliver.playbook.PlaybookCompiler;
import io.gulliver.playbook.PlaybookDifference;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.playbook.PlaybookListing;
import io.gulliver.playbook.PlaybookLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Takes playbooks that people bring, and the second person's word on them. */
public final class PlaybookService {
    private final PlaybookStore playbooks;
    private final PlaybookLibrary library;

    public PlaybookService(PlaybookStore playbooks, PlaybookLibrary library) {
        this.playbooks = playbooks;
        this.library = library;
    }

    /**
     * A playbook as it is compiled, and what it says otherwise than the version before: what its second person reads.
     *
     * @throws UnknownRowException when there is none of this name and version
     */
    public List<String> described(String name, int version) {
        PlaybookRow row = playbooks
                .find(name, version)
                .orElseThrow(
                        () -> new UnknownRowException("There is no playbook " + name + " version " + version + "."));
        PlaybookLoader.Outcome outcome = read(row);
        if (outcome instanceof PlaybookLoader.Refused refused) {
            List<String> lines = new ArrayList<>();
            lines.add(name + " v" + version + " was kept by another Gulliver, and this one cannot read it:");
            refused.problems().forEach(problem -> lines.add(problem.toString()));
            return lines;
        }
        Playbook playbook = ((PlaybookLoader.Loaded) outcome).playbook();
        List<String> lines = new ArrayList<>(PlaybookListing.lines(
                playbook, new PlaybookCompiler().compile(playbook, library.actions()), library.actions()));
        playbooks.list().stream()
                .filter(other -> other.name().equals(name) && other.version() < version)
                .max(Comparator.comparingInt(PlaybookRow::version))
                .ifPresent(before -> difference(before, playbook, lines));
        return lines;
    }

    private void difference(PlaybookRow before, Playbook playbook, List<String> lines) {
        if (read(before) instanceof PlaybookLoader.Loaded loaded) {
            lines.add("");
            lines.add("What it says otherwise than v" + before.version());
            List<String> said = PlaybookDifference.between(loaded.playbook(), playbook);
            (said.isEmpty() ? List.of("Nothing") : said).forEach(line -> lines.add("  " + line));
        }
    }

    private PlaybookLoader.Outcome read(PlaybookRow row) {
        return library.read(
                row.name() + "/v" + row.version() + ".yaml", row.content().getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Keeps a playbook that was checked, complete: the steps of the fragments that it includes stand in what is kept, so
     * that a later Gulliver runs it as it was approved.
     *
     * @throws io.gulliver.persistence.IdempotencyConflictException name and version exist with other content
     */
    public PlaybookRow keep(PlaybookLoader.Loaded loaded, String by) {
        Playbook playbook = loaded.playbook();
        return playbooks.save(playbook.hash(), playbook.name(), playbook.version(), loaded.text(), by);
    }

    /**
     * Lets a playbook be run.
     *
     * @throws io.gulliver.persistence.RefusedException when the approver is who brought it
     */
    public PlaybookRow approve(String hash, String by) {
        return playbooks.approve(hash, by);
    }
}
