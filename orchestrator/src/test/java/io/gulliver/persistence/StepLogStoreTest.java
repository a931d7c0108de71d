package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.contract.activity.StepLogPiece;
import io.gulliver.contract.activity.StepLogState;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.migration.LogLevel;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.persistence.log.JdbcStepLogStore;
import io.gulliver.persistence.log.StepLogStore;
import io.gulliver.persistence.view.LogLine;
import io.gulliver.persistence.view.StepLog;
import io.gulliver.testing.Atlas;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What jobs of steps print: kept once, found by line and by word, one job after another. */
class StepLogStoreTest extends StoreContract {
    private static final StepKey COPY = StepKey.of("copy");
    private static final Instant READ = Instant.parse("2026-06-14T00:14:20.900Z");
    private MigrationId run;

    @BeforeAll
    void aRun() {
        stores.databases().add("atlas", List.of(DatabaseProfile.of("LOGGED", "shop", Environment.TEST)), "Mia");
        run = stores.migrations()
                .create(new NewMigration(
                        "atlas-LOGGED", "atlas", "LOGGED", Purpose.PRODUCTION, Atlas.HASH, 1, false, null, null, "Mia"))
                .id();
    }

    private StepLogPiece piece(StepKey step, String job, long from, String text, boolean ended) {
        return new StepLogPiece(
                run,
                step,
                1,
                "gvp0291",
                job,
                from,
                from + text.getBytes(StandardCharsets.UTF_8).length,
                text,
                READ,
                List.of(),
                ended);
    }

    private StepLogStore logs() {
        return stores.stepLogs();
    }

    @Test
    void keepsAPieceThatIsSentTwiceOnceAndSaysWhereToGoOn() {
        StepKey step = new StepKey("build", "twice");
        assertThat(logs().keep(piece(step, "imp-1", 0, "", false))).isEqualTo(new StepLogState(0, false, false));
        assertThat(logs().logs(run, step)).isEmpty();
        StepLogPiece first = piece(step, "imp-1", 0, "one\ntwo\n", false);
        assertThat(logs().keep(first)).isEqualTo(new StepLogState(8, false, false));
        assertThat(logs().keep(first)).isEqualTo(new StepLogState(8, false, false));
        assertThat(logs().keep(piece(step, "imp-1", 4, "two\nthree\n", false)).next())
                .isEqualTo(8);
        assertThat(logs().keep(piece(step, "imp-1", 50, "far\n", false)).next()).isEqualTo(8);
        assertThat(logs().keep(piece(step, "imp-1", 8, "three", true))).isEqualTo(new StepLogState(13, false, true));
        assertThat(logs().keep(piece(step, "imp-1", 13, "more\n", false)).next())
                .isEqualTo(13);
        assertThat(logs().lines(run, step, 1, 1, 10)).extracting(LogLine::text).containsExactly("one", "two", "three");
        assertThat(logs().lines(run, step, 1, 1, 10))
                .extracting(LogLine::number)
                .containsExactly(1L, 2L, 3L);
    }

    @Test
    void ofTwoWorkersThatReadTheSameBytesOneIsKept() throws Exception {
        StepKey step = new StepKey("build", "race");
        for (int round = 0; round < 10; round++) {
            StepLogPiece same = piece(step, "imp-1", round * 6L, "line" + round + "\n", false);
            List<Callable<StepLogState>> both = List.of(() -> logs().keep(same), () -> logs().keep(same));
            assertThat(atOnce(both)).extracting(StepLogState::next).containsOnly(same.to());
        }
        assertThat(logs().lines(run, step, 1, 1, 100)).hasSize(10);
    }

    @Test
    void oneJobsOutputStandsAfterAnothersAndIsSearchedAndTakenAwayWhole() throws Exception {
        StepKey step = new StepKey("build", "both");
        logs().keep(piece(step, "imp-1", 0, "begin\nORA-01691: unable to extend in HR_LOB\n", true));
        logs().keep(new StepLogPiece(
                run,
                step,
                2,
                "gvp0291",
                "imp-2",
                0,
                60,
                "attach\r\nORA-31684: exists already\nhr_lob grew\n",
                READ,
                List.of(
                        new StepLogPiece.HostTime(0, Instant.parse("2026-06-14T00:14:18Z")),
                        new StepLogPiece.HostTime(2, Instant.parse("2026-06-14T00:14:20Z"))),
                false));
        assertThat(logs().logs(run, step))
                .extracting(
                        StepLog::number,
                        StepLog::attempt,
                        StepLog::job,
                        StepLog::lines,
                        StepLog::errors,
                        StepLog::notes)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(1, 1, "imp-1", 2L, 1L, 0L),
                        org.assertj.core.groups.Tuple.tuple(2, 2, "imp-2", 3L, 0L, 1L));
        assertThat(logs().lines(run, step, 2, 1, 10))
                .extracting(LogLine::text, line -> line.hostAt().getEpochSecond() % 60)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("attach", 18L),
                        org.assertj.core.groups.Tuple.tuple("ORA-31684: exists already", 18L),
                        org.assertj.core.groups.Tuple.tuple("hr_lob grew", 20L));
        assertThat(logs().search(run, step, "HR_LOB", LogLevel.PLAIN, 1, 0, 10))
                .extracting(LogLine::log, LogLine::number)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(1, 2L), org.assertj.core.groups.Tuple.tuple(2, 3L));
        assertThat(logs().search(run, step, "HR_LOB", LogLevel.PLAIN, 1, 2, 10)).hasSize(1);
        assertThat(logs().search(run, step, "", LogLevel.ERROR, 1, 0, 10)).hasSize(1);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        logs().copy(run, step, all);
        assertThat(all.toString(StandardCharsets.UTF_8)).isEqualTo("""
                ==== attempt 1, job imp-1 on gvp0291, 2 lines ====
                begin
                ORA-01691: unable to extend in HR_LOB
                ==== attempt 2, job imp-2 on gvp0291, 3 lines, goes on ====
                attach
                ORA-31684: exists already
                hr_lob grew
                """);
    }

    @Test
    void ofAStepSoMuchIsKeptAndTheRestStaysOnTheHost() {
        StepLogStore small = new JdbcStepLogStore(database, 100, StepLogStore.FETCHED_LIMIT);
        StepKey step = new StepKey("build", "long");
        small.keep(piece(step, "imp-1", 0, "x".repeat(59) + "\n", false));
        assertThat(small.keep(piece(step, "imp-1", 60, "y".repeat(59) + "\n", false)))
                .isEqualTo(new StepLogState(60, true, false));
        assertThat(small.keep(piece(step, "imp-1", 60, "z\n", false)).full()).isTrue();
        assertThat(small.keep(piece(step, "imp-2", 0, "y".repeat(59) + "\n", false))
                        .full())
                .isTrue();
        assertThat(small.logs(run, step)).extracting(StepLog::full).containsExactly(true, true);
        assertThat(small.lines(run, step, 1, 1, 10)).hasSize(1);
    }

    /** What a person asked for of a job with so many bytes in all. */
    private StepLogPiece asked(StepKey step, String job, long from, String text, boolean ended, long hostBytes) {
        StepLogPiece piece = piece(step, job, from, text, ended);
        return new StepLogPiece(
                run, step, 1, "gvp0291", job, from, piece.to(), text, READ, List.of(), ended, hostBytes, true);
    }

    private StepLogPiece measured(StepKey step, String job, boolean ended, long hostBytes) {
        return new StepLogPiece(run, step, 1, "gvp0291", job, 0, 0, "", READ, List.of(), ended, hostBytes, null);
    }

    private String file(StepLogStore logs, StepKey step) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        logs.copy(run, step, all);
        return all.toString(StandardCharsets.UTF_8);
    }

    @Test
    void saysHowMuchOfAFullLogIsOnItsHostAndKeepsWhatSomebodyAsksFor() throws Exception {
        StepLogStore small = new JdbcStepLogStore(database, 8, StepLogStore.FETCHED_LIMIT);
        StepKey step = new StepKey("build", "rest");
        small.keep(piece(step, "imp-1", 0, "one\ntwo\n", false));
        assertThat(small.keep(asked(step, "imp-1", 8, "three\n", false, 14)))
                .as("what comes by itself is not asked for")
                .isEqualTo(new StepLogState(8, false, false));
        small.keep(piece(step, "imp-1", 8, "three\n", false));
        assertThat(small.logs(run, step))
                .singleElement()
                .satisfies(log -> assertThat(log.left()).isNull());
        assertThat(file(small, step))
                .endsWith(
                        "two\n==== not in this file: what follows byte 8 and what is printed from now on, on gvp0291 in"
                                + " ~/.gulliver/jobs/imp-1/log ====\n");
        assertThat(small.keep(measured(step, "imp-1", false, 14))).isEqualTo(new StepLogState(8, true, false));
        assertThat(small.logs(run, step)).singleElement().satisfies(log -> {
            assertThat(log.left()).isEqualTo(6);
            assertThat(log.ended()).isFalse();
        });
        assertThat(small.keep(measured(step, "imp-1", true, 19))).isEqualTo(new StepLogState(8, true, true));
        assertThat(small.keep(asked(step, "imp-1", 9, "hree\n", false, 19)).next())
                .as("no gap")
                .isEqualTo(8);
        assertThat(small.keep(asked(step, "imp-1", 8, "three\n", false, 19)))
                .isEqualTo(new StepLogState(14, true, true));
        assertThat(small.keep(asked(step, "imp-1", 8, "three\n", false, 19)).next())
                .as("once")
                .isEqualTo(14);
        assertThat(file(small, step)).isEqualTo("""
                        ==== attempt 1, job imp-1 on gvp0291, 3 lines, the rest is on the host ====
                        one
                        two
                        three
                        ==== not in this file: 5 bytes, on gvp0291 in ~/.gulliver/jobs/imp-1/log ====
                        """);
        assertThat(small.keep(asked(step, "imp-1", 14, "four\n", true, 19)))
                .isEqualTo(new StepLogState(19, false, true));
        assertThat(small.logs(run, step))
                .singleElement()
                .satisfies(log -> assertThat(log.left()).isZero());
        assertThat(file(small, step)).isEqualTo("""
                        ==== attempt 1, job imp-1 on gvp0291, 4 lines ====
                        one
                        two
                        three
                        four
                        """);
        assertThat(small.search(run, step, "four", LogLevel.PLAIN, 1, 0, 10)).hasSize(1);
    }

    @Test
    void whatSomebodyAskedForTakesNothingFromTheNextAttemptAndHasALimit() {
        StepLogStore small = new JdbcStepLogStore(database, 10, 7);
        StepKey step = new StepKey("build", "room");
        small.keep(piece(step, "imp-1", 0, "one\n", false));
        small.keep(piece(step, "imp-1", 4, "second\nthird\n", false));
        assertThat(small.keep(asked(step, "imp-1", 4, "second\n", false, 99)).next())
                .isEqualTo(11);
        assertThat(small.keep(piece(step, "imp-2", 0, "again\n", false))).isEqualTo(new StepLogState(6, false, false));
        assertThat(small.keep(asked(step, "imp-1", 11, "third\n", false, 99)))
                .as("no more is kept than people may have fetched")
                .isEqualTo(new StepLogState(11, true, false));
        assertThat(small.keep(asked(step, "nobody", 0, "x\n", false, 2))).isEqualTo(new StepLogState(0, false, false));
        assertThat(small.logs(run, step)).extracting(StepLog::job).containsExactly("imp-1", "imp-2");
    }

    @Test
    void aLineLongerThanAChunkGoesOnInTheNextAndNoChunkIsLargerThanItMayBe() {
        StepKey step = new StepKey("build", "wide");
        String wide = "\u20ac".repeat(150_000);
        logs().keep(piece(step, "imp-1", 0, wide + "\nend\n", true));
        List<LogLine> lines = logs().lines(run, step, 1, 1, 100);
        assertThat(String.join("", lines.stream().map(LogLine::text).toList())).isEqualTo(wide + "end");
        assertThat(lines.get(lines.size() - 1).text()).isEqualTo("end");
    }

    @Test
    void aRunThatIsNotThereHasNoLog() {
        StepLogPiece lost = new StepLogPiece(
                new MigrationId("migration/atlas/NOBODY/1"), COPY, 1, "h", "j", 0, 2, "x\n", READ, List.of(), false);
        assertThatThrownBy(() -> logs().keep(lost)).isInstanceOf(UnknownRowException.class);
    }

    @Test
    void saysOfWhichRunsSomethingWasKeptSinceAMoment() {
        clock.advance(Duration.ofMinutes(1));
        Instant before = clock.instant();
        clock.advance(Duration.ofSeconds(1));
        logs().keep(piece(new StepKey("build", "grows"), "imp-1", 0, "one\n", false));
        assertThat(logs().grown(before)).singleElement().satisfies(log -> {
            assertThat(log.database()).isEqualTo("LOGGED");
            assertThat(log.migration()).isEqualTo(run);
            assertThat(log.at()).isEqualTo(clock.instant());
        });
        assertThat(logs().grown(clock.instant())).isEmpty();
    }

    @Test
    void smallPiecesFillOneChunk() {
        StepKey step = new StepKey("build", "drips");
        List<String> said = new ArrayList<>();
        long at = 0;
        for (int i = 0; i < 40; i++) {
            String line = "drip " + i + "\n";
            said.add(line.strip());
            logs().keep(piece(step, "imp-1", at, line, false));
            at += line.length();
        }
        assertThat(logs().lines(run, step, 1, 1, 100)).extracting(LogLine::text).isEqualTo(said);
        assertThat(database.jdbc()
                        .sql("select chunks from step_logs where step_key = :step")
                        .param("step", step.toString())
                        .query(Integer.class)
                        .single())
                .isEqualTo(1);
    }
}
