package io.gulliver.evidence.client;

import io.gulliver.domain.estate.RedirectMethod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list of clients that people brought: who answers for which program of which machine.
 *
 * @param rows one a line, without a problem
 * @param problems what is wrong, with line and column; a list with any is not taken
 */
public record ClientList(List<Row> rows, List<String> problems) {
    public ClientList {
        rows = List.copyOf(rows);
        problems = List.copyOf(problems);
    }

    /**
     * One line.
     *
     * @param line where it stands, from 1
     * @param machine as the list spells it
     * @param program or null for every program of the machine
     * @param service or null for every service
     * @param owner or null to leave it as it is
     * @param redirect or null to leave it as it is
     * @param note or null to leave it as it is
     */
    public record Row(
            long line,
            String machine,
            @Nullable String program,
            @Nullable String service,
            @Nullable String owner,
            @Nullable RedirectMethod redirect,
            @Nullable String note) {}
}
