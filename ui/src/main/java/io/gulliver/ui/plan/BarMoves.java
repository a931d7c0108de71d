package io.gulliver.ui.plan;

import io.gulliver.domain.plan.TypedPlan;
import io.gulliver.domain.plan.Wave;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.domain.program.Program;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Links;
import io.gulliver.ui.frame.Words;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * How bars of the plan are moved: each by the fields of the form that changes the same, of which the dates move by whole days
 * of the program's zone. What comes of it is previewed as that form is.
 */
@Component
class BarMoves {
    private static final DateTimeFormatter FIELD = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm");

    private final Words words;

    BarMoves(Words words) {
        this.words = words;
    }

    /**
     * Moves of waves and of databases that stand in one, named as rows.
     *
     * @param begins when waves begin by the plan, by key; of those that wait for others and have no start of their own
     * @param usersOut of databases, by name; without it a database has no date to move
     */
    Map<String, PlanChart.Move> of(
            Program program, TypedPlan typed, Map<String, Instant> begins, Map<String, Instant> usersOut, Formats fmt) {
        String base = "/programs/" + Links.part(program.key()) + "/plan/";
        Map<String, PlanChart.Move> moves = new TreeMap<>();
        for (Wave wave : typed.waves()) {
            Map<String, Instant> dates = dates(wave, begins.get(wave.key()));
            Map<String, String> fields = new LinkedHashMap<>();
            fields.put("number", Integer.toString(wave.number()));
            fields.put("title", wave.title());
            fields.put("after", WaveForm.keys(wave.after()));
            fields.put("state", wave.state().name());
            fields.put("version", Long.toString(wave.version()));
            dates.values().stream()
                    .findFirst()
                    .ifPresent(first -> moves.put(
                            PlanChart.waveName(wave.key()),
                            new PlanChart.Move(
                                    base + "waves/" + wave.number(),
                                    query(fields),
                                    local(program, dates),
                                    words.text("plan.move.wave", wave.key(), wave.title(), fmt.day(first)))));
        }
        for (WaveMember member : typed.members()) {
            Instant out = usersOut.get(member.database());
            if (out != null) {
                moves.put(
                        PlanChart.databaseName(member.database()),
                        new PlanChart.Move(
                                base + "databases/" + Links.part(member.database()),
                                query(Map.of("wave", Integer.toString(member.wave()))),
                                local(program, Map.of("cutover", out)),
                                words.text("plan.move.database", member.database(), fmt.day(out))));
            }
        }
        return moves;
    }

    /** What a person typed, or when it begins where nobody typed a date. */
    private static Map<String, Instant> dates(Wave wave, @Nullable Instant begins) {
        Map<String, Instant> dates = new LinkedHashMap<>();
        put(dates, "start", wave.start());
        put(dates, "usersOut", wave.usersOut());
        put(dates, "goLive", wave.goLive());
        if (dates.isEmpty()) {
            put(dates, "start", begins);
        }
        return dates;
    }

    private static void put(Map<String, Instant> dates, String name, @Nullable Instant at) {
        if (at != null) {
            dates.put(name, at);
        }
    }

    private static String local(Program program, Map<String, Instant> dates) {
        Map<String, String> fields = new LinkedHashMap<>();
        dates.forEach((name, at) -> fields.put(name, FIELD.format(LocalDateTime.ofInstant(at, program.zone()))));
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + field.getValue())
                .collect(Collectors.joining("&"));
    }

    private static String query(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }
}
