package io.gulliver.ui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.Access;
import io.gulliver.domain.task.Task;
import io.gulliver.domain.task.TaskKind;
import io.gulliver.persistence.view.TaskQuery;
import io.gulliver.testing.TestDirectory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.chrome.ChromeDriver;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;

/**
 * What people do all day has a budget of clicks and keys, and a browser counts them ({@link Hands}). Time is no part of it:
 * a slow machine decides nothing here. A key is counted where the budget names keys.
 *
 * <table>
 * <caption>Tasks with a budget that have no test here, and why</caption>
 * <tr><th>Who</th><th>Task</th><th>Budget</th><th>Why not</th></tr>
 * <tr><td>DBA</td><td>find why replication lags, from the grid</td><td>2 clicks</td>
 *     <td>no method with replication has a playbook yet, so nothing measures a lag</td></tr>
 * <tr><td>Cutover manager</td><td>the two below, for a wave</td><td>on screen, 1 click</td>
 *     <td>there is no page of a running cutover of a wave yet: they are done for a database</td></tr>
 * <tr><td>Manager</td><td>import 50 databases, mend three rows, see the first proposed waves</td><td>8 clicks</td>
 *     <td>it begins with an empty program: {@code FirstWavesBudgetTest}</td></tr>
 * <tr><td>Operator</td><td>start from a fresh clone</td><td>3 commands</td>
 *     <td>it is done in a shell: {@code LauncherIT}</td></tr>
 * </table>
 */
@SpringBootTest(
        classes = FaceApplication.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@DirtiesContext(classMode = DirtiesContext.ClassMode.AFTER_CLASS)
@Tag("process")
class BudgetTest {
    private static final String PROGRAM = "/programs/northmoor";

    private static @Nullable ChromeDriver shared;

    @LocalServerPort
    private int port;

    @Autowired
    private Northmoor northmoor;

    @BeforeAll
    static void openBrowser() throws IOException {
        shared = Browsers.open();
    }

    @AfterAll
    static void closeBrowser() {
        if (shared != null) {
            shared.quit();
        }
    }

    private Hands atADesk(String person, String start) {
        return Hands.at(browser(), root(), person, start, 1440, 900);
    }

    private Hands withAPhone(String person, String start) {
        return Hands.at(browser(), root(), person, start, 390, 844);
    }

    private String root() {
        return "http://127.0.0.1:" + port;
    }

    private static ChromeDriver browser() {
        return Objects.requireNonNull(shared);
    }

    private static By link(String words) {
        return By.xpath("//main//a[normalize-space()='" + words + "']");
    }

    private Task task(TaskKind kind, String database) {
        return northmoor
                .stores()
                .tasks()
                .list(TaskQuery.open(TaskQuery.Scope.ALL, "pm", Access.EVERYTHING))
                .rows()
                .stream()
                .filter(one -> one.kind() == kind && one.database().equals(database))
                .findFirst()
                .orElseThrow();
    }

    /** 3 clicks, no key. What it does to the capacity of machines is not shown: nothing places guests on them yet. */
    @Test
    void aManagerSeesWhatAMoveToAnotherWaveChangesBeforeItIsSavedByThreeClicks() {
        northmoor
                .stores()
                .plans()
                .add("northmoor", 5, "Payments", Northmoor.NOW.plus(Duration.ofDays(40)), List.of(), "pm");
        Hands hands = atADesk("pm", PROGRAM + "/plan");
        hands.click(By.cssSelector("#plan-CARDAUTH th a"));
        hands.click(By.xpath("//main//label[starts-with(normalize-space(), 'W5 ')]"));
        hands.click(By.cssSelector("button[aria-label='Preview: Where it stands']"));
        assertThat(hands.read(By.cssSelector("#moves thead")))
                .allSatisfy(head -> assertThat(head).contains("now", "then", "Change"));
        assertThat(hands.read(By.cssSelector("#move-CARDAUTH")))
                .singleElement()
                .asString()
                .contains("CARDAUTH");
        assertThat(hands.read(By.cssSelector("#made")))
                .singleElement()
                .asString()
                .startsWith("What does not hold any more");
        assertThat(hands.read(By.cssSelector("#save")))
                .singleElement()
                .asString()
                .contains("Save");
        assertThat(hands.clicks()).as("clicks").isLessThanOrEqualTo(3);
        assertThat(hands.keys()).as("keys").isZero();
    }

    /** 2 clicks, no key. */
    @Test
    void aManagerHasTheStatusReportAsPdfByTwoClicks() throws IOException {
        Path downloads = TestDirectory.untilTheEnd("downloads");
        browser()
                .executeCdpCommand(
                        "Browser.setDownloadBehavior",
                        Map.of("behavior", "allow", "downloadPath", downloads.toString()));
        Hands hands = atADesk("pm", PROGRAM);
        hands.click(link("Status report"));
        hands.click(link("Download as PDF"));
        await("the download").atMost(Duration.ofMinutes(2)).until(() -> pdf(downloads) != null);
        assertThat(Files.readAllBytes(Objects.requireNonNull(pdf(downloads))))
                .startsWith("%PDF-".getBytes(StandardCharsets.US_ASCII));
        assertThat(hands.clicks()).as("clicks").isLessThanOrEqualTo(2);
        assertThat(hands.keys()).as("keys").isZero();
    }

    private static @Nullable Path pdf(Path downloads) {
        try (Stream<Path> files = Files.list(downloads)) {
            return files.filter(file -> file.toString().endsWith(".pdf"))
                    .findFirst()
                    .orElse(null);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** 1 click, no key. */
    @Test
    void aManagerSeesWhichDatabasesEndangerTheEndAndWhyByOneClick() {
        Hands hands = atADesk("pm", "/tasks");
        hands.click(By.cssSelector("nav.nav a[href='" + PROGRAM + "']"));
        By section = By.cssSelector("section[aria-label='What endangers the end']");
        assertThat(hands.read(section)).singleElement().asString().contains("later than agreed, the latest first");
        assertThat(hands.read(By.cssSelector("section[aria-label='What endangers the end'] tbody th")))
                .as("who")
                .hasSizeGreaterThanOrEqualTo(5);
        assertThat(hands.read(By.cssSelector("section[aria-label='What endangers the end'] tbody td:nth-child(3)")))
                .as("why, for each")
                .hasSameSizeAs(hands.read(By.cssSelector("section[aria-label='What endangers the end'] tbody th")))
                .allSatisfy(why -> assertThat(why).hasSizeGreaterThan(5));
        assertThat(hands.clicks()).as("clicks").isLessThanOrEqualTo(1);
        assertThat(hands.keys()).as("keys").isZero();
    }

    /** 1 click, no key: the page is where the link of the notification leads. */
    @Test
    void aDbaHasTheScriptAndTheEvidenceBoxOfATaskByOneClickFromItsNotification() throws IOException {
        EvidenceRef script = northmoor
                .stores()
                .evidence()
                .keep(
                        "size.sql",
                        "script",
                        new ByteArrayInputStream("select bytes from dba_segments;\n".getBytes(StandardCharsets.UTF_8)));
        northmoor.stores().evidence().attach(northmoor.of("CRMP").id(), StepKey.of("size"), script, null);
        Hands hands =
                withAPhone("dba", "/tasks?task=" + task(TaskKind.TASK, "CRMP").id());
        hands.click(By.cssSelector("#task .tk-claim button"));
        assertThat(hands.read(By.cssSelector("#task .script pre")))
                .anySatisfy(text -> assertThat(text).contains("select bytes from dba_segments;"));
        hands.see(By.cssSelector("#task #complete textarea[name=reason]"));
        assertThat(hands.clicks()).as("clicks").isLessThanOrEqualTo(1);
        assertThat(hands.keys()).as("keys").isZero();
    }

    /** 4 clicks, no key. */
    @Test
    void aDbaRetriesTwelveChecksThatFailedAlikeByFourClicks() {
        List<Migration> runs = IntStream.rangeClosed(1, 12)
                .mapToObj("PRECHECK%02d"::formatted)
                .map(name -> {
                    northmoor
                            .stores()
                            .databases()
                            .add("northmoor", List.of(DatabaseProfile.of(name, "Cards", Environment.TEST)), "pm");
                    Migration run = northmoor.start(name);
                    northmoor.play(
                            run,
                            Northmoor.entry(
                                    1,
                                    Northmoor.step("compare", StepState.PARKED).run(),
                                    "needs attention",
                                    null));
                    return run;
                })
                .toList();
        String title = northmoor
                .stores()
                .tasks()
                .open(runs.get(0).id(), StepKey.of("compare"))
                .orElseThrow()
                .title();
        Hands hands = atADesk("dba", "/tasks");
        hands.click(By.xpath("//main//p[contains(@class, 'tk-alike')]//a[starts-with(., '" + title + " (')]"));
        hands.click(By.cssSelector("[data-pick-shown]"));
        hands.click(By.cssSelector("#bulk button[value=retry]"));
        hands.click(By.cssSelector("form[action*='/bulk/orders/'] button.go"));
        hands.see(By.cssSelector("main [data-bulk-done]"));
        assertThat(hands.read(By.cssSelector("main .lead")))
                .singleElement()
                .asString()
                .contains("tasks were changed", "none was refused");
        assertThat(runs)
                .allSatisfy(run -> assertThat(northmoor.stores().commands().list(run.id(), 10))
                        .singleElement()
                        .satisfies(command -> assertThat(command.order().verb()).isEqualTo(Verb.RETRY)));
        assertThat(hands.clicks()).as("clicks").isLessThanOrEqualTo(4);
    }

    /** No click, no key: the page of the database that crosses. */
    @Test
    void aCutoverManagerSeesWithoutAClickWhetherADatabaseIsLateAndCanStillGoBack() {
        Hands hands = withAPhone("cutover", PROGRAM + "/databases/BRNCHP");
        assertThat(hands.read(By.id("late")))
                .as("late, and by how much")
                .singleElement()
                .asString()
                .startsWith("Crosses 24 h later than agreed");
        assertThat(hands.read(By.id("back")))
                .as("can we still go back")
                .containsExactly("The way back is open until “Services switched” begins.");
        assertThat(hands.clicks()).as("clicks").isZero();
        assertThat(hands.keys()).as("keys").isZero();
    }

    /** 1 click, no key: from the decision that waits to the page of its database. */
    @Test
    void aCutoverManagerHandsOverByOnePageOfADatabaseByOneClick() {
        Hands hands = atADesk("cutover", "/tasks");
        hands.click(By.xpath("//ol[contains(@class,'tasks')]//a[normalize-space()='BRNCHP']"));
        assertThat(hands.read(By.id("now")))
                .as("how it stands")
                .singleElement()
                .asString()
                .startsWith("Now: It waits. “Go or no-go” waits for Cutover manager");
        assertThat(hands.read(By.id("next")))
                .as("the decision that is open")
                .singleElement()
                .asString()
                .contains("Go or no-go. Cutover manager: open");
        assertThat(hands.read(By.cssSelector("#log li, #log tbody tr")))
                .as("what happened last")
                .anySatisfy(line -> assertThat(line).contains("approval asked"));
        assertThat(hands.clicks()).as("clicks").isLessThanOrEqualTo(1);
        assertThat(hands.keys()).as("keys").isZero();
    }

    /** 2 clicks, one of each of the two: the page is where the links of their notifications lead. */
    @Test
    void twoPeopleApproveAGateFromAPhoneByTwoClicks() {
        String gate = "/tasks?task=" + task(TaskKind.GATE, "BRNCHP").id();
        int clicks = 0;
        for (String person : List.of("cutover", "approver")) {
            Hands hands = withAPhone(person, gate);
            assertThat(hands.read(By.id("task"))).singleElement().asString().contains("BRNCHP");
            hands.click(By.cssSelector("button[form=decide][value=approve]"));
            assertThat(hands.read(By.cssSelector("main .flash"))).isNotEmpty();
            clicks += hands.clicks();
        }
        assertThat(clicks).as("clicks").isLessThanOrEqualTo(2);
    }
}
