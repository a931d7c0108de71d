package io.gulliver.ui.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Phase;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.people.Access;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.task.GateCriterion;
import io.gulliver.domain.task.Task;
import io.gulliver.domain.task.TaskComment;
import io.gulliver.domain.task.TaskKind;
import io.gulliver.persistence.view.FailedAlike;
import io.gulliver.persistence.view.Mention;
import io.gulliver.persistence.view.StepRow;
import io.gulliver.persistence.view.TaskCount;
import io.gulliver.persistence.view.TaskQuery;
import io.gulliver.playbook.Playbook;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.playbook.Step;
import io.gulliver.service.migration.StepUndo;
import io.gulliver.service.migration.TaskOutputs;
import io.gulliver.testing.TestDirectory;
import io.gulliver.ui.Axe;
import io.gulliver.ui.Browsers;
import io.gulliver.ui.command.TaskAction;
import io.gulliver.ui.database.Script;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.Person;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.springframework.context.support.ResourceBundleMessageSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockServletContext;
import org.thymeleaf.context.WebContext;
import org.thymeleaf.spring6.SpringTemplateEngine;
import org.thymeleaf.templateresolver.ClassLoaderTemplateResolver;
import org.thymeleaf.web.servlet.JakartaServletWebApplication;

/**
 * A task on a telephone at night: with the longest texts of the shipped playbooks the page never scrolls sideways, and the
 * button that matters is in reach. Rendered without a server, by the page's own template.
 */
@Tag("process")
class NightTaskTest {
    private static final Instant NOW = Instant.parse("2026-06-14T00:31:00Z");
    private static final Path CSS = Path.of("src/main/resources/static/css");
    /** Where a value is filled in: a list of names that break nowhere, as outputs of steps have. */
    private static final String VALUE = "APP_ORDERS_ARCHIVE.PAYMENT_INSTRUCTIONS_HISTORY_OF_ALL_YEARS_BEFORE_2019_P01, "
            + "credential SHOP.MAIL_RELAY_OF_THE_OLD_DATA_CENTRE, /u01/app/oracle/product/19.0.0/dbhome_1/network/admin";

    private static final Words WORDS = Words.standalone();
    private static ChromeDriver browser;
    private static Path folder;

    @BeforeAll
    static void open() throws Exception {
        browser = Browsers.open();
        folder = TestDirectory.untilTheEnd("night-task");
        for (String name : List.of("tokens.css", "components.css", "pages.css", "app.css")) {
            Files.copy(CSS.resolve(name), folder.resolve(name));
        }
    }

    @AfterAll
    static void close() {
        browser.quit();
    }

    /** The steps that say or ask the most, of each playbook's newest version. */
    private static List<Step> hardest() {
        PlaybookLibrary library = PlaybookLibrary.shipped();
        List<Step> people = library.playbooks().stream()
                .map(Playbook::name)
                .distinct()
                .map(name -> library.findNewest(name).orElseThrow())
                .flatMap(playbook -> playbook.steps().stream())
                .filter(step -> step.kind() == StepKind.TASK || step.kind() == StepKind.GATE)
                .toList();
        Map<String, Step> chosen = new LinkedHashMap<>();
        most(
                people,
                step -> step.instructions() == null ? 0 : step.instructions().length(),
                4,
                chosen);
        most(people, step -> step.title().length(), 1, chosen);
        most(people, step -> step.outputs().size(), 1, chosen);
        most(people, step -> step.criteria().size(), 1, chosen);
        most(people, step -> String.join("", step.evidence()).length(), 1, chosen);
        return List.copyOf(chosen.values());
    }

    private static void most(List<Step> steps, ToIntFunction<Step> of, int many, Map<String, Step> chosen) {
        steps.stream()
                .sorted(Comparator.comparingInt(of).reversed())
                .filter(step -> !chosen.containsKey(step.id()))
                .limit(many)
                .forEach(step -> chosen.put(step.id(), step));
    }

    private static Task task(Step step, boolean mine) {
        return new Task(
                "t-1",
                "northmoor",
                new MigrationId("7f3c9a52-0000-4000-8000-000000000001"),
                "PAYMENTS_ARCHIVE_PRODUCTION_01",
                StepKey.of(step.id()),
                step.stage() == null ? Stage.CUTOVER : step.stage(),
                step.kind() == StepKind.GATE ? TaskKind.GATE : TaskKind.TASK,
                step.role(),
                filled(step.title()),
                null,
                step.fourEyes(),
                10,
                mine ? "dba" : null,
                mine ? "dba" : null,
                mine ? NOW.minusSeconds(240) : null,
                null,
                NOW.minus(Duration.ofMinutes(30)),
                null,
                null,
                1);
    }

    private static String filled(String text) {
        return text.replaceAll("\\$\\{[^}]*}", java.util.regex.Matcher.quoteReplacement(VALUE));
    }

    private static String page(Step step, boolean mine) {
        Task task = task(step, mine);
        TasksController.Listed listed = new TasksController.Listed(
                task,
                new TasksController.Due(NOW.minusSeconds(600), true, Duration.ofMinutes(10)),
                List.of("BRNCHP", "CRMP", "HRPAYP"),
                true);
        List<TasksController.Demand> criteria = step.criteria().stream()
                .map(one -> new TasksController.Demand(
                        new GateCriterion(
                                one.id(), one.title(), GateCriterion.NOT_MET, one.holds() + " [lag of look = 2]"),
                        List.of(new TasksController.Judged("Tables different", "2 " + VALUE, "Compare the content"))))
                .toList();
        TasksController.TaskDetail detail = new TasksController.TaskDetail(
                listed,
                null,
                null,
                null,
                List.of(),
                List.of(),
                criteria,
                "a".repeat(64),
                mine,
                true,
                false,
                step.lookAgain(),
                step.instructions() == null ? null : WORDS.told(filled(step.instructions())),
                List.of(new Script(
                        "mend.sql",
                        "alter tablespace HR_LOB autoextend on next 1G maxsize 128G; -- " + "z".repeat(300) + VALUE)),
                null,
                null,
                false,
                step.evidence(),
                step.kind() != StepKind.TASK
                        ? List.of()
                        : step.outputs().values().stream()
                                .filter(one -> !one.name().equals(TaskOutputs.RECORDED_BY))
                                .map(one -> Question.of(one, WORDS.asked(one)))
                                .toList(),
                List.of(new TasksController.Given("Forecast", List.of(VALUE))),
                around(task));
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("words", WORDS);
        model.put("fmt", new Formats(NOW, ZoneOffset.UTC));
        model.put("person", new Person("dba", Access.everywhere(Right.WORK, Set.of("dba")), null, null));
        model.put("scope", TaskQuery.Scope.TEAM);
        model.put("views", List.of(new TasksController.View(TaskQuery.Scope.TEAM, new TaskCount(1234, 56))));
        model.put("lead", WORDS.sentence("tasks.lead", 1234, task.title(), 10, "30 min", 56, 1L, 3));
        model.put("tasks", List.of(listed));
        model.put("asked", true);
        model.put("tickable", true);
        model.put("actions", List.of(TaskAction.values()));
        model.put("groups", List.of(new FailedAlike(task.title() + " " + VALUE, 1234)));
        model.put("after", "");
        model.put("next", "next");
        model.put("collecting", List.of());
        model.put("detail", detail);
        model.put("requestKey", "key");
        model.put("comments", tenComments());
        model.put("mayComment", true);
        model.put("callable", List.of("n".repeat(60)));
        model.put(
                "mentions",
                List.of(new Mention(tenComments().get(0).comment(), task.title() + " " + VALUE, task.database())));
        model.put("pageUrl", "/tasks");
        MockServletContext context = new MockServletContext();
        String board = engine().process(
                        "tasks/tasks",
                        Set.of("board"),
                        new WebContext(
                                JakartaServletWebApplication.buildApplication(context)
                                        .buildExchange(
                                                new MockHttpServletRequest(context), new MockHttpServletResponse()),
                                Locale.ENGLISH,
                                model));
        return "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport"
                + " content='width=device-width, initial-scale=1'><title>Tasks</title>"
                + Stream.of("tokens", "components", "pages", "app")
                        .map(name -> "<link rel=stylesheet href=" + name + ".css>")
                        .reduce("", String::concat)
                + "<body><main class=page>" + board + "</main></body></html>";
    }

    /** Ten checks on each side, and ten steps to take back first, all with titles as long as a value. */
    private static TasksController.Around around(Task task) {
        List<StepRow> ten = IntStream.rangeClosed(1, 10)
                .mapToObj(n -> new StepRow(
                        task.migration(),
                        n,
                        "Compare " + VALUE,
                        Stage.CUTOVER,
                        Phase.OUTAGE,
                        StepKind.ACTION,
                        "dba",
                        null,
                        false,
                        null,
                        n,
                        StepRun.pending(StepKey.of("compare-" + n))))
                .toList();
        return new TasksController.Around(
                new StepUndo.Answer(StepUndo.Kind.UNDO, ten, PlanStep.Rerun.AFTER_UNDO),
                "begun",
                "Makes " + VALUE,
                ten,
                ten);
    }

    /** People with names of sixty letters, who cite a line of a script of three hundred. */
    private static List<TasksController.Said> tenComments() {
        String name = "n".repeat(60);
        String text = "@" + name + " see `" + "x".repeat(300) + "`\n\n" + "y".repeat(300) + " " + VALUE;
        return IntStream.rangeClosed(1, 10)
                .mapToObj(n -> new TasksController.Said(
                        new TaskComment(
                                n,
                                "t-1",
                                "northmoor",
                                name,
                                name,
                                NOW,
                                text,
                                List.of(name),
                                List.of(
                                        new TaskComment.File(
                                                "f".repeat(200) + ".txt", "a".repeat(64), 20_971_520, null),
                                        new TaskComment.File(
                                                "g".repeat(200) + ".txt",
                                                "b".repeat(64),
                                                1,
                                                new TaskComment.Withdrawn(name, NOW)))),
                        WORDS.told(text),
                        true))
                .toList();
    }

    private static SpringTemplateEngine engine() {
        ClassLoaderTemplateResolver templates = new ClassLoaderTemplateResolver();
        templates.setPrefix("templates/");
        templates.setSuffix(".html");
        templates.setCharacterEncoding("UTF-8");
        ResourceBundleMessageSource source = new ResourceBundleMessageSource();
        source.setBasename("messages");
        source.setDefaultEncoding("UTF-8");
        source.setAlwaysUseMessageFormat(true);
        SpringTemplateEngine engine = new SpringTemplateEngine();
        engine.setTemplateResolver(templates);
        engine.setTemplateEngineMessageSource(source);
        return engine;
    }

    @Test
    void theLongestTasksFitATelephoneAndTheirButtonIsInReach() throws Exception {
        List<String> found = new ArrayList<>();
        Set<String> asked = new LinkedHashSet<>();
        for (Step step : hardest()) {
            for (boolean mine : new boolean[] {false, true}) {
                String html = page(step, mine);
                Document read = Jsoup.parse(html);
                assertThat(read.text()).as(step.id()).doesNotContain("??", "null", "7f3c9a52");
                String words = step.kind() == StepKind.GATE ? "Approve" : mine ? "Complete with evidence" : "Claim";
                assertThat(read.select("#task .btn.go").eachText())
                        .as(step.id())
                        .containsExactly(words);
                asked.add(words);
                Path file = folder.resolve(step.id() + "-" + mine + ".html");
                Files.write(file, html.getBytes(StandardCharsets.UTF_8));
                for (int width : new int[] {320, 390}) {
                    browser.executeCdpCommand(
                            "Emulation.setDeviceMetricsOverride",
                            Map.of("width", width, "height", 640, "deviceScaleFactor", 1, "mobile", true));
                    browser.get(file.toUri() + "#task");
                    String at = step.id() + (mine ? " held" : " free") + " at " + width;
                    if (Axe.scrollsSideways(browser)) {
                        found.add(
                                at + ": the page scrolls sideways: "
                                        + browser.executeScript(
                                                "return [...document"
                                                        + ".querySelectorAll('main *')].filter(one => one.getBoundingClientRect().right >"
                                                        + " innerWidth + 1 && !one.closest('pre')).slice(-2).map(one => one.outerHTML.slice(0, 120)).join()"));
                    }
                    Map<?, ?> button = (Map<?, ?>) browser.executeScript("const box = document"
                            + ".querySelector('#task .btn.go').getBoundingClientRect();"
                            + "return {bottom: box.bottom, height: box.height, right: box.right, left: box.left}");
                    if (number(button, "bottom") > 2 * 640
                            || number(button, "height") < 44
                            || number(button, "left") < 0
                            || number(button, "right") > width) {
                        found.add(at + ": the button is at " + button);
                    }
                }
                String shots = System.getProperty("gulliver.shots");
                if (shots != null) {
                    Files.write(
                            Path.of(shots).resolve(step.id() + "-" + mine + ".png"),
                            browser.getScreenshotAs(OutputType.BYTES));
                }
            }
        }
        assertThat(asked).containsExactlyInAnyOrder("Claim", "Complete with evidence", "Approve");
        assertThat(found).isEmpty();
    }

    private static double number(Map<?, ?> box, String side) {
        return ((Number) java.util.Objects.requireNonNull(box.get(side))).doubleValue();
    }

    @Test
    void axeFindsNothingAtThreeHundredAndTwentyInBothThemes() throws Exception {
        List<String> found = new ArrayList<>();
        List<Step> steps = hardest();
        for (int at = 0; at < steps.size(); at += 3) {
            Path file = folder.resolve("axe-" + at + ".html");
            Files.write(file, page(steps.get(at), true).getBytes(StandardCharsets.UTF_8));
            for (String theme : List.of("light", "dark")) {
                browser.executeCdpCommand(
                        "Emulation.setDeviceMetricsOverride",
                        Map.of("width", 320, "height", 640, "deviceScaleFactor", 1, "mobile", true));
                browser.get(file.toUri().toString());
                browser.executeScript("document.documentElement.dataset.theme = arguments[0]", theme);
                String id = steps.get(at).id();
                Axe.violations(browser).forEach(one -> found.add(id + " " + theme + " " + one));
            }
        }
        assertThat(found).isEmpty();
    }
}
