package io.gulliver.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.plan.Wave;
import io.gulliver.domain.plan.WaveMember;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.interactions.PointerInput;
import org.openqa.selenium.interactions.Sequence;
import org.openqa.selenium.support.ui.WebDriverWait;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;

/** Bars of the plan in a browser: by mouse, finger and keys they lead to the preview, and save nothing by themselves. */
@SpringBootTest(
        classes = FaceApplication.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@DirtiesContext(classMode = DirtiesContext.ClassMode.AFTER_CLASS)
@Tag("process")
class PlanDragTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final By WAVE = By.cssSelector("#W6 .grab");
    private static final By SAVE = By.cssSelector("#save");

    private static @Nullable ChromeDriver shared;

    @LocalServerPort
    private int port;

    @Autowired
    private Northmoor northmoor;

    private ZoneId zone = ZoneId.of("UTC");
    private Instant start = Northmoor.NOW;

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

    private static ChromeDriver browser() {
        return Objects.requireNonNull(shared);
    }

    @BeforeEach
    void looksAtThePlan() {
        zone = northmoor.stores().programs().require(Northmoor.PROGRAM).zone();
        if (northmoor.stores().plans().wave(Northmoor.PROGRAM, 6).isEmpty()) {
            northmoor
                    .stores()
                    .plans()
                    .add(
                            Northmoor.PROGRAM,
                            6,
                            "Core & ledger",
                            Northmoor.NOW.plus(Duration.ofDays(40)),
                            List.of(),
                            "pm");
            northmoor.stores().plans().place(new WaveMember(Northmoor.PROGRAM, 6, "CARDAUTH", null), "pm");
        }
        start = Objects.requireNonNull(wave().start());
        browser()
                .executeCdpCommand(
                        "Emulation.setDeviceMetricsOverride",
                        Map.of("width", 1440, "height", 900, "deviceScaleFactor", 1, "mobile", false));
        browser().get("http://127.0.0.1:" + port + "/login");
        browser().manage().deleteAllCookies();
        browser().get("http://127.0.0.1:" + port + "/login");
        browser().findElement(By.id("username")).sendKeys("pm");
        browser().findElement(By.id("password")).sendKeys("lilliput");
        browser().findElement(By.cssSelector("form.login button")).click();
        new WebDriverWait(browser(), PATIENCE)
                .until(page -> Objects.requireNonNull(page.getCurrentUrl()).contains("/programs/"));
        browser().get("http://127.0.0.1:" + port + "/programs/northmoor/plan");
    }

    private Wave wave() {
        return northmoor.stores().plans().wave(Northmoor.PROGRAM, 6).orElseThrow();
    }

    private static WebElement bar() {
        WebElement bar = browser().findElement(WAVE);
        browser().executeScript("arguments[0].scrollIntoView({ block: 'center' })", bar);
        return bar;
    }

    private static int moved(WebElement bar) {
        return Integer.parseInt(Objects.requireNonNull(bar.getDomAttribute("aria-valuenow")));
    }

    private LocalDateTime local(Instant at) {
        return LocalDateTime.ofInstant(at, zone).withSecond(0).withNano(0);
    }

    /** The preview shows the start that the bar was moved to, and the wave still begins when it did. */
    private void previewed(int days) {
        new WebDriverWait(browser(), PATIENCE)
                .until(page -> !page.findElements(SAVE).isEmpty());
        assertThat(LocalDateTime.parse(Objects.requireNonNull(browser()
                        .findElement(By.cssSelector("#save input[name=start]"))
                        .getDomAttribute("value"))))
                .isEqualTo(local(start).plusDays(days));
        assertThat(browser().findElement(By.cssSelector("main .lead")).getText())
                .as("what moves, and how far")
                .contains("W6 moved by " + Math.abs(days) + " d, " + (days < 0 ? "earlier" : "later"));
        assertThat(browser().findElements(By.cssSelector("#move-W6, #move-CARDAUTH")))
                .isNotEmpty();
        assertThat(wave().start()).as("nothing is saved").isEqualTo(start);
    }

    @Test
    void aBarThatIsDraggedLeadsToThePreviewOfItsNewDate() {
        WebElement bar = bar();
        new Actions(browser())
                .moveToElement(bar)
                .clickAndHold()
                .moveByOffset(40, 3)
                .perform();
        int days = moved(bar);
        assertThat(days).as("days to the right").isPositive();
        assertThat(browser().findElement(By.cssSelector("#W6 text.moved")).getText())
                .as("the date is drawn beside it")
                .contains(Integer.toString(local(start).plusDays(days).getDayOfMonth()));
        new Actions(browser()).release().perform();
        previewed(days);
    }

    @Test
    void aFingerMovesItTheSameWay() {
        WebElement bar = bar();
        int days = Math.toIntExact((Long) Objects.requireNonNull(browser()
                .executeScript(
                        "const bar = arguments[0]; return Math.round(-60 * Number(bar.closest('table').dataset.days)"
                                + " / bar.ownerSVGElement.getBoundingClientRect().width)",
                        bar)));
        assertThat(days).as("days to the left").isNegative();
        PointerInput finger = new PointerInput(PointerInput.Kind.TOUCH, "finger");
        browser()
                .perform(List.of(new Sequence(finger, 0)
                        .addAction(finger.createPointerMove(Duration.ZERO, PointerInput.Origin.fromElement(bar), 0, 0))
                        .addAction(finger.createPointerDown(PointerInput.MouseButton.LEFT.asArg()))
                        .addAction(
                                finger.createPointerMove(Duration.ofMillis(100), PointerInput.Origin.pointer(), -60, 0))
                        .addAction(finger.createPointerUp(PointerInput.MouseButton.LEFT.asArg()))));
        previewed(days);
    }

    @Test
    void escapeLeavesABarThatIsHeldWhereItWas() {
        WebElement bar = bar();
        new Actions(browser())
                .moveToElement(bar)
                .clickAndHold()
                .moveByOffset(40, 0)
                .perform();
        assertThat(moved(bar)).isPositive();
        new Actions(browser())
                .sendKeys(Keys.ESCAPE)
                .moveByOffset(20, 0)
                .release()
                .perform();
        assertThat(moved(bar)).isZero();
        assertThat(bar.getDomAttribute("transform")).isNull();
        bar.sendKeys(Keys.ARROW_RIGHT);
        assertThat(moved(bar)).as("the page is still there and listens").isEqualTo(1);
        bar.sendKeys(Keys.ESCAPE);
        assertThat(moved(bar)).isZero();
        bar.sendKeys(Keys.ENTER);
        assertThat(browser().findElements(SAVE)).as("nothing was moved").isEmpty();
        assertThat(
                        browser()
                                .executeScript(
                                        "return performance.getEntriesByType('resource').filter(one => one.name.includes('/plan/waves')).length"))
                .as("nothing was asked")
                .isEqualTo(0L);
        assertThat(wave().start()).isEqualTo(start);
    }

    @Test
    void keysMoveItByDaysAndWeeksAndSaveBringsBackToThePlan() {
        WebElement bar = bar();
        bar.sendKeys(Keys.PAGE_UP, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT);
        assertThat(moved(bar)).isEqualTo(8);
        assertThat(bar.getDomAttribute("aria-valuetext"))
                .contains(Integer.toString(local(start).plusDays(8).getYear()));
        bar.sendKeys(Keys.ENTER);
        previewed(8);
        browser().findElement(By.cssSelector("#save button.go")).click();
        new WebDriverWait(browser(), PATIENCE)
                .until(page -> Objects.requireNonNull(page.getCurrentUrl()).endsWith("/northmoor/plan")
                        && !page.findElements(By.cssSelector("#plan .flash")).isEmpty());
        assertThat(local(Objects.requireNonNull(wave().start())))
                .isEqualTo(local(start).plusDays(8));
    }
}
