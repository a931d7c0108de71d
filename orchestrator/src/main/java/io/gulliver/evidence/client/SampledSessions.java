package io.gulliver.evidence.client;

import io.gulliver.domain.estate.ClientDirection;
import io.gulliver.domain.estate.ClientSighting;
import io.gulliver.evidence.discovery.AnswerRow;
import io.gulliver.evidence.discovery.QueryResults;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Clients in one sample of a database's sessions, the answers to {@code session-clients} of discovery. */
public final class SampledSessions {
    private static final String QUESTION = "session-clients";

    /** By what these clients were seen; the regular samples say the same, for they see the same. */
    private static final String SOURCE = "sessions";

    /** Most clients that one sample hands on between steps. */
    public static final int MOST = 500;

    private SampledSessions() {}

    /**
     * A sample as small texts that steps hand on, each a list in JSON: machine, program, user, service, driver, sessions.
     *
     * @return the {@link #MOST} clients with most sessions
     */
    public static List<String> texts(List<ClientSighting> sample) {
        return sample.stream()
                .sorted(Comparator.comparingLong(ClientSighting::count).reversed())
                .limit(MOST)
                .map(client -> JsonMapper.shared()
                        .writeValueAsString(Arrays.asList(
                                client.machine(),
                                client.program(),
                                client.user(),
                                client.service(),
                                client.driver(),
                                client.count())))
                .toList();
    }

    /**
     * Reads what {@link #texts} wrote.
     *
     * @param at when the sample was taken
     * @throws IllegalArgumentException a text has another form; the message shows it
     */
    public static List<ClientSighting> read(List<String> texts, Instant at) {
        return texts.stream().map(text -> sighting(text, at)).toList();
    }

    private static ClientSighting sighting(String text, Instant at) {
        JsonNode told;
        try {
            told = JsonMapper.shared().readTree(text);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("Client " + text + " is no JSON", e);
        }
        if (told.size() != 6
                || !told.path(0).isString()
                || !told.path(1).isString()
                || !told.path(5).isIntegralNumber()) {
            throw new IllegalArgumentException(
                    "Client " + text + ": wanted a list of machine, program, user, service, driver, sessions");
        }
        return new ClientSighting(
                ClientDirection.INBOUND,
                SOURCE,
                told.path(0).stringValue(),
                told.path(1).stringValue(),
                told.path(2).stringValue(null),
                told.path(3).stringValue(null),
                null,
                told.path(4).stringValue(null),
                at,
                at,
                told.path(5).longValue());
    }

    /**
     * One sighting for each row; background processes have no machine and are passed over.
     *
     * @param at when the sample was taken
     */
    public static List<ClientSighting> of(QueryResults answers, Instant at) {
        List<ClientSighting> sightings = new ArrayList<>();
        for (AnswerRow row : answers.has(QUESTION) ? answers.of(QUESTION) : List.<AnswerRow>of()) {
            String machine = orNull(row, "MACHINE");
            if (machine == null) {
                continue;
            }
            double sessions = row.number("SESSIONS");
            String program = orNull(row, "PROGRAM");
            sightings.add(new ClientSighting(
                    ClientDirection.INBOUND,
                    SOURCE,
                    machine,
                    program == null ? "" : program,
                    orNull(row, "USERNAME"),
                    orNull(row, "SERVICE_NAME"),
                    null,
                    driver(row.find("CLIENT_DRIVER"), row.find("CLIENT_VERSION")),
                    at,
                    at,
                    sessions >= 1 ? (long) sessions : 1));
        }
        return sightings;
    }

    /**
     * A driver as V$SESSION_CONNECT_INFO names it, in one text.
     *
     * @param name such as {@code jdbcthin}; {@code Unknown}, as the view says of clients before 11.2, is none
     * @param version such as {@code 19.3.0.0.0}, or null
     * @return null where neither says anything
     */
    public static @Nullable String driver(@Nullable String name, @Nullable String version) {
        String said = Stream.of(name, version)
                .filter(Objects::nonNull)
                .map(String::strip)
                .filter(text -> !text.isEmpty() && !text.equalsIgnoreCase("unknown"))
                .collect(Collectors.joining(" "));
        return said.isEmpty() ? null : said;
    }

    private static @Nullable String orNull(AnswerRow row, String column) {
        String text = row.find(column);
        return text == null || text.isBlank() ? null : text.strip();
    }
}
