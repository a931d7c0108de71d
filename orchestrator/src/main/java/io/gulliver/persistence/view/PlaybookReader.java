package io.gulliver.persistence.view;

import java.util.List;
import java.util.Optional;

/** Playbooks by the hash of their content, as pages read them. */
public interface PlaybookReader {

    Optional<PlaybookRow> find(String hash);

    Optional<PlaybookRow> find(String name, int version);

    /** By name, newest version first. */
    List<PlaybookRow> list();
}
