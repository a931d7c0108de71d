package io.gulliver.whole;

import io.gulliver.testing.Required;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.ElementNotInteractableException;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * The walks of {@code docs/guide.md} in a browser, by clicks as people do them. At each stop the page says what the guide
 * says of it, is no problem page and does not scroll sideways; then its picture is taken. A page that does not is told at the
 * end, and the walk goes on; a walk that cannot go on is told, too, and leaves the next one alone.
 */
final class GuideWalk implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String PROGRAM = "/programs/lilliput";
    private static final String THREATS = "section[aria-label^='What endangers']";

    private static final Look DESK = new Look(1280, 800, "light");
    private static final Look PHONE = new Look(390, 844, "dark");

    private final Map<String, byte[]> taken = new LinkedHashMap<>();
    private final ChromeDriver browser;
    private final URI address;
    private final Map<String, List<String>> told;
    private final SoftAssertions wrong = new SoftAssertions();
    private String person = "";

    /** How a page is looked at: CSS pixels, and the theme that the system asks for. */
    private record Look(int width, int height, String theme) {}

    private GuideWalk(ChromeDriver browser, URI address, Map<String, List<String>> told) {
        this.browser = browser;
        this.address = address;
        this.told = told;
    }

    /**
     * Opens a browser.
     *
     * @param address of the product
     * @param told what the guide says of each picture, as {@link GuidePictures#told}
     * @param profile an empty directory for the browser
     */
    static GuideWalk open(URI address, Map<String, List<String>> told, Path profile) {
        Path chromium = first("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome");
        Path driver = first("/usr/bin/chromedriver", "/usr/lib/chromium/chromedriver");
        Required.here(
                chromium != null && driver != null,
                "no chromium or chromedriver here; install the packages chromium and chromium-driver");
        ChromeOptions options = new ChromeOptions();
        options.setBinary(Objects.requireNonNull(chromium).toFile());
        options.addArguments(
                "--headless=new",
                "--lang=en-GB",
                "--accept-lang=en-GB",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--lang=en",
                "--user-data-dir=" + profile);
        ChromeDriver browser = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(Objects.requireNonNull(driver).toFile())
                        .build(),
                options);
        browser.manage().timeouts().pageLoadTimeout(PATIENCE).scriptTimeout(PATIENCE);
        return new GuideWalk(browser, address, told);
    }

    private static @Nullable Path first(String... paths) {
        return Stream.of(paths)
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }

    @Override
    public void close() {
        browser.quit();
    }

    /** What was taken so far, by the name of each picture. */
    Map<String, byte[]> taken() {
        return taken;
    }

    /** Fails with all that was wrong on the walks. */
    void wasRight() {
        wrong.assertThat(taken.keySet())
                .as("the pictures that the guide shows")
                .containsExactlyInAnyOrderElementsOf(told.keySet());
        wrong.assertAll();
    }

    /** One of the walks. */
    void goes(ThrowingCallable walk) {
        wrong.assertThatCode(walk).doesNotThrowAnyException();
    }

    // ---- the walks

    /** A DBA at night, on a phone: a task of the database waits in its outage. */
    void dba(String database) throws IOException {
        begin("dba", PHONE);
        go(PROGRAM);
        click(By.cssSelector("nav.nav a[href='/tasks']"));
        there(By.cssSelector("ol.tasks li.task"));
        stop("dba-tasks", null);
        click(By.xpath("//li[contains(@class,'task')][.//a[text()='" + database + "']]//a[@class='tk-t']"));
        there(By.cssSelector("#task .tk-claim"));
        stop("dba-task", "#task");
        click(By.cssSelector("#task .tk-claim button"));
        type(By.cssSelector("#complete [name=reason]"), "Done at the host, and looked at again: nothing is open.");
        stop("dba-evidence", "#complete");
        click(By.cssSelector("#task p a[href*='/databases/" + database + "']"));
        there(By.id("now"));
        stop("dba-database", null);
        click(By.cssSelector("#step-import a"));
        click(By.cssSelector("main a[href*='/databases/" + database + "/step?']"));
        there(By.cssSelector("#log"));
        stop("dba-log", "#log");
    }

    /** A cutover manager, and whoever gives the second word on a phone: the gate before the target opens waits. */
    void cutover(String database) throws IOException {
        begin("cutover", DESK);
        go(PROGRAM);
        click(By.cssSelector("nav.nav a[href='" + PROGRAM + "/databases']"));
        click(By.cssSelector("main th a[href$='/databases/" + database + "']"));
        there(By.id("next"));
        stop("cutover-night", null);
        openGate(database);
        stop("cutover-gate", "#task");
        String words = "All criteria are met, and the owner accepts.";
        type(By.cssSelector("#decide [name=reason]"), words);
        click(By.cssSelector("button[form=decide][value=approve]"));
        until("the first word is kept", () -> text("#task").contains("Waits for a second person"));
        wrong.assertThat(text("#task .approvals"))
                .as("what was typed with the approval")
                .contains(words);
        stop("cutover-first", "#task .approvals");
        begin("approver", PHONE);
        go(PROGRAM);
        openGate(database);
        type(By.cssSelector("#decide [name=reason]"), "Seen: open it.");
        stop("cutover-second", "#task .approvals");
        click(By.cssSelector("button[form=decide][value=approve]"));
        until("the gate is decided", () -> find(By.id("decide")).isEmpty());
        begin("cutover", DESK);
        go(PROGRAM);
        click(By.cssSelector("nav.nav a[href='" + PROGRAM + "/databases']"));
        click(By.cssSelector("main th a[href$='/databases/" + database + "']"));
        there(By.id("happened"));
        stop("cutover-handover", "#happened");
    }

    private void openGate(String database) {
        click(By.cssSelector("nav.nav a[href='/tasks']"));
        click(By.cssSelector("nav.views a[href*='view=all']"));
        click(By.xpath("//li[contains(@class,'task')][.//a[text()='" + database + "']]"
                + "//a[@class='tk-t'][contains(text(),'open the target')]"));
        until("the gate is open", () -> String.valueOf(browser.getCurrentUrl()).contains("task="));
        there(By.id("decide"));
    }

    /** Whether the program's page names a database that endangers the end. */
    boolean endangered() {
        begin("pm", DESK);
        go(PROGRAM);
        return !find(By.cssSelector(THREATS + " tbody th a")).isEmpty();
    }

    /** A program manager: what endangers the end, why, what a move would change, and the report for Monday. */
    void manager() throws IOException {
        begin("pm", DESK);
        go(PROGRAM);
        there(By.cssSelector(THREATS + " tbody th a"));
        stop("manager-endangered", THREATS);
        click(By.cssSelector(THREATS + " tbody th a"));
        there(By.id("late"));
        stop("manager-why", null);
        click(By.cssSelector("nav.nav a[href='" + PROGRAM + "/plan']"));
        click(By.xpath("(//tr[@id='W2']/following-sibling::tr[1]//th//a)[1]"));
        click(By.xpath("//main//label[starts-with(normalize-space(), 'W1 ')]"));
        click(By.xpath("//main//form[.//input[@name='wave']]//button[@type='submit']"));
        there(By.id("moves"));
        stop("manager-preview", null);
        click(By.cssSelector("nav.nav a[href='" + PROGRAM + "']"));
        click(By.linkText("Status report"));
        until("the report is open", () -> at().endsWith("/report"));
        stop("manager-report", null);
    }

    /** What the guide tells of beside the three walks. */
    void pages() throws IOException {
        begin("pm", DESK);
        for (String[] page : new String[][] {
            {"program", PROGRAM},
            {"databases", PROGRAM + "/databases"},
            {"database", PROGRAM + "/databases/PAYROLL"},
            {"what-if", "/what-if/cpu?example=eight-servers"},
            {"rates", PROGRAM + "/assessment/rates"},
            {"assessment", PROGRAM + "/assessment"},
            {"plan", PROGRAM + "/plan"},
            {"risks", PROGRAM + "/risks"},
            {"audit", "/audit"}
        }) {
            go(page[1]);
            stop(page[0], null);
        }
        begin("dba", DESK);
        go(PROGRAM);
        go("/tasks?view=all");
        stop("tasks", null);
    }

    // ---- what a person does

    private void begin(String who, Look how) {
        person = who;
        browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of(
                        "width",
                        how.width(),
                        "height",
                        how.height(),
                        "deviceScaleFactor",
                        1,
                        "mobile",
                        how.width() < 500));
        browser.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(
                                Map.of("name", "prefers-color-scheme", "value", how.theme()),
                                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
        go("/login");
        browser.manage().deleteAllCookies();
        go("/login");
        browser.findElement(By.id("username")).sendKeys(who);
        browser.findElement(By.id("password")).sendKeys("lilliput");
        browser.findElement(By.cssSelector("form.login button")).click();
        until("the log-in leads on", () -> !at().contains("/login"));
    }

    private String at() {
        return Objects.requireNonNull(browser.getCurrentUrl()).replaceFirst("[?#].*", "");
    }

    private void go(String path) {
        browser.get(address + path);
    }

    private List<WebElement> find(By what) {
        return browser.findElements(what);
    }

    private String text(String selector) {
        return browser.findElement(By.cssSelector(selector)).getText();
    }

    private void click(By what) {
        until("a click on " + what, () -> {
            WebElement found = find(what).stream()
                    .filter(WebElement::isDisplayed)
                    .findFirst()
                    .orElse(null);
            if (found == null) {
                return false;
            }
            browser.executeScript("arguments[0].scrollIntoView({block: 'center'})", found);
            found.click();
            return true;
        });
    }

    private void type(By what, String words) {
        until("a field " + what, () -> {
            WebElement field = find(what).stream().findFirst().orElse(null);
            if (field == null) {
                return false;
            }
            field.clear();
            field.sendKeys(words);
            return true;
        });
    }

    private void there(By what) {
        until("there is " + what, () -> !find(what).isEmpty());
    }

    private void until(String what, BooleanSupplier reached) {
        new WebDriverWait(browser, PATIENCE)
                .withMessage(() -> person + ": " + what + ", at " + browser.getCurrentUrl())
                .ignoring(StaleElementReferenceException.class, ElementNotInteractableException.class)
                .until(page -> reached.getAsBoolean());
    }

    /**
     * Looks whether the page says what the guide says of it, and takes the picture.
     *
     * @param from what stands at the upper edge of the picture, or null for the top of the page
     */
    private void stop(String name, @Nullable String from) throws IOException {
        List<String> words = told.getOrDefault(name, List.of());
        wrong.assertThatCode(() -> until(
                        name + " says " + words + " as the guide does",
                        () -> words.stream().allMatch(word -> said().contains(plain(word)))))
                .doesNotThrowAnyException();
        if (from != null) {
            there(By.cssSelector(from));
        }
        browser.executeScript(
                "const one = arguments[0] ? document.querySelector(arguments[0]) : null;"
                        + "if (document.activeElement) document.activeElement.blur();"
                        + "window.scrollTo(0, 0);"
                        + "const head = document.querySelector('header.top');"
                        + "if (one) window.scrollTo(0, one.getBoundingClientRect().top - head.offsetHeight - 12);",
                from);
        wrong.assertThat(find(By.cssSelector("main h1")))
                .as("the heading of " + name)
                .isNotEmpty();
        wrong.assertThat(find(By.cssSelector("main.bare-page")))
                .as(name + " is no problem page")
                .isEmpty();
        wrong.assertThat((Boolean) browser.executeScript(
                        "const page = document.documentElement; return page.scrollWidth <= page.clientWidth"))
                .as(name + " stays within its width")
                .isTrue();
        Object shot = browser.executeCdpCommand("Page.captureScreenshot", Map.of("format", "png"))
                .get("data");
        taken.put(name, GuidePictures.small(Base64.getDecoder().decode(String.valueOf(shot))));
    }

    /** All that the page says to a person who looks at it. */
    private String said() {
        return plain(String.valueOf(browser.executeScript("return document.body.innerText")));
    }

    private static String plain(String words) {
        return words.replaceAll("[\\s\\u00a0]+", " ").strip().toLowerCase(Locale.ROOT);
    }
}
