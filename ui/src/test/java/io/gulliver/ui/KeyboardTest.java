package io.gulliver.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.risk.Risk;
import io.gulliver.domain.risk.RiskResponse;
import io.gulliver.domain.risk.RiskState;
import io.gulliver.domain.risk.RiskStatement;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
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
import org.openqa.selenium.support.ui.Select;
import org.openqa.selenium.support.ui.WebDriverWait;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Work without a pointer: the palette, the list of keys, letters that go somewhere, lists that are walked. Keys are counted. */
@SpringBootTest(
        classes = FaceApplication.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@Tag("process")
@TakesTurns(TakesTurns.Group.PAGES)
class KeyboardTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static @Nullable ChromeDriver shared;

    @LocalServerPort
    private int port;

    @Autowired
    private Northmoor northmoor;

    private ChromeDriver browser;
    private int pressed;

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

    @BeforeEach
    void logIn() {
        browser = Objects.requireNonNull(shared);
        logIn("pm");
        size(1440);
        pressed = 0;
    }

    private void logIn(String who) {
        open("/login");
        browser.manage().deleteAllCookies();
        browser.executeScript("localStorage.clear()");
        open("/login");
        browser.findElement(By.id("username")).sendKeys(who);
        browser.findElement(By.id("password")).sendKeys("lilliput");
        browser.findElement(By.cssSelector("form.login button")).click();
        until(() -> !at().contains("/login"), "the log-in leads on");
    }

    private void size(int width) {
        browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 1000, "deviceScaleFactor", 1, "mobile", width < 500));
    }

    private void open(String path) {
        browser.get("http://127.0.0.1:" + port + path);
    }

    private String at() {
        return Objects.requireNonNull(browser.getCurrentUrl());
    }

    private static void until(java.util.function.BooleanSupplier reached, String what) {
        new WebDriverWait(Objects.requireNonNull(shared), PATIENCE)
                .withMessage(what)
                .ignoring(org.openqa.selenium.StaleElementReferenceException.class)
                .until(page -> reached.getAsBoolean());
    }

    /** Presses keys where the focus is; a chord counts as one. */
    private void press(CharSequence... keys) {
        for (CharSequence one : keys) {
            pressed += one.toString().startsWith(Keys.CONTROL.toString())
                            || one.toString().startsWith(Keys.META.toString())
                    ? 1
                    : one.length();
            browser.switchTo().activeElement().sendKeys(one);
        }
    }

    private static CharSequence control(String key) {
        return Keys.chord(Keys.CONTROL, key);
    }

    private List<String> found() {
        return browser.findElements(By.cssSelector("#palette [role=option] b")).stream()
                .map(WebElement::getText)
                .toList();
    }

    private String focus() {
        return String.valueOf(browser.executeScript(
                "const a = document.activeElement; return a.id || a.getAttribute('href') || a.tagName"));
    }

    private boolean isOpen(String id) {
        return !browser.findElements(By.cssSelector("#" + id + "[open]")).isEmpty();
    }

    private void palette() {
        press(control("k"));
        until(() -> isOpen("palette") && !found().isEmpty(), "the palette shows what it has");
    }

    @Test
    void opensADatabaseBySevenKeysFromAnyPage() {
        open("/audit");
        // Enter is pressed before any answer can be there: it opens what these words find
        press(control("k"), "carda", Keys.ENTER);
        until(() -> at().endsWith("/programs/northmoor/databases/CARDAUTH"), "CARDAUTH is open");
        assertThat(pressed).isEqualTo(7);
    }

    @Test
    void findsInGroupsAndWalksThemByArrows() {
        Risk risk = northmoor
                .stores()
                .risks()
                .add(
                        Northmoor.PROGRAM,
                        new RiskStatement(
                                "Backups of CARDISS are too old",
                                "",
                                "",
                                4,
                                4,
                                null,
                                RiskResponse.REDUCE,
                                "",
                                null,
                                "",
                                RiskState.OPEN,
                                List.of("CARDAUTH")),
                        "keyboard-risk",
                        "pm");
        open("/programs/northmoor/plan");
        palette();
        press("card");
        until(() -> found().contains("CARDISS"), "both card databases");
        assertThat(browser.findElements(By.cssSelector("#palette .pl-gh")).stream()
                        .map(WebElement::getText))
                .containsSubsequence("Databases", "Tasks", "Risks");
        assertThat(found()).startsWith("CARDAUTH", "CARDISS").contains(risk.key() + " Backups of CARDISS are too old");
        WebElement field = browser.findElement(By.cssSelector("#palette input"));
        assertThat(field).isEqualTo(browser.switchTo().activeElement());
        String first = field.getDomAttribute("aria-activedescendant");
        press(Keys.ARROW_DOWN);
        assertThat(field.getDomAttribute("aria-activedescendant")).isNotEqualTo(first);
        assertThat(browser.findElement(By.cssSelector("#palette [aria-selected=true] b"))
                        .getText())
                .isEqualTo("CARDISS");
        press(Keys.ARROW_UP, Keys.ARROW_UP);
        List<WebElement> options = browser.findElements(By.cssSelector("#palette [role=option]"));
        assertThat(options.get(options.size() - 1).getDomAttribute("aria-selected"))
                .as("up from the first leads to the last")
                .isEqualTo("true");
    }

    @Test
    void whatWasOpenedLastStandsFirstUntilTheLogOut() {
        open("/programs/northmoor/databases/KYCP/facts");
        open("/programs/northmoor/databases/CARDISS");
        open("/programs/northmoor");
        palette();
        assertThat(browser.findElement(By.cssSelector("#palette .pl-gh")).getText())
                .isEqualTo("Opened last");
        assertThat(found()).startsWith("CARDISS", "KYCP");
        press(Keys.ARROW_DOWN, Keys.ENTER);
        until(() -> at().endsWith("/databases/KYCP"), "the one before last");
        browser.findElement(By.cssSelector("form.who button")).click();
        until(() -> at().contains("/login"), "logged out");
        assertThat(String.valueOf(browser.executeScript("return JSON.stringify(localStorage)")))
                .doesNotContain("KYCP");
    }

    @Test
    void closesByEscapeAndGivesTheFocusBack() {
        open("/programs/northmoor/databases");
        for (CharSequence key : List.of(control("k"), "?")) {
            browser.executeScript("document.querySelector('.nav [data-go=r]').focus()");
            press(key);
            String dialog = key.equals("?") ? "keys" : "palette";
            until(() -> isOpen(dialog), dialog + " opens");
            press(Keys.ESCAPE);
            until(() -> !isOpen(dialog), dialog + " closes");
            assertThat(focus()).isEqualTo("/programs/northmoor/risks");
        }
    }

    @Test
    void axeFindsNothingWithADialogOpen() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (int width : new int[] {1440, 320}) {
            for (String theme : List.of("light", "dark")) {
                size(width);
                open("/programs/northmoor/databases?theme=" + theme);
                palette();
                Axe.violations(browser).forEach(one -> wrong.add("palette " + width + theme + " " + one));
                press("nothing has these words");
                until(() -> found().isEmpty(), "nothing is found");
                assertThat(browser.findElement(By.cssSelector("#palette [role=status]"))
                                .getText())
                        .isEqualTo("Nothing has these words.");
                Axe.violations(browser).forEach(one -> wrong.add("empty palette " + width + theme + " " + one));
                press(Keys.ESCAPE);
                until(() -> !isOpen("palette"), "the palette closes");
                press("?");
                until(() -> !browser.findElements(By.cssSelector("#keys dt")).isEmpty(), "the keys are listed");
                Axe.violations(browser).forEach(one -> wrong.add("keys " + width + theme + " " + one));
                assertThat((Long) browser.executeScript(
                                "return Array.from(document.querySelectorAll('dialog[open], dialog[open] *'))"
                                        + ".filter(one => one.getBoundingClientRect().right > innerWidth + 1).length"))
                        .as("parts beyond the edge at " + width)
                        .isZero();
                press(Keys.ESCAPE);
                for (String page : List.of("/find?q=a", "/find", "/keys")) {
                    open(page + (page.contains("?") ? "&" : "?") + "theme=" + theme);
                    Axe.violations(browser).forEach(one -> wrong.add(page + " " + width + theme + " " + one));
                    if (Axe.scrollsSideways(browser)) {
                        wrong.add(page + " scrolls sideways at " + width);
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void lettersLeadToEveryPageOfTheNavigation() {
        Map<String, String> pages = Map.of(
                "p", "/programs/northmoor",
                "d", "/programs/northmoor/databases",
                "a", "/programs/northmoor/access",
                "w", "/programs/northmoor/plan",
                "r", "/programs/northmoor/risks",
                "t", "/tasks",
                "f", "/what-if",
                "u", "/audit",
                "s", "/settings");
        open("/sessions");
        pages.forEach((letter, page) -> {
            int before = pressed;
            press("g", letter);
            until(
                    () -> at().replaceFirst("https?://[^/]+", "").startsWith(page) && ready(),
                    letter + " leads to " + page);
            assertThat(pressed - before).isEqualTo(2);
        });
    }

    private boolean ready() {
        return "complete".equals(browser.executeScript("return document.readyState"));
    }

    @Test
    void aListIsWalkedTickedOpenedAndLeft() {
        open("/programs/northmoor/access");
        List<WebElement> boxes = browser.findElements(By.cssSelector("main tbody input[type=checkbox]"));
        assertThat(boxes.size()).isGreaterThan(3);
        press("j", "j", "x", "j", "j", Keys.chord(Keys.SHIFT, "x"));
        assertThat(boxes.stream().map(WebElement::isSelected).limit(5)).containsExactly(false, true, true, true, false);
        press(Keys.ESCAPE);
        assertThat(focus()).isEqualTo("BODY");
        press(Keys.ESCAPE);
        assertThat(boxes).noneMatch(WebElement::isSelected);

        open("/programs/northmoor/databases");
        press("j", "j", "k", "j");
        String second = browser.findElements(By.cssSelector(".grid tbody tr th a, .grid tbody tr .c1 a")).stream()
                .map(link -> Objects.requireNonNull(link.getDomAttribute("href")))
                .filter(href -> href.matches(".*/databases/[A-Z]+"))
                .distinct()
                .skip(1)
                .findFirst()
                .orElseThrow();
        assertThat(focus()).isEqualTo(second);
        press(Keys.ENTER);
        until(() -> at().endsWith(second), second + " is open");
    }

    private List<String> ticked() {
        return browser.findElements(By.cssSelector(".grid tbody input[data-pick]:checked")).stream()
                .map(box -> Objects.requireNonNull(box.getDomProperty("value")))
                .sorted()
                .toList();
    }

    @Test
    void ticksOfTheGridStayThroughLiveChangesSortingAndFiltersUntilTheyAreActedOn() throws IOException {
        open("/programs/northmoor/databases");
        assertThat(browser.findElement(By.id("bulk")).isDisplayed()).isFalse();
        press("j", "x", "j", "j", "x");
        List<String> chosen = ticked();
        assertThat(chosen).hasSize(2);
        assertThat(browser.findElement(By.cssSelector("#bulk [data-bulk-count]"))
                        .getText())
                .isEqualTo("2 selected");

        // the very request by which a live change draws a row anew
        browser.executeAsyncScript(
                "const done = arguments[1], row = document.getElementById('db-' + arguments[0]);"
                        + "htmx.ajax('GET', row.dataset.liveSrc, {source: row, target: row, swap: 'morph:outerHTML'})"
                        + ".then(() => setTimeout(done, 100));",
                chosen.get(0));
        assertThat(ticked()).isEqualTo(chosen);

        browser.findElement(By.cssSelector(".grid thead a[href*='sort=slip']")).click();
        until(() -> at().contains("sort=slip"), "sorted");
        assertThat(ticked()).isEqualTo(chosen);

        browser.findElement(By.id("q")).sendKeys(chosen.get(0));
        until(
                () -> browser.findElements(By.cssSelector(".grid tbody tr[id]")).size() == 1
                        && ticked().equals(chosen.subList(0, 1)),
                "one is shown, and ticked");
        assertThat(browser.findElement(By.id("bulk")).getText()).contains("2 selected", "all that are filtered: one");
        assertThat(Axe.violations(browser)).isEmpty();

        new Select(browser.findElement(By.cssSelector("#bulk select"))).selectByVisibleText("Hold the runs");
        browser.findElement(By.cssSelector("#bulk button[type=submit]")).click();
        until(() -> at().contains("/bulk/bulk-"), "the preview is shown");
        assertThat(browser.findElements(By.cssSelector("table.tbl tbody th")).stream()
                        .map(WebElement::getText)
                        .sorted())
                .isEqualTo(chosen);
        assertThat(Axe.violations(browser)).isEmpty();
        size(390);
        assertThat(Axe.scrollsSideways(browser)).isFalse();
        assertThat(Axe.violations(browser)).isEmpty();
        size(1440);
    }

    @Test
    void lettersCanBeSwitchedOffAndStayOffForThePersonAlone() {
        open("/programs/northmoor/databases");
        press("?");
        until(
                () -> !browser.findElements(By.cssSelector("#keys [data-keys-switch]"))
                        .isEmpty(),
                "the switch is there");
        browser.findElement(By.cssSelector("#keys [data-keys-switch]")).click();
        press(Keys.ESCAPE);
        for (int page = 0; page < 2; page++) {
            press("?", "j", "g", "r", "/", "x");
            assertThat(isOpen("keys")).isFalse();
            assertThat(focus()).isEqualTo("BODY");
            assertThat(at()).endsWith("/programs/northmoor/databases");
            palette();
            press(Keys.ESCAPE);
            open("/programs/northmoor/databases");
        }
        Object kept = browser.executeScript("return JSON.stringify(localStorage)");
        assertThat(String.valueOf(kept)).contains("gulliver.letters.pm");
        palette();
        press("letter on");
        until(() -> found().contains("Switch keys of one letter on"), "the way back is found");
        press(Keys.ENTER);
        until(() -> !isOpen("palette"), "it is done");
        press("?");
        until(() -> isOpen("keys"), "letters work again");
    }

    @Test
    void typingIsNeverTakenForKeys() {
        open("/programs/northmoor/risks/new");
        WebElement field = browser.findElement(By.cssSelector("main textarea, main input[type=text]"));
        field.sendKeys("g r j k x / ?");
        assertThat(field.getDomProperty("value")).isEqualTo("g r j k x / ?");
        assertThat(at()).endsWith("/risks/new");
    }

    @Test
    void theThemeIsLightDarkOrTheSystems() {
        open("/keys");
        browser.findElement(By.cssSelector("main [data-theme-choice=dark]")).click();
        assertThat(theme()).isEqualTo("dark");
        open("/audit");
        assertThat(theme()).isEqualTo("dark");
        palette();
        press("system");
        until(() -> found().contains("Theme of the system"), "the theme is found");
        press(">", Keys.BACK_SPACE);
        until(() -> found().contains("Theme of the system"), "it is found again");
        chosen("#palette [data-theme-choice=system]");
        assertThat(theme()).isNull();
        open("/audit");
        assertThat(theme()).isNull();
        WebElement button = browser.findElement(By.cssSelector("[data-theme-toggle]"));
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            button.click();
            seen.add(theme() + ": " + button.getDomAttribute("aria-label"));
        }
        assertThat(seen)
                .containsExactly(
                        "dark: Dark theme. Change it",
                        "light: Light theme. Change it",
                        "null: Theme of the system. Change it");
    }

    /** Clicks what is found, which a later answer may put anew while it is looked for. */
    private void chosen(String selector) {
        until(
                () -> {
                    browser.findElement(By.cssSelector(selector)).click();
                    return true;
                },
                "it can be clicked");
    }

    private @Nullable String theme() {
        return (String) browser.executeScript("return document.documentElement.dataset.theme ?? null");
    }

    @Test
    void nothingOfItIsBlockedByThePolicyAndNothingMovesWhereMotionIsReduced() {
        open("/programs/northmoor");
        browser.executeScript("window.blocked = []; document.addEventListener('securitypolicyviolation',"
                + " e => window.blocked.push(e.violatedDirective + ' ' + e.blockedURI));");
        browser.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
        try {
            palette();
            assertThat(browser.executeScript("return document.getAnimations().length"))
                    .isEqualTo(0L);
            press(Keys.ESCAPE, "?");
            until(() -> !browser.findElements(By.cssSelector("#keys dt")).isEmpty(), "the keys are listed");
            assertThat(browser.executeScript("return document.getAnimations().length"))
                    .isEqualTo(0L);
            assertThat(browser.executeScript("return window.blocked.join()")).isEqualTo("");
        } finally {
            browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of()));
        }
    }
}
