package io.gulliver.persistence.playbook;

import java.util.List;
import java.util.Optional;

/** Playbooks by the hash of their content. */
public interface PlaybookStore {
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

    Optional<PlaybookRow> find(String hash);

    Optional<PlaybookRow> find(String name, int version);

    /** By name, newest version first. */
    List<PlaybookRow> list();
}
