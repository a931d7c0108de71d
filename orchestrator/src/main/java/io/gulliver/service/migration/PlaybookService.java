package io.gulliver.service.migration;

import io.gulliver.persistence.playbook.PlaybookStore;
import io.gulliver.persistence.view.PlaybookRow;
import io.gulliver.playbook.Playbook;
import java.nio.charset.StandardCharsets;

/** Takes playbooks that people bring, and the second person's word on them. */
public final class PlaybookService {
    private final PlaybookStore playbooks;

    public PlaybookService(PlaybookStore playbooks) {
        this.playbooks = playbooks;
    }

    /**
     * Keeps a playbook that was checked.
     *
     * @param content its text as it came, of which {@code playbook} was read
     * @throws io.gulliver.persistence.IdempotencyConflictException name and version exist with other content
     */
    public PlaybookRow keep(Playbook playbook, byte[] content, String by) {
        return playbooks.save(
                playbook.hash(), playbook.name(), playbook.version(), new String(content, StandardCharsets.UTF_8), by);
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
