package io.gulliver.ui.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.Freeze;
import io.gulliver.domain.plan.StageProgress;
import io.gulliver.domain.plan.StageStatus;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.domain.plan.Wave;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.view.PlanBars;
import io.gulliver.ui.frame.Words;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Read as plain XML, by the names of Microsoft's description of the format (MSPDI). */
class ProjectPlanTest {
    private static final Instant START = Instant.parse("2027-03-20T22:00:00Z");
    private static final Instant MADE = Instant.parse("2027-03-01T09:00:00Z");

    private final Program program =
            new Program("p", "Core \u0001 <&> move", ZoneId.of("Europe/Berlin"), Map.of(), 1, "ann", MADE);

    private static PlanBars.DatabaseBars database(String name, StageStatus first, boolean dated) {
        List<StageProgress> stages = new ArrayList<>();
        for (Stage stage : Stage.values()) {
            Instant start = START.plus(Duration.ofDays(2L * stage.ordinal()));
            Instant end = start.plus(Duration.ofHours(30));
            boolean over = stage == Stage.DISCOVERY && first == StageStatus.DONE;
            stages.add(new StageProgress(
                    stage == Stage.DISCOVERY ? first : StageStatus.NONE,
                    stage == Stage.DISCOVERY ? 3 : 0,
                    4,
                    null,
                    null,
                    dated
                            ? new StageTimes(
                                    stage,
                                    start.minus(Duration.ofHours(1)),
                                    end,
                                    start,
                                    end,
                                    start,
                                    end.plus(Duration.ofHours(2)),
                                    over ? start : null,
                                    over ? end : null)
                            : StageTimes.unknown(stage)));
        }
        return new PlanBars.DatabaseBars(name, stages);
    }

    private static PlanBars.WaveBars wave(int number, List<Integer> after, PlanBars.DatabaseBars... databases) {
        return new PlanBars.WaveBars(
                new Wave("p", number, "First & last", START, after, Wave.State.PROPOSED, 1, "ann", MADE),
                List.of(databases));
    }

    private static PlanBars.PlanView plan() {
        return new PlanBars.PlanView(
                List.of(
                        wave(2, List.of(1), database("SHOP", StageStatus.RUNNING, true)),
                        wave(1, List.of(), database("HRCORE", StageStatus.DONE, true))),
                List.of(database("LATER", StageStatus.NONE, false)),
                List.of(new Freeze(
                        7,
                        "p",
                        Instant.parse("2027-04-01T00:00:00Z"),
                        Instant.parse("2027-04-02T00:00:00Z"),
                        "Quarter end")),
                new TreeMap<>(),
                MADE);
    }

    /** Tasks by the path of their names. */
    private Map<String, Element> tasks() throws Exception {
        byte[] file = ProjectPlan.of(program, plan(), MADE, Words.standalone());
        Element project = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(file))
                .getDocumentElement();
        assertThat(project.getTagName()).isEqualTo("Project");
        assertThat(project.getAttribute("xmlns")).isEqualTo("http://schemas.microsoft.com/project");
        assertThat(text(project, "Title")).isEqualTo("Core   <&> move");
        assertThat(text(project, "MinutesPerDay")).isEqualTo("1440");
        Map<String, Element> found = new LinkedHashMap<>();
        List<String> path = new ArrayList<>();
        for (Element task : children(children(project, "Tasks").get(0), "Task")) {
            String level = text(task, "OutlineLevel");
            if (level == null || level.equals("0")) {
                continue;
            }
            int depth = Integer.parseInt(level);
            path.subList(depth - 1, path.size()).clear();
            path.add(text(task, "Name"));
            found.put(String.join("/", path), task);
        }
        return found;
    }

    private static List<Element> children(Element parent, String name) {
        List<Element> found = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element && element.getTagName().equals(name)) {
                found.add(element);
            }
        }
        return found;
    }

    private static @Nullable String text(Element parent, String name) {
        List<Element> found = children(parent, name);
        return found.isEmpty() ? null : found.get(0).getTextContent();
    }

    @Test
    void wavesDatabasesAndStagesLieWithinEachOther() throws Exception {
        assertThat(tasks().keySet())
                .startsWith("W2 First & last", "W2 First & last/SHOP", "W2 First & last/SHOP/Discovery")
                .contains("W1 First & last/HRCORE/Cutover", "Without a wave/LATER/Sizing", "Freezes/Quarter end")
                .hasSize(2 * 8 + 8 + 2);
    }

    @Test
    void timesAreThoseOfTheProgramsZoneAndNobodyElseSchedulesThem() throws Exception {
        Element stage = tasks().get("W2 First & last/SHOP/Discovery");
        assertThat(text(stage, "Start")).isEqualTo("2027-03-20T23:00:00");
        assertThat(text(stage, "Finish")).as("as it is expected now").isEqualTo("2027-03-22T07:00:00");
        assertThat(text(stage, "Manual")).isEqualTo("1");
        assertThat(text(stage, "ActualStart")).isNull();
        assertThat(text(stage, "PercentComplete")).isEqualTo("75");
        Element agreed = children(stage, "Baseline").get(0);
        assertThat(text(agreed, "Number")).isEqualTo("0");
        assertThat(text(agreed, "Start")).isEqualTo("2027-03-20T22:00:00");
        assertThat(text(agreed, "Finish")).isEqualTo("2027-03-22T05:00:00");
    }

    @Test
    void aDateBehindTheChangeOfTheClocksIsShownByTheWall() throws Exception {
        Element stage = tasks().get("W2 First & last/SHOP/Cutover");
        assertThat(text(stage, "Start")).isEqualTo("2027-03-31T00:00:00");
    }

    @Test
    void whatHappenedStandsInItsPlaceAndAStageThatIsOverIsWhole() throws Exception {
        Element stage = tasks().get("W1 First & last/HRCORE/Discovery");
        assertThat(text(stage, "ActualStart")).isEqualTo("2027-03-20T23:00:00");
        assertThat(text(stage, "ActualFinish")).isEqualTo("2027-03-22T05:00:00");
        assertThat(text(stage, "Finish")).isEqualTo("2027-03-22T05:00:00");
        assertThat(text(stage, "PercentComplete")).isEqualTo("100");
        assertThat(text(tasks().get("W1 First & last/HRCORE"), "PercentComplete"))
                .isEqualTo("12");
    }

    @Test
    void aStageFollowsTheOneBeforeAndAWaveItsWaves() throws Exception {
        Map<String, Element> tasks = tasks();
        assertThat(before(tasks.get("W2 First & last/SHOP/Sizing")))
                .containsExactly(text(tasks.get("W2 First & last/SHOP/Discovery"), "UID"));
        assertThat(before(tasks.get("W2 First & last"))).containsExactly(text(tasks.get("W1 First & last"), "UID"));
        assertThat(before(tasks.get("W1 First & last"))).isEmpty();
        assertThat(before(tasks.get("W2 First & last/SHOP/Discovery"))).isEmpty();
    }

    private static List<String> before(Element task) {
        return children(task, "PredecessorLink").stream()
                .map(link -> String.valueOf(text(link, "PredecessorUID")))
                .toList();
    }

    @Test
    void whatHasNoDateYetHasNone() throws Exception {
        Element stage = tasks().get("Without a wave/LATER/Sizing");
        assertThat(text(stage, "Start")).isNull();
        assertThat(text(stage, "Finish")).isNull();
    }

    @Test
    void datesThatAreKnownInPartAreWritten() throws Exception {
        Instant end = START.plus(Duration.ofHours(9));
        for (StageTimes times : List.of(
                new StageTimes(Stage.SIZING, null, null, null, null, null, null, START, null),
                new StageTimes(Stage.SIZING, START, null, START, null, null, null, null, null),
                new StageTimes(Stage.SIZING, null, end, null, end, null, end, null, null),
                new StageTimes(Stage.SIZING, null, null, null, null, null, null, null, end),
                new StageTimes(Stage.SIZING, end, START, end, START, end, START, end, START))) {
            for (StageStatus status : StageStatus.values()) {
                PlanBars.PlanView plan = new PlanBars.PlanView(
                        List.of(wave(
                                1,
                                List.of(9),
                                new PlanBars.DatabaseBars(
                                        "HALF", List.of(new StageProgress(status, 2, 4, null, null, times))))),
                        List.of(),
                        List.of(),
                        new TreeMap<>(),
                        null);
                assertThat(new String(
                                ProjectPlan.of(program, plan, MADE, Words.standalone()),
                                java.nio.charset.StandardCharsets.UTF_8))
                        .as("%s %s", status, times)
                        .contains("HALF");
            }
        }
    }

    @Test
    void aTaskHasTheSameNameInEveryFile() throws Exception {
        Map<String, Element> tasks = tasks();
        assertThat(tasks.values().stream().map(task -> text(task, "GUID"))).doesNotHaveDuplicates();
        assertThat(text(tasks.get("Freezes/Quarter end"), "GUID"))
                .isEqualTo(text(tasks().get("Freezes/Quarter end"), "GUID"));
    }
}
