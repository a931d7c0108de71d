package io.gulliver.planning.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.PlanBreak;
import io.gulliver.domain.plan.Rates;
import io.gulliver.domain.plan.StageStatus;
import io.gulliver.planning.schedule.PlanInput.Closed;
import io.gulliver.planning.schedule.PlanInput.Item;
import io.gulliver.planning.schedule.PlanInput.Progress;
import io.gulliver.planning.schedule.PlanInput.WaveInput;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What dates follow from, by example and over many random programs. */
class SchedulerTest {
    private static final Instant START = Instant.parse("2026-03-02T08:00:00Z");
    private static final int PROGRAMS = 300;

    private static Item item(String name, int wave, @Nullable String group, double gigabytes, Rates rates) {
        return new Item(name, wave, group, StageDurations.of(gigabytes, null, rates, Map.of()), null, Map.of());
    }

    private static Item progress(Item item, Map<Stage, Progress> progress) {
        return new Item(item.database(), item.wave(), item.moveGroup(), item.durations(), item.notBefore(), progress);
    }

    private static PlanInput input(List<Item> items, Closed... closed) {
        return new PlanInput(
                List.of(new WaveInput(1, START, List.of()), new WaveInput(2, null, List.of(1))),
                items,
                List.of(closed));
    }

    @Test
    void stagesFollowOneAnother() {
        Timeline plan = Scheduler.plan(input(List.of(item("A", 1, null, 300, Rates.defaults()))));
        assertThat(plan.bar("A", Stage.DISCOVERY).start()).isEqualTo(START);
        for (int i = 1; i < Stage.values().length; i++) {
            assertThat(plan.bar("A", Stage.values()[i]).start())
                    .isEqualTo(plan.bar("A", Stage.values()[i - 1]).end());
        }
        // 3600 s fixed and 300 GB at 300 MB/s
        assertThat(plan.bar("A", Stage.REPLICATION).length()).isEqualTo(Duration.ofSeconds(4600));
    }

    @Test
    void aWaveWaitsForTheOneBefore() {
        Timeline plan = Scheduler.plan(
                input(List.of(item("A", 1, null, 300, Rates.defaults()), item("B", 2, null, 300, Rates.defaults()))));
        assertThat(plan.bar("B", Stage.DISCOVERY).start())
                .isEqualTo(plan.bar("A", Stage.CUTOVER).end());
    }

    @Test
    void aMoveGroupCutsOverWhenItsLastMemberIsReady() {
        Timeline plan = Scheduler.plan(
                input(List.of(item("A", 1, "g", 10, Rates.defaults()), item("B", 1, "g", 90_000, Rates.defaults()))));
        assertThat(plan.bar("A", Stage.CUTOVER).start())
                .isEqualTo(plan.bar("B", Stage.CUTOVER).start())
                .isEqualTo(plan.bar("B", Stage.VALIDATION).end());
    }

    @Test
    void noCutoverTouchesAFreeze() {
        PlanInput free = input(List.of(item("A", 1, null, 300, Rates.defaults())));
        Instant cutover = Scheduler.plan(free).bar("A", Stage.CUTOVER).start();
        Closed first = new Closed(cutover.plusSeconds(600), cutover.plusSeconds(7200));
        Closed second = new Closed(cutover.plusSeconds(7300), cutover.plusSeconds(9000));
        Timeline plan = Scheduler.plan(new PlanInput(free.waves(), free.items(), List.of(second, first)));
        assertThat(plan.bar("A", Stage.CUTOVER).start()).isEqualTo(second.to());
    }

    private static Item bound(String name, int wave, @Nullable String group, Instant earliest, Instant typed) {
        return new Item(
                name,
                wave,
                group,
                StageDurations.of(10.0, Duration.ofHours(2), Rates.defaults(), Map.of()),
                earliest,
                Map.of(),
                new PlanInput.Bounds(typed, null, null));
    }

    /** A is through long before B, and goes live with B; what waits for A's wave waits for that. */
    @Test
    void aWaveBehindAGroupInSeveralWavesWaitsForTheGoLiveOfTheGroup() {
        PlanInput input = new PlanInput(
                List.of(
                        new WaveInput(1, START, List.of()),
                        new WaveInput(2, START.plus(Duration.ofDays(60)), List.of()),
                        new WaveInput(3, null, List.of(1)),
                        new WaveInput(4, null, List.of(3))),
                List.of(
                        item("A", 1, "g", 10, Rates.defaults()),
                        item("B", 2, "g", 10, Rates.defaults()),
                        item("C", 3, null, 10, Rates.defaults()),
                        item("D", 4, null, 10, Rates.defaults())),
                List.of());
        Timeline plan = Scheduler.plan(input);
        Instant live = plan.cutover("A").usersIn();
        assertThat(live).isEqualTo(plan.cutover("B").usersIn()).isAfter(START.plus(Duration.ofDays(60)));
        assertThat(plan.bar("C", Stage.DISCOVERY).start()).isEqualTo(live);
        assertThat(plan.bar("D", Stage.DISCOVERY).start())
                .isEqualTo(plan.cutover("C").usersIn());
    }

    /** W2 begins when users of W1 are in, and A of W1 is to go live with B of W2: that never holds, and is named. */
    @Test
    void aGroupWhoseWavesWaitForEachOtherIsNamedAndDoesNotPushItselfAhead() {
        Timeline plan = Scheduler.plan(
                input(List.of(item("A", 1, "g", 10, Rates.defaults()), item("B", 2, "g", 10, Rates.defaults()))));
        Duration alone = Duration.between(
                START,
                Scheduler.plan(input(List.of(item("A", 1, null, 10, Rates.defaults()))))
                        .cutover("A")
                        .usersIn());
        assertThat(plan.cutover("B").usersIn()).isEqualTo(START.plus(alone).plus(alone));
        assertThat(plan.cutover("A").broken()).extracting(PlanBreak::kind).containsExactly(PlanBreak.Kind.MOVE_GROUP);
    }

    @Test
    void membersOfAGroupThatAreTypedForDifferentDatesGoOnTheLastAndThatIsNamed() {
        Instant tenth = START.plus(Duration.ofDays(30));
        Instant twelfth = START.plus(Duration.ofDays(32));
        Timeline plan =
                Scheduler.plan(input(List.of(bound("A", 1, "g", START, tenth), bound("B", 1, "g", START, twelfth))));
        assertThat(plan.cutover("A").usersOut()).isEqualTo(twelfth);
        assertThat(plan.cutover("A").broken())
                .extracting(PlanBreak::words)
                .containsExactly("Users out of A is typed for 1 Apr 2026 08:00, and its move group goes together,"
                        + " typed for 3 Apr 2026 08:00.");
    }

    @Test
    void aDateThatIsTypedBeforeTheEarliestIsNamed() {
        Instant typed = START.plus(Duration.ofDays(30));
        Instant earliest = START.plus(Duration.ofDays(40));
        Timeline plan = Scheduler.plan(input(List.of(bound("A", 1, null, earliest, typed))));
        assertThat(plan.cutover("A").usersOut()).isEqualTo(earliest);
        assertThat(plan.cutover("A").broken())
                .extracting(PlanBreak::words)
                .containsExactly(
                        "Users out is typed for 1 Apr 2026 08:00, and the earliest for A is 11 Apr 2026 08:00.");
    }

    /** Discovery takes a day, load is collected for 35 days from its first on, and sizing waits for that alone once. */
    @Test
    void sizingWaitsUntilLoadIsCollectedAndNotAgainOnceItBegan() {
        Item item = new Item(
                "A",
                1,
                null,
                StageDurations.of(10.0, Duration.ofHours(2), Rates.defaults(), Map.of()),
                null,
                Map.of(),
                new PlanInput.Bounds(null, null, discovery -> discovery.plus(Duration.ofDays(35))));
        PlanInput plan = input(List.of(item));
        assertThat(Scheduler.plan(plan).bar("A", Stage.SIZING).start()).isEqualTo(START.plus(Duration.ofDays(35)));
        Instant now = START.plus(Duration.ofDays(3));
        Instant sized = START.plus(Duration.ofDays(2));
        Item begun = new Item(
                "A",
                1,
                null,
                item.durations(),
                null,
                Map.of(
                        Stage.DISCOVERY, new Progress(StageStatus.DONE, START, START.plusSeconds(60), 1),
                        Stage.SIZING, new Progress(StageStatus.DONE, sized, sized.plusSeconds(60), 1)),
                item.bounds());
        assertThat(Scheduler.expect(input(List.of(begun)), now)
                        .bar("A", Stage.BUILD)
                        .start())
                .isEqualTo(now);
    }

    @Test
    void saysWhyThereIsNoDate() {
        PlanInput ring = new PlanInput(
                List.of(
                        new WaveInput(1, null, List.of(2)),
                        new WaveInput(2, START, List.of(1)),
                        new WaveInput(3, null, List.of())),
                List.of(
                        item("A", 1, null, 1, Rates.defaults()),
                        item("B", 3, null, 1, Rates.defaults()),
                        item("C", 9, null, 1, Rates.defaults())),
                List.of());
        Timeline plan = Scheduler.plan(ring);
        assertThat(plan.bars()).isEmpty();
        assertThat(plan.undated().get("A")).contains("wait for each other");
        assertThat(plan.undated().get("B")).isEqualTo("wave W3 has no start");
        assertThat(plan.undated().get("C")).isEqualTo("wave W9 does not exist");
    }

    @Test
    void anOverrideReplacesTheComputedTime() {
        StageDurations durations = StageDurations.of(
                300.0,
                Duration.ofHours(3),
                Rates.defaults(),
                Map.of(Stage.BUILD, new StageDurations.Chosen(Duration.ofHours(2), "cloned")));
        assertThat(durations.of(Stage.BUILD)).isEqualTo(Duration.ofHours(2));
        assertThat(durations.words().get(Stage.BUILD)).contains("cloned");
        assertThat(durations.of(Stage.CUTOVER)).isEqualTo(Duration.ofHours(3));
    }

    @Test
    void aLateStepMovesWhatFollowsAndTheEndOfTheProgram() {
        Item a = item("A", 1, null, 300, Rates.defaults());
        Item b = item("B", 2, null, 300, Rates.defaults());
        Timeline plan = Scheduler.plan(input(List.of(a, b)));
        Instant discovered = plan.bar("A", Stage.DISCOVERY).end();
        Instant late = discovered.plus(Duration.ofDays(3));
        Item slipped = progress(a, Map.of(Stage.DISCOVERY, new Progress(StageStatus.DONE, START, late, 1)));
        Timeline expected = Scheduler.expect(input(List.of(slipped, b)), late);
        assertThat(expected.bar("A", Stage.CUTOVER).end())
                .isEqualTo(plan.bar("A", Stage.CUTOVER).end().plus(Duration.ofDays(3)));
        assertThat(expected.end().orElseThrow())
                .isEqualTo(plan.end().orElseThrow().plus(Duration.ofDays(3)));
    }

    @Test
    void whatRunsTooLongMovesOnWithTheClock() {
        Item running = progress(
                item("A", 1, null, 300, Rates.defaults()),
                Map.of(Stage.DISCOVERY, new Progress(StageStatus.RUNNING, START, null, 0.5)));
        Instant now = START.plus(Duration.ofDays(2));
        Timeline expected = Scheduler.expect(input(List.of(running)), now);
        assertThat(expected.bar("A", Stage.DISCOVERY).end()).isEqualTo(now.plus(Duration.ofHours(12)));
        assertThat(expected.bar("A", Stage.SIZING).start())
                .isEqualTo(expected.bar("A", Stage.DISCOVERY).end());
    }

    @Test
    void whatIsOnTimeExpectsThePlan() {
        Item a = item("A", 1, null, 300, Rates.defaults());
        assertThat(Scheduler.expect(input(List.of(a)), START).bars())
                .isEqualTo(Scheduler.plan(input(List.of(a))).bars());
    }

    // properties: seeded, so that a failure can be run again

    private static List<double[]> sizes(Random random) {
        List<double[]> sizes = new ArrayList<>();
        for (int i = 0, n = 1 + random.nextInt(12); i < n; i++) {
            sizes.add(new double[] {50 + random.nextInt(20_000), 1 + random.nextInt(2), random.nextInt(4)});
        }
        return sizes;
    }

    private static PlanInput program(List<double[]> sizes, Rates rates, int doubled) {
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < sizes.size(); i++) {
            double[] one = sizes.get(i);
            items.add(item(
                    "DB" + i,
                    (int) one[1],
                    one[2] == 0 ? "g" + (int) one[1] : null,
                    i == doubled ? 2 * one[0] : one[0],
                    rates));
        }
        return input(items);
    }

    @Test
    void aLargerDatabaseNeverEndsEarlierAndItsOwnBarGrows() {
        for (int seed = 0; seed < PROGRAMS; seed++) {
            Random random = new Random(seed);
            List<double[]> sizes = sizes(random);
            int which = random.nextInt(sizes.size());
            Timeline before = Scheduler.plan(program(sizes, Rates.defaults(), -1));
            Timeline after = Scheduler.plan(program(sizes, Rates.defaults(), which));
            String name = "DB" + which;
            assertThat(after.bar(name, Stage.REPLICATION).length())
                    .as("seed %d", seed)
                    .isGreaterThan(before.bar(name, Stage.REPLICATION).length());
            assertThat(after.bar(name, Stage.CUTOVER).start())
                    .as("seed %d", seed)
                    .isAfterOrEqualTo(before.bar(name, Stage.CUTOVER).start());
            assertThat(after.end().orElseThrow())
                    .as("seed %d", seed)
                    .isAfterOrEqualTo(before.end().orElseThrow());
        }
    }

    @Test
    void halfTheLinkMovesTheEndOfEveryProgram() {
        for (int seed = 0; seed < PROGRAMS; seed++) {
            List<double[]> sizes = sizes(new Random(seed));
            Timeline before = Scheduler.plan(program(sizes, Rates.defaults(), -1));
            Timeline after = Scheduler.plan(program(sizes, Rates.defaults().with("link", 150), -1));
            assertThat(after.end().orElseThrow())
                    .as("seed %d", seed)
                    .isAfter(before.end().orElseThrow());
        }
    }

    @Test
    void noBarBeginsBeforeTheOneBeforeItEnds() {
        for (int seed = 0; seed < PROGRAMS; seed++) {
            Timeline plan = Scheduler.plan(program(sizes(new Random(seed)), Rates.defaults(), -1));
            for (String name : plan.bars().keySet()) {
                for (int i = 1; i < Stage.values().length; i++) {
                    assertThat(plan.bar(name, Stage.values()[i]).start())
                            .as("seed %d, %s", seed, name)
                            .isAfterOrEqualTo(
                                    plan.bar(name, Stage.values()[i - 1]).end());
                }
            }
        }
    }
}
