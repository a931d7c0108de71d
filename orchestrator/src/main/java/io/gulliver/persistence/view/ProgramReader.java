package io.gulliver.persistence.view;

import io.gulliver.domain.program.Program;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Programs, as pages read them. */
public interface ProgramReader {

    Optional<Program> find(String key);

    /** @throws io.gulliver.persistence.UnknownRowException when there is none */
    Program require(String key);

    /** All programs by key. */
    List<Program> list();

    /** All programs that are not archived, by key. */
    List<Program> atWork();

    /** When and by whom a program was archived; empty while it is at work. */
    Optional<Archived> archived(String key);

    /** Keys of archived programs. */
    Set<String> archived();

    /**
     * A program put aside.
     *
     * @param at when
     * @param by who did it
     */
    record Archived(Instant at, String by) {}
}
