package io.gulliver.ui.program;

import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.Stage;
import io.gulliver.persistence.view.AccessReader;
import io.gulliver.persistence.view.MigrationQuery;
import io.gulliver.persistence.view.MigrationReader;
import io.gulliver.service.planning.MethodDemand;
import io.gulliver.ui.frame.Status;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.util.UriUtils;

/** The path from a list of databases to the first run that carries one, ticked by what is there. */
@Component
public class FirstSteps {
    private final ProgramViews programs;
    private final AccessReader access;
    private final MethodDemand demand;
    private final MigrationReader migrations;

    FirstSteps(ProgramViews programs, AccessReader access, MethodDemand demand, MigrationReader migrations) {
        this.programs = programs;
        this.access = access;
        this.demand = demand;
        this.migrations = migrations;
    }

    /** What is done one after the other. */
    public enum Kind {
        IMPORT,
        ACCESS,
        EVIDENCE,
        METHODS,
        WAVES,
        START
    }

    /**
     * One line of the path.
     *
     * @param kind what is done
     * @param status DONE, WAITING for somebody, READY, or NONE before what it needs
     * @param through databases that are through it
     * @param of of so many
     * @param href where it is done
     */
    public record Step(Kind kind, Status status, int through, int of, String href) {
        public boolean done() {
            return status == Status.DONE;
        }

        public boolean open() {
            return status == Status.READY || status == Status.WAITING;
        }
    }

    /**
     * The path.
     *
     * @param steps six, in their order
     * @param next the first that is open, or null when none is
     */
    public record Path(List<Step> steps, @Nullable Kind next) {
        public Path {
            steps = List.copyOf(steps);
        }

        public long done() {
            return steps.stream().filter(Step::done).count();
        }
    }

    /** The path of a program. */
    public Path of(String program) {
        return of(program, programs.overview(program));
    }

    /** The path while nothing was started, else null. */
    @Nullable
    Path open(String program, ProgramOverview overview) {
        return overview.across() > 0 || begun(program) ? null : of(program, overview);
    }

    private Path of(String program, ProgramOverview overview) {
        String base = "/programs/" + program;
        int all = overview.databases();
        AccessReader.Count tried = access.count(program);
        int reached = tried.tried() - tried.bad();
        int seen = overview.stages().stream()
                .filter(stage -> stage.stage() == Stage.DISCOVERY)
                .mapToInt(ProgramOverview.StageTally::through)
                .sum();
        int decided = demand.of(program).stream()
                .filter(way -> way.method() != null)
                .mapToInt(MethodDemand.Way::databases)
                .sum();
        List<String> placed = overview.waves().stream()
                .flatMap(wave -> wave.databases().stream().map(ProgramOverview.DatabaseLine::name))
                .toList();
        boolean agreed = overview.agreedEnd() != null;
        List<Step> steps = List.of(
                new Step(Kind.IMPORT, all > 0 ? Status.DONE : Status.READY, all, all, base + "/inventory"),
                step(Kind.ACCESS, reached, all, tried.bad() > 0, all > 0, base + "/access"),
                step(Kind.EVIDENCE, seen, all, false, seen > 0 || reached > 0, base + "/window"),
                step(Kind.METHODS, decided, all, false, seen > 0, base + "/databases"),
                agreed
                        ? step(Kind.WAVES, placed.size(), all, false, true, base + "/plan/edit")
                        : new Step(
                                Kind.WAVES,
                                all > 0 ? Status.READY : Status.NONE,
                                placed.size(),
                                all,
                                base + "/plan/edit"),
                new Step(
                        Kind.START,
                        begun(program) ? Status.DONE : placed.isEmpty() ? Status.NONE : Status.READY,
                        overview.across(),
                        all,
                        placed.isEmpty()
                                ? base + "/databases"
                                : base + "/databases/"
                                        + UriUtils.encodePathSegment(placed.get(0), StandardCharsets.UTF_8)
                                        + "#start"));
        return new Path(
                steps,
                steps.stream().filter(Step::open).map(Step::kind).findFirst().orElse(null));
    }

    private static Step step(Kind kind, int through, int of, boolean stands, boolean possible, String href) {
        Status status =
                of > 0 && through == of ? Status.DONE : stands ? Status.WAITING : possible ? Status.READY : Status.NONE;
        return new Step(kind, status, through, of, href);
    }

    /** Whether a rehearsal or a production run was ever started. */
    private boolean begun(String program) {
        return Stream.of(Purpose.PRODUCTION, Purpose.REHEARSAL)
                .flatMap(purpose ->
                        migrations
                                .list(new MigrationQuery(program, null, purpose, Set.of(), null, 200))
                                .rows()
                                .stream())
                .anyMatch(run -> !run.evaluateOnly());
    }
}
