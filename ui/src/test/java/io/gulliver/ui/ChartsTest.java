package io.gulliver.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.service.collection.EvidenceService;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.support.ui.WebDriverWait;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Charts that are pointed at, walked by arrows and dragged over. */
@SpringBootTest(
        classes = FaceApplication.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@Tag("process")
class ChartsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String CHARTS = "/programs/northmoor/databases/TREASP/charts";
    private static final int HOURS = 48;
    private static final int PEAK = 30;

    private static @Nullable ChromeDriver shared;

    @LocalServerPort
    private int port;

    @Autowired
    private EvidenceService evidence;

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

    /** An hour is busier than the others: it is the only point of its value. */
    private void isMeasured() throws IOException {
        StringBuilder rows = new StringBuilder("""
                ~~BEGIN-OS-INFORMATION~~
                STAT_NAME                      STAT_VALUE
                ------------------------------ ------------------------------
                NUM_CPU_CORES                  8
                DB_NAME                        TREASP
                INSTANCES                      1
                VERSION                        19.21.0.0.0
                PHYSICAL_MEMORY_GB             128
                ~~END-OS-INFORMATION~~
                ~~BEGIN-MAIN-METRICS~~

                      snap      dur_m end                  inst     os_cpu  read_iops write_iops  read_mb_s write_mb_s
                ---------- ---------- -------------- ---------- ---------- ---------- ---------- ---------- ----------
                """);
        for (int hour = 1; hour <= HOURS; hour++) {
            rows.append(String.format(
                    Locale.ROOT,
                    "%10d %10d 26/05/%02d %02d:00 %10d %10.1f %10.1f %10.1f %10.1f %10.1f%n",
                    hour,
                    60,
                    1 + hour / 24,
                    hour % 24,
                    1,
                    hour == PEAK ? 90.0 : 10.0,
                    1000.0,
                    500.0,
                    20.0,
                    10.0));
        }
        byte[] capture = rows.append("\n~~END-MAIN-METRICS~~\n").toString().getBytes(StandardCharsets.UTF_8);
        evidence.take(
                "northmoor",
                "TREASP",
                "treasp.out",
                new ByteArrayInputStream(capture),
                "it is the test's",
                "mia",
                null);
    }

    private ChromeDriver loggedIn() {
        ChromeDriver browser = Objects.requireNonNull(shared);
        open(browser, "/login");
        browser.findElement(By.id("username")).sendKeys("pm");
        browser.findElement(By.id("password")).sendKeys("lilliput");
        browser.findElement(By.cssSelector("form.login button")).click();
        until(browser, () -> !at(browser).contains("/login"), "the log-in leads on");
        // the reader's zone is that of the browser, which a page learns from a cookie
        browser.executeCdpCommand("Emulation.setTimezoneOverride", Map.of("timezoneId", "Asia/Tokyo"));
        size(browser, 1440);
        return browser;
    }

    private static void size(ChromeDriver browser, int width) {
        browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 1200, "deviceScaleFactor", 1, "mobile", width < 500));
    }

    private void open(ChromeDriver browser, String path) {
        browser.get("http://127.0.0.1:" + port + path);
    }

    private static String at(ChromeDriver browser) {
        return Objects.requireNonNull(browser.getCurrentUrl());
    }

    private static void until(ChromeDriver browser, java.util.function.BooleanSupplier reached, String what) {
        new WebDriverWait(browser, PATIENCE)
                .withMessage(what)
                .ignoring(org.openqa.selenium.StaleElementReferenceException.class)
                .until(page -> reached.getAsBoolean());
    }

    private static WebElement chart(ChromeDriver browser) {
        return browser.findElement(By.cssSelector("#trace-cpu-busyCores .trace-on"));
    }

    private static String said(ChromeDriver browser) {
        return browser.findElement(By.cssSelector("#trace-cpu-busyCores .trace-said"))
                .getText();
    }

    @Test
    void sayValueAndTimeWhereTheyArePointedAtOrWalkedAndOpenThePieceThatIsDraggedOver() throws IOException {
        isMeasured();
        ChromeDriver browser = loggedIn();
        open(browser, CHARTS);
        open(browser, CHARTS);
        List<WebElement> ends = browser.findElements(By.cssSelector(".trace-range time"));
        Instant first = Instant.parse(Objects.requireNonNull(ends.get(0).getDomAttribute("datetime")));
        Instant last = Instant.parse(Objects.requireNonNull(ends.get(1).getDomAttribute("datetime")));
        assertThat(Duration.between(first, last)).isEqualTo(Duration.ofHours(HOURS));
        assertThat(said(browser)).as("nobody points at it").isEmpty();

        WebElement chart = chart(browser);
        int width = chart.getSize().getWidth();
        new Actions(browser)
                .moveToElement(chart, Math.round(width * (PEAK / (float) HOURS - 0.5f)), 0)
                .perform();
        // 7.2 of 8 cores in the hour that ends at 06:00 in Berlin, which is 04:00 in UTC and 13:00 in Tokyo
        assertThat(said(browser)).startsWith("7.20 cores").contains("2 May 2026, 13:00", "(2 May 2026, 04:00 UTC)");
        browser.findElement(By.cssSelector("h1")).click();
        new Actions(browser)
                .moveToElement(browser.findElement(By.cssSelector("h1")))
                .perform();
        assertThat(said(browser)).isEmpty();

        chart.sendKeys(Keys.HOME);
        assertThat(chart.getDomAttribute("aria-valuetext"))
                .startsWith("0.80 cores")
                .contains("1 May 2026, 08:00");
        for (int hour = 1; hour < PEAK; hour++) {
            chart.sendKeys(Keys.ARROW_RIGHT);
        }
        assertThat(chart.getDomAttribute("aria-valuetext"))
                .as("what is read aloud is what is seen")
                .isEqualTo(said(browser))
                .startsWith("7.20 cores");
        List<String> found = new ArrayList<>(Axe.violations(browser));
        seen(browser, "whole");

        new Actions(browser)
                .moveToElement(chart, Math.round(width * 0.0f), 10)
                .clickAndHold()
                .moveToElement(chart, Math.round(width * 0.25f), 20)
                .release()
                .perform();
        until(browser, () -> at(browser).contains("&from="), "the piece that was dragged over is open");
        ends = browser.findElements(By.cssSelector(".trace-range time"));
        Duration dragged = Duration.between(
                Instant.parse(Objects.requireNonNull(ends.get(0).getDomAttribute("datetime"))),
                Instant.parse(Objects.requireNonNull(ends.get(1).getDomAttribute("datetime"))));
        assertThat(dragged).isBetween(Duration.ofMinutes(660), Duration.ofMinutes(780));
        assertThat(browser.findElement(By.cssSelector("#trace-cpu-busyCores desc"))
                        .getDomProperty("textContent"))
                .contains("12 figures", "maximum 7.20");
        String address = at(browser);
        browser.findElement(By.linkText("Closer")).click();
        until(browser, () -> !at(browser).equals(address), "a link leads closer");
        browser.navigate().back();
        until(browser, () -> at(browser).equals(address), "and back is the piece before");

        for (int narrow : new int[] {1440, 390, 320}) {
            for (String theme : List.of("light", "dark")) {
                size(browser, narrow);
                browser.get(address + "&theme=" + theme);
                chart(browser).sendKeys(Keys.ARROW_LEFT);
                found.addAll(Axe.violations(browser));
                if (Axe.scrollsSideways(browser)) {
                    found.add(narrow + " scrolls sideways: " + Axe.widening(browser));
                }
                seen(browser, "piece-" + narrow + "-" + theme);
            }
        }
        assertThat(found).isEmpty();
        assertThat(browser.manage().logs().get(LogType.BROWSER).getAll())
                .as("what the policy of contents blocks is told there")
                .noneMatch(entry -> entry.getMessage().contains("Content Security Policy"));
    }

    private static void seen(ChromeDriver browser, String name) throws IOException {
        String shots = System.getProperty("gulliver.shots");
        if (shots != null) {
            Files.write(Path.of(shots).resolve("charts-" + name + ".png"), browser.getScreenshotAs(OutputType.BYTES));
        }
    }
}
