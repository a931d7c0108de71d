package io.gulliver.service.migration;

import io.gulliver.persistence.playbook.PlaybookStore;
import io.gulliver.persistence.view.PlaybookRow;
import io.gulliver.playbook.Playbook;
import io.gulliver.playbook.PlaybookLoader;

/** Takes playbooks that people bring, and the second person's word on them. */
public final class PlaybookService {
    private final PlaybookStore playbooks;

    public PlaybookService(PlaybookStore playbooks) {
        this.playbooks = playbooks;
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
