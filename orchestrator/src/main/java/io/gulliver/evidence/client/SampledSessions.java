package io.gulliver.evidence.client;

import io.gulliver.domain.estate.ClientDirection;
import io.gulliver.domain.estate.ClientSighting;
import io.gulliver.evidence.discovery.AnswerRow;
import io.gulliver.evidence.discovery.Answers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Clients in one sample of a database's sessions, the answers to {@code session-clients} of discovery. */
public final class SampledSessions {
    private static final String QUESTION = "session-clients";

    private SampledSessions() {}

    /**
     * One sighting for each row; background processes have no machine and are passed over.
     *
     * @param at when the sample was taken
     */
    public static List<ClientSighting> of(Answers answers, Instant at) {
        List<ClientSighting> sightings = new ArrayList<>();
        for (AnswerRow row : answers.has(QUESTION) ? answers.of(QUESTION) : List.<AnswerRow>of()) {
            String machine = orNull(row, "MACHINE");
            if (machine == null) {
                continue;
            }
            double sessions = row.number("SESSIONS");
            String program = orNull(row, "PROGRAM");
            String driver = orNull(row, "CLIENT_DRIVER");
            String version = orNull(row, "CLIENT_VERSION");
            sightings.add(new ClientSighting(
                    ClientDirection.INBOUND,
                    "sessions",
                    machine,
                    program == null ? "" : program,
                    orNull(row, "USERNAME"),
                    orNull(row, "SERVICE_NAME"),
                    null,
                    driver == null ? version : version == null ? driver : driver + " " + version,
                    at,
                    at,
                    sessions >= 1 ? (long) sessions : 1));
        }
        return sightings;
    }

    private static @Nullable String orNull(AnswerRow row, String column) {
        String text = row.find(column);
        return text == null || text.isBlank() ? null : text.strip();
    }
}
