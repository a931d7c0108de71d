package io.gulliver.service.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.CutoverDates;
import io.gulliver.domain.plan.Freeze;
import io.gulliver.domain.plan.PlanBreak;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.domain.plan.Wave;
import io.gulliver.persistence.StoreContract;
import io.gulliver.persistence.view.PlaybookRow;
import io.gulliver.playbook.Playbook;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.playbook.PlaybookLoader;
import io.gulliver.service.collection.InventoryImport;
import io.gulliver.testing.Services;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The plan of a typed program, worked out by hand. People work Monday to Friday, 08:00 to 18:00, in Zurich; 2027 begins on
 * a Friday, so 4, 11 and 18 January are Mondays.
 *
 * <p>Before users out, the longest way through the playbook is look (30 min of a machine) and agree (6 h), size (4 h),
 * network (15 h; host runs beside it for 3 h): discovery 6 h 30, sizing 4 h, build 15 h. From a Monday at 08:00:
 *
 * <pre>
 * discovery  Mon 08:00 + 6 h = 14:00, + 30 min             Mon 14:30
 * sizing     Mon 14:30 to 18:00 is 3 h 30, 30 min left     Tue 08:30
 * build      Tue 08:30 to 18:00 is 9 h 30, 5 h 30 left     Wed 13:30
 * rehearsed  is due 7 days before users out                Wed 13:30 a week later, which lies in working hours
 * users out                                                Wed 18:00
 * </pre>
 *
 * <p>The outage by Data Pump at 400 and 300 MB/s: 900 s to quiesce, 1,800 s to check, 900 s to switch, 2.5 s and 3.333 s
 * for each GB: 288 GB take 60 + 28 = 88 min, 864 GB 144 min, 1,440 GB 200 min. In the playbook it is stop (15 min), load
 * (60), compare (30), redirect (15), of 120 min: replication from 1/8 to 5/8 of it, validation from 5/8 to 7/8.
 *
 * <p>Hypercare ends with watch, T + 3 d; the old source is gone 8 h of work after T + 14 d.
 */
class PlanTableTest extends StoreContract {
    private static final ZoneId ZONE = ZoneId.of("Europe/Zurich");
    private static final DateTimeFormatter SHOWN = DateTimeFormatter.ofPattern("d MMM HH:mm", Locale.ENGLISH);
    private static final String PLAYBOOK = """
            name: data-pump
            version: 99
            method: data-pump
            title: A crossing by hand
            steps:
              - {id: look, title: Looks, stage: discovery, action: conformance.look, estimate: 30m}
              - {id: agree, title: Agrees, stage: discovery, kind: task, role: dba, needs: [look], estimate: 6h}
              - {id: size, title: Sizes, stage: sizing, kind: task, role: dba, needs: [agree], estimate: 4h}
              - {id: network, title: Connects, stage: build, kind: task, role: network, needs: [size], estimate: 15h}
              - {id: host, title: Builds, stage: build, action: conformance.look, needs: [size], estimate: 3h}
              - {id: rehearsed, title: Rehearsed, stage: cutover, kind: gate, role: pm, needs: [network, host], notBefore: T-7d}
              - {id: go, title: Go, stage: cutover, kind: gate, role: pm, needs: [rehearsed], notBefore: T-2h}
              - {id: stop, title: Stops, stage: cutover, phase: outage, kind: task, role: dba, needs: [go], notBefore: T, estimate: 15m}
              - {id: load, title: Loads, stage: replication, phase: outage, action: conformance.look, needs: [stop], estimate: 1h}
              - {id: compare, title: Compares, stage: validation, phase: outage, action: conformance.look, needs: [load], estimate: 30m}
              - {id: redirect, title: Redirects, stage: cutover, phase: outage, kind: task, role: dba, needs: [compare], estimate: 15m}
              - {id: start, title: Starts, stage: cutover, phase: after, kind: task, role: dba, needs: [redirect], estimate: 30m}
              - {id: watch, title: Watched, stage: cutover, phase: after, kind: gate, role: pm, needs: [start], notBefore: T+3d}
              - {id: retire, title: Retires, stage: cutover, phase: after, kind: task, role: dba, needs: [watch], notBefore: T+14d, estimate: 8h}
            """;

    private String program = "";
    private PlanService plan;
    private PlanEditService edits;

    @BeforeEach
    void typed() {
        program = "t" + UUID.randomUUID().toString().substring(0, 12);
        stores.programs()
                .create(
                        program,
                        "Typed",
                        ZONE,
                        Map.of(
                                "collection",
                                Map.of("sizing_waits", false),
                                "workingHours",
                                Map.of(
                                        "days",
                                        List.of("MON", "TUE", "WED", "THU", "FRI"),
                                        "from",
                                        "08:00",
                                        "to",
                                        "18:00")),
                        "Mia");
        plan = Services.plan(stores, shapes());
        edits = new PlanEditService(database, stores.plans(), plan);
        String inventory = """
                database,application,environment,size_gb,outage_window_minutes,move_group,latest
                A,shop,production,288,480,g1,
                B,shop,production,864,480,g1,
                C,bank,production,288,480,g2,
                D,bank,production,1440,480,g2,
                E,post,production,288,480,,2027-01-20
                F,rail,production,288,480,,
                G,mint,production,288,480,,
                H,toll,production,288,480,,
                """;
        assertThat(new InventoryImport(
                                database,
                                stores.programs(),
                                stores.databases(),
                                stores.people(),
                                RuleTables.shipped().inventory())
                        .apply(program, inventory.getBytes(StandardCharsets.UTF_8), false, List.of(), "Mia")
                        .applied())
                .isTrue();
        wave(1, "2027-01-04T08:00", null, null, "A", "C", "D");
        wave(2, "2027-01-11T08:00", null, null, "B", "E");
        wave(3, "2027-01-11T08:00", "2027-01-16T20:00", null, "F");
        wave(4, "2027-01-11T08:00", null, "2027-01-24T06:00", "G");
        wave(5, "2027-01-04T08:00", "2027-01-20T15:00", null, "H");
        edits.addFreeze(
                new Freeze(0, program, at("2027-01-20T12:00"), at("2027-01-21T12:00"), "Year-end close"), "Mia");
        plan.approve(program, "agreed on Monday", "Mia");
    }

    private static PlaybookShapes shapes() {
        PlaybookLibrary library = PlaybookLibrary.shipped();
        PlaybookLoader.Outcome outcome = library.add("data-pump/v99.yaml", PLAYBOOK.getBytes(StandardCharsets.UTF_8));
        assertThat(outcome).isNotInstanceOf(PlaybookLoader.Refused.class);
        Playbook playbook = library.find("data-pump", 99).orElseThrow();
        PlaybookRow row =
                new PlaybookRow(playbook.hash(), "data-pump", 99, PLAYBOOK, "Mia", Instant.EPOCH, "Ben", Instant.EPOCH);
        return new PlaybookShapes(
                () -> List.of(row),
                hash -> library.findByHash(hash).orElseThrow(),
                hash -> library.findPlan(hash).orElseThrow());
    }

    private static Instant at(String local) {
        return LocalDateTime.parse(local).atZone(ZONE).toInstant();
    }

    private void wave(
            int number, String start, @Nullable String usersOut, @Nullable String goLive, String... databases) {
        Wave wave = edits.addWave(program, number, "Wave " + number, at(start), List.of(), List.of(databases), "Mia");
        edits.changeWave(
                new Wave(
                        program,
                        number,
                        wave.title(),
                        wave.start(),
                        wave.after(),
                        wave.state(),
                        wave.version(),
                        "Mia",
                        wave.changedAt(),
                        usersOut == null ? null : at(usersOut),
                        goLive == null ? null : at(goLive)),
                "Mia");
    }

    private void moved(int number, String start) {
        Wave wave = stores.plans().wave(program, number).orElseThrow();
        edits.changeWave(
                new Wave(
                        program,
                        number,
                        wave.title(),
                        at(start),
                        wave.after(),
                        wave.state(),
                        wave.version(),
                        "Mia",
                        wave.changedAt()),
                "Mia");
    }

    private static String told(@Nullable Instant at) {
        return at == null ? "never" : SHOWN.format(at.atZone(ZONE));
    }

    /** Discovery, sizing, build; users out, replication, validation, users in; hypercare ends, source retired. */
    private List<String> table() {
        List<String> table = new ArrayList<>();
        Map<String, CutoverDates> cutovers = stores.plans().cutovers(program);
        stores.plans().times(program).forEach((database, six) -> {
            CutoverDates dates = cutovers.get(database);
            StringBuilder line = new StringBuilder(database);
            for (Stage stage : List.of(Stage.DISCOVERY, Stage.SIZING, Stage.BUILD)) {
                line.append(" | ").append(told(six.get(stage.ordinal()).plannedEnd()));
            }
            line.append(" | out ").append(told(dates.usersOut()));
            for (Stage stage : List.of(Stage.REPLICATION, Stage.VALIDATION)) {
                StageTimes times = six.get(stage.ordinal());
                line.append(" | ")
                        .append(told(times.plannedStart()))
                        .append(" to ")
                        .append(told(times.plannedEnd()));
            }
            StageTimes cutover = six.get(Stage.CUTOVER.ordinal());
            assertThat(cutover.plannedStart()).isEqualTo(dates.usersOut());
            assertThat(cutover.plannedEnd()).isEqualTo(dates.usersIn());
            line.append(" | in ").append(told(dates.usersIn()));
            line.append(" | ").append(told(dates.hypercareEnds())).append(" | ").append(told(dates.retired()));
            table.add(line.toString());
        });
        return table;
    }

    @Test
    void thePlanOfATypedProgramIsTheOneWorkedOutByHand() {
        assertThat(table())
                .containsExactly(
                        // g1 stands in two waves: A is ready on 6 January, B on 13; due 7 days before: 20 January
                        // 13:30.
                        // 18:00 of that day lies in the freeze up to 21 January 12:00; so 21 January 18:00, and users
                        // of
                        // both are in 144 min later. Inside, A takes 88 min of its own: 11, 55 and 77 min after T.
                        "A | 4 Jan 14:30 | 5 Jan 08:30 | 6 Jan 13:30 | out 21 Jan 18:00"
                                + " | 21 Jan 18:11 to 21 Jan 18:55 | 21 Jan 18:55 to 21 Jan 19:17"
                                + " | in 21 Jan 20:24 | 24 Jan 18:00 | 5 Feb 16:00",
                        // 144 min: 18, 90 and 126 min after T
                        "B | 11 Jan 14:30 | 12 Jan 08:30 | 13 Jan 13:30 | out 21 Jan 18:00"
                                + " | 21 Jan 18:18 to 21 Jan 19:30 | 21 Jan 19:30 to 21 Jan 20:06"
                                + " | in 21 Jan 20:24 | 24 Jan 18:00 | 5 Feb 16:00",
                        // g2 alone in wave 1: 13 January 13:30, so 18:00; D's 200 min are everybody's
                        "C | 4 Jan 14:30 | 5 Jan 08:30 | 6 Jan 13:30 | out 13 Jan 18:00"
                                + " | 13 Jan 18:11 to 13 Jan 18:55 | 13 Jan 18:55 to 13 Jan 19:17"
                                + " | in 13 Jan 21:20 | 16 Jan 18:00 | 28 Jan 16:00",
                        // 25, 125 and 175 min after T; T + 14 d is Wednesday 27 at 18:00, so all of Thursday to 16:00
                        "D | 4 Jan 14:30 | 5 Jan 08:30 | 6 Jan 13:30 | out 13 Jan 18:00"
                                + " | 13 Jan 18:25 to 13 Jan 20:05 | 13 Jan 20:05 to 13 Jan 20:55"
                                + " | in 13 Jan 21:20 | 16 Jan 18:00 | 28 Jan 16:00",
                        // as B, with 88 min of its own
                        "E | 11 Jan 14:30 | 12 Jan 08:30 | 13 Jan 13:30 | out 21 Jan 18:00"
                                + " | 21 Jan 18:11 to 21 Jan 18:55 | 21 Jan 18:55 to 21 Jan 19:17"
                                + " | in 21 Jan 19:28 | 24 Jan 18:00 | 5 Feb 16:00",
                        // users out is typed, on a Saturday; T + 14 d is Saturday 30, so Monday 1 February
                        "F | 11 Jan 14:30 | 12 Jan 08:30 | 13 Jan 13:30 | out 16 Jan 20:00"
                                + " | 16 Jan 20:11 to 16 Jan 20:55 | 16 Jan 20:55 to 16 Jan 21:17"
                                + " | in 16 Jan 21:28 | 19 Jan 20:00 | 1 Feb 16:00",
                        // users in is typed for Sunday 06:00: T is 88 min before
                        "G | 11 Jan 14:30 | 12 Jan 08:30 | 13 Jan 13:30 | out 24 Jan 04:32"
                                + " | 24 Jan 04:43 to 24 Jan 05:27 | 24 Jan 05:27 to 24 Jan 05:49"
                                + " | in 24 Jan 06:00 | 27 Jan 04:32 | 8 Feb 16:00",
                        // typed for Wednesday 15:00: working hours to 18:00, the freeze to Thursday 12:00, hours to
                        // 18:00
                        "H | 4 Jan 14:30 | 5 Jan 08:30 | 6 Jan 13:30 | out 21 Jan 18:00"
                                + " | 21 Jan 18:11 to 21 Jan 18:55 | 21 Jan 18:55 to 21 Jan 19:17"
                                + " | in 21 Jan 19:28 | 24 Jan 18:00 | 5 Feb 16:00");
    }

    @Test
    void whatDoesNotHoldIsNamedWithItsDates() {
        List<String> broken = new ArrayList<>();
        stores.plans()
                .cutovers(program)
                .forEach((database, dates) -> dates.broken().stream()
                        .map(PlanBreak::words)
                        .forEach(words -> broken.add(database + ": " + words)));
        String waves = "Move group g1 goes live at one moment and stands in waves W1, W2.";
        assertThat(broken)
                .containsExactly(
                        "A: " + waves,
                        "B: " + waves,
                        "E: Users of E are in on 21 Jan 2027 19:28, and the latest is 21 Jan 2027 00:00.",
                        "F: 'Rehearsed' of F is due on 9 Jan 2027 20:00, and what comes before it ends on 13 Jan 2027 13:30.",
                        "H: Users out is typed for 20 Jan 2027 15:00, and the outage touches working hours.",
                        "H: Users out is typed for 20 Jan 2027 15:00, and the outage touches the freeze 'Year-end close'"
                                + " from 20 Jan 2027 12:00 to 21 Jan 2027 12:00.");
    }

    /** Wave 1 a week later: 20 January 18:00 lies in the freeze, so g2 is a week and a day late; g1 waits for B anyway. */
    @Test
    void aMovedWaveIsLateByWhatItsDatesMove() {
        moved(1, "2027-01-11T08:00");
        assertThat(table().get(2))
                .isEqualTo("C | 11 Jan 14:30 | 12 Jan 08:30 | 13 Jan 13:30 | out 21 Jan 18:00"
                        + " | 21 Jan 18:11 to 21 Jan 18:55 | 21 Jan 18:55 to 21 Jan 19:17"
                        + " | in 21 Jan 21:20 | 24 Jan 18:00 | 5 Feb 16:00");
        assertThat(stores.views().row(program, "C").orElseThrow().slip()).isEqualTo(Duration.ofDays(8));
        assertThat(stores.views().row(program, "A").orElseThrow().slip()).isEqualTo(Duration.ZERO);
    }

    /** Every step that hangs on users out has its date before a run exists, and moves with either date of the wave. */
    @Test
    void stepsThatHangOnUsersOutMoveWithIt() {
        assertThat(dated("F"))
                .containsExactly(
                        "Rehearsed 9 Jan 20:00", "Go 16 Jan 18:00", "Watched 19 Jan 20:00", "Retires 30 Jan 20:00");
        Wave wave = stores.plans().wave(program, 3).orElseThrow();
        edits.changeWave(
                new Wave(
                        program,
                        3,
                        wave.title(),
                        wave.start(),
                        wave.after(),
                        wave.state(),
                        wave.version(),
                        "Mia",
                        wave.changedAt(),
                        null,
                        at("2027-01-30T22:00")),
                "Mia");
        // 88 min before users are in
        assertThat(stores.plans().cutover(program, "F").orElseThrow().usersOut())
                .isEqualTo(at("2027-01-30T20:32"));
        assertThat(dated("F"))
                .containsExactly(
                        "Rehearsed 23 Jan 20:32", "Go 30 Jan 18:32", "Watched 2 Feb 20:32", "Retires 13 Feb 20:32");
    }

    private List<String> dated(String database) {
        return plan
                .durations(program, database)
                .shape()
                .dated(stores.plans().cutover(program, database).orElseThrow().usersOut())
                .stream()
                .map(one -> one.title() + " " + told(one.at()))
                .toList();
    }

    /** A window of 90 min leaves 2 min of room behind T for 88 min; one of 60 min none. */
    @Test
    void theLastStartThatFitsIsTheWindowsEndLessTheOutage() {
        CutoverDates dates = stores.plans().cutover(program, "F").orElseThrow();
        assertThat(dates.lastStart(Duration.ofMinutes(90))).isEqualTo(at("2027-01-16T20:02"));
        assertThat(dates.lastStart(Duration.ofMinutes(60))).isEqualTo(at("2027-01-16T19:32"));
        assertThat(dates.lastStart(null)).isNull();
    }
}
