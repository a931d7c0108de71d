package io.gulliver.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jsoup.Jsoup;
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
import org.openqa.selenium.support.ui.WebDriverWait;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

/** The help beside figures in a real browser: which stand on which page, that no box is cut off, and how it opens and closes. */
@SpringBootTest(
        classes = FaceApplication.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@Tag("process")
@TakesTurns(TakesTurns.Group.PAGES)
class WhatBrowserTest {
    private static final List<String> HEADLINE =
            List.of("outage", "window", "feasible", "size", "missing", "risks", "slip");

    /** Helps that a page must have, those of its headline figures aside. */
    private static final Map<String, List<String>> PAGES = new LinkedHashMap<>();

    static {
        String program = "/programs/northmoor";
        String database = program + "/databases/CARDAUTH";
        PAGES.put(program, List.of("rag", "end", "agreed", "slip", "across", "burn", "threats", "score", "risks"));
        PAGES.put(program + "/databases", List.of("cutover", "slip", "score", "outage", "window", "size"));
        PAGES.put(program + "/plan", List.of("baseline", "planned", "forecast", "actual", "slip", "critical"));
        PAGES.put(program + "/plan/databases/CARDAUTH", List.of("baseline", "planned", "forecast", "actual"));
        PAGES.put(program + "/risks", List.of("score", "bands", "matrix", "risks"));
        PAGES.put(program + "/report", List.of("rag", "burn", "slip", "score", "cost"));
        PAGES.put(program + "/window", List.of("coverage", "ready"));
        PAGES.put(
                program + "/assessment",
                List.of("feasible", "cost", "memory", "ifls", "complete", "missing", "risks", "size", "window"));
        PAGES.put(database, HEADLINE);
        PAGES.put(database + "/facts", List.of("complete", "missing"));
        PAGES.put(database + "/sizing", List.of("ifls", "memory", "storage"));
        PAGES.put(database + "/methods", List.of("range", "rate", "outage", "feasible"));
        PAGES.put(database + "/assessment", List.of("feasible", "cost", "memory"));
        PAGES.put("/tasks?view=all", List.of("blocks", "due"));
    }

    private static @Nullable ChromeDriver shared;

    @LocalServerPort
    private int port;

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

    private ChromeDriver browser() {
        ChromeDriver browser = Objects.requireNonNull(shared);
        browser.manage().deleteAllCookies();
        open(browser, "/login");
        browser.findElement(By.id("username")).sendKeys("pm");
        browser.findElement(By.id("password")).sendKeys("lilliput");
        browser.findElement(By.cssSelector("form.login button")).click();
        new WebDriverWait(browser, Duration.ofSeconds(60))
                .until(page -> !Objects.requireNonNull(page.getCurrentUrl()).contains("/login"));
        return browser;
    }

    private void open(ChromeDriver browser, String path) {
        browser.get("http://127.0.0.1:" + port + path);
    }

    private static void size(ChromeDriver browser, int width) {
        browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 700, "deviceScaleFactor", 1, "mobile", width < 500));
    }

    /** Opens each help of the page in turn, and tells whose box is not whole inside the window, or lies under something. */
    private static List<?> cutOff(ChromeDriver browser) {
        return (List<?>) Objects.requireNonNull(browser.executeScript("""
                const wrong = [];
                for (const help of document.querySelectorAll('main details.what')) {
                  const mark = help.querySelector('summary');
                  mark.scrollIntoView({ block: 'center', inline: 'center' });
                  const target = mark.getBoundingClientRect();
                  mark.click();
                  const box = help.querySelector('.what-b').getBoundingClientRect();
                  const name = help.dataset.what + ' ';
                  if (target.width < 24 || target.height < 24) wrong.push(name + 'is small to press');
                  if (!help.open || box.height < 40) wrong.push(name + 'did not open');
                  if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight) {
                    wrong.push(name + 'is cut off: ' + [box.left, box.top, box.right, box.bottom].map(Math.round));
                  }
                  for (const [x, y] of [[8, 8], [box.width - 8, 8], [8, box.height - 8], [box.width - 8, box.height - 8]]) {
                    const there = document.elementFromPoint(box.left + x, box.top + y);
                    if (!there || !help.contains(there)) {
                      wrong.push(name + 'is covered by ' + (there ? there.outerHTML.slice(0, 80) : 'nothing'));
                    }
                  }
                  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) {
                    wrong.push(name + 'makes the page scroll sideways');
                  }
                }
                return wrong;
                """));
    }

    @Test
    void eachPageHasItsHelpsAndNoBoxIsCutOffOrCovered() throws IOException {
        ChromeDriver browser = browser();
        List<String> found = new ArrayList<>();
        int view = 0;
        for (Map.Entry<String, List<String>> page : PAGES.entrySet()) {
            for (int width : new int[] {1440, 390, 320}) {
                String theme = view++ % 2 == 0 ? "light" : "dark";
                size(browser, width);
                open(browser, page.getKey() + (page.getKey().contains("?") ? "&" : "?") + "theme=" + theme);
                Set<String> there = Helps.on(Jsoup.parse(Objects.requireNonNull(browser.getPageSource())));
                String at = page.getKey() + " at " + width + ": ";
                page.getValue().stream()
                        .filter(one -> !there.contains(one))
                        .forEach(one -> found.add(at + "no " + one));
                cutOff(browser).forEach(one -> found.add(at + one));
                Axe.violations(browser).forEach(one -> found.add(at + theme + " with a box open: " + one));
                String shots = System.getProperty("gulliver.shots");
                if (shots != null) {
                    Files.write(
                            Path.of(shots)
                                    .resolve(
                                            page.getKey().replaceAll("\\W+", "-") + "-" + width + "-" + theme + ".png"),
                            browser.getScreenshotAs(OutputType.BYTES));
                }
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void aBoxOpensByKeyboardAndIsClosedByEscapeAndByAClickElsewhere() {
        ChromeDriver browser = browser();
        size(browser, 1440);
        open(browser, "/programs/northmoor/databases");
        WebElement slip = browser.findElement(By.cssSelector("th details.what[data-what=slip]"));
        WebElement mark = slip.findElement(By.cssSelector("summary"));
        assertThat(mark.getAccessibleName()).isEqualTo("What is this: Slip");
        mark.sendKeys(Keys.ENTER);
        assertThat(slip.getDomAttribute("open")).isNotNull();
        assertThat(slip.getText()).contains("How it is counted", "Where it comes from", "Slip = ");
        browser.switchTo().activeElement().sendKeys(Keys.TAB);
        assertThat(browser.switchTo().activeElement().getText())
                .as("the link inside the box")
                .isEqualTo("The plan");
        browser.switchTo().activeElement().sendKeys(Keys.ESCAPE);
        assertThat(slip.getDomAttribute("open")).as("after Escape").isNull();
        assertThat(browser.switchTo().activeElement()).as("the focus is back").isEqualTo(mark);
        mark.click();
        WebElement size = browser.findElement(By.cssSelector("th details.what[data-what=size]"));
        size.findElement(By.cssSelector("summary")).click();
        assertThat(slip.getDomAttribute("open")).as("when another opens").isNull();
        assertThat(size.getDomAttribute("open")).isNotNull();
        browser.findElement(By.cssSelector(".top-a")).click();
        assertThat(size.getDomAttribute("open")).as("after a click elsewhere").isNull();
    }

    @Test
    void itWorksWithoutScriptAndStandsOnNoPaper() {
        ChromeDriver browser = browser();
        size(browser, 390);
        browser.executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", true));
        try {
            open(browser, "/programs/northmoor");
            List<WebElement> marks = browser.findElements(By.cssSelector("main details.what > summary"));
            assertThat(marks).hasSizeGreaterThan(5);
            marks.get(0).click();
            marks.get(1).sendKeys(Keys.ENTER);
            assertThat(browser.findElements(By.cssSelector("main details.what[open]")))
                    .as("one box at a time")
                    .hasSize(1);
            WebElement box = browser.findElement(By.cssSelector("main details.what[open] .what-b"));
            assertThat(box.isDisplayed()).isTrue();
            assertThat(box.getRect().getX()).isNotNegative();
            assertThat(box.getRect().getX() + box.getRect().getWidth()).isLessThanOrEqualTo(390);
        } finally {
            browser.executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", false));
        }
        browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", "print"));
        try {
            open(browser, "/programs/northmoor");
            assertThat(browser.findElements(By.cssSelector(".what, .whats")))
                    .isNotEmpty()
                    .noneMatch(WebElement::isDisplayed);
        } finally {
            browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", ""));
        }
    }
}
