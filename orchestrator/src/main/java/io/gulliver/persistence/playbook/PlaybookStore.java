package io.gulliver.persistence.playbook;

import io.gulliver.persistence.view.PlaybookReader;
import io.gulliver.persistence.view.PlaybookRow;

/** Playbooks by the hash of their content. */
public interface PlaybookStore extends PlaybookReader {
    /** Who uploads and approves what comes with the product. */
    String SHIPPED = "shipped";

    /**
     * Keeps a playbook that was checked; the same content again answers the same row.
     *
     * @throws io.gulliver.persistence.IdempotencyConflictException name and version exist with other content
     */
    PlaybookRow save(String hash, String name, int version, String content, String by);

    /**
     * Lets a playbook be run.
     *
     * @throws io.gulliver.persistence.RefusedException when the approver is who uploaded it
     */
    PlaybookRow approve(String hash, String by);
}
