package io.gulliver.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.migration.StepState;
import io.gulliver.testing.MatrixSlice;
import io.gulliver.testing.TakesTurns;
import io.gulliver.ui.problem.ProblemWriter;
import io.gulliver.ui.security.ShiftedSessions;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Cookie;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.support.ui.WebDriverWait;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;

/** What only a browser shows: refusals beside forms, views that travel, links behind the log-in, a server that is away. */
@SpringBootTest(
        classes = {FaceApplication.class, BrowserTest.Forced.class, ShiftedSessions.class},
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@Tag("process")
@TakesTurns(TakesTurns.Group.PAGES)
class BrowserTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static @Nullable ChromeDriver shared;

    @LocalServerPort
    private int port;

    @Autowired
    private Northmoor northmoor;

    @TestConfiguration(proxyBeanMethods = false)
    static class Forced {
        @Bean
        ForcedAnswers forcedAnswers(ProblemWriter problems) {
            return new ForcedAnswers(problems);
        }
    }

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

    private ChromeDriver loggedIn(String who, int at) {
        ChromeDriver browser = Objects.requireNonNull(shared);
        browser.get("http://127.0.0.1:" + at + "/login");
        browser.manage().deleteAllCookies();
        browser.executeScript("localStorage.clear()");
        browser.get("http://127.0.0.1:" + at + "/login");
        fill(browser, who);
        wait(browser, "/programs/");
        return browser;
    }

    private static void fill(ChromeDriver browser, String who) {
        browser.findElement(By.id("username")).sendKeys(who);
        browser.findElement(By.id("password")).sendKeys("lilliput");
        browser.findElement(By.cssSelector("form.login button")).click();
    }

    private static void wait(ChromeDriver browser, String part) {
        new WebDriverWait(browser, PATIENCE)
                .until(page -> Objects.requireNonNull(page.getCurrentUrl()).contains(part));
    }

    private void open(ChromeDriver browser, String path) {
        browser.get("http://127.0.0.1:" + port + path);
    }

    /** Lets hours pass at the server and in the page that is open. */
    private static void hoursPass(ChromeDriver browser, Duration since, Duration now) {
        ShiftedSessions.shift(now);
        browser.executeScript(
                "const real = Date.now; Date.now = () => real() + arguments[0];",
                now.minus(since).toMillis());
    }

    private static void awaitIdleDialog(ChromeDriver browser, boolean open) {
        new WebDriverWait(browser, PATIENCE)
                .withMessage("the announcement is " + (open ? "not shown" : "still shown"))
                .until(page ->
                        page.findElements(By.cssSelector("#session-idle[open]")).isEmpty() != open);
    }

    /** The call is the one that a change in the program makes; words are typed before its answer is there. */
    @Test
    void whatIsTypedWhileThePageIsReadAgainStands() {
        ChromeDriver browser = loggedIn("pm", port);
        open(browser, "/tasks?view=all");
        String readAgain = "const done = arguments[1], board = document.getElementById('board');"
                + "board.setAttribute('data-before', 'yes');"
                + "htmx.ajax('GET', board.dataset.liveSrc, { source: board, target: board, swap: 'morph:outerHTML' })"
                + ".then(() => setTimeout(() => done([document.getElementById('board').hasAttribute('data-before'),"
                + " document.getElementById('comment').value]), 500));"
                + "document.getElementById('comment').value = arguments[0];";
        browser.manage().timeouts().scriptTimeout(PATIENCE);
        assertThat(browser.executeAsyncScript(readAgain, ""))
                .as("a page in which nobody types is read again")
                .isEqualTo(List.of(false, ""));
        assertThat(browser.executeAsyncScript(readAgain, "All criteria are met"))
                .as("what was typed meanwhile")
                .isEqualTo(List.of(true, "All criteria are met"));
    }

    @Test
    void theEndOfALogInIsAnnouncedAndOneKeyExtendsItWithoutLosingWhatWasTyped() {
        try {
            ChromeDriver browser = loggedIn("pm", port);
            open(browser, "/programs/northmoor/risks/new");
            WebElement field = browser.findElement(By.cssSelector("main textarea"));
            field.sendKeys("typed in a long night");
            assertThat(browser.findElements(By.cssSelector("#session-idle[open]")))
                    .isEmpty();

            Duration almost = Duration.ofHours(8).minusMinutes(4);
            hoursPass(browser, Duration.ZERO, almost);
            awaitIdleDialog(browser, true);
            WebElement dialog = browser.findElement(By.id("session-idle"));
            assertThat(dialog.getDomAttribute("role")).isEqualTo("alertdialog");
            assertThat(dialog.getText()).containsPattern("It ends in\\s+[34]:[0-5][0-9]");
            assertThat(browser.switchTo().activeElement().getText()).isEqualTo("Stay logged in");
            // it is asked again and again whether it is still so, and that extends nothing
            new WebDriverWait(browser, PATIENCE)
                    .until(page -> dialog.getText().matches("(?s).*It ends in\\s+3:[0-4][0-9].*"));

            browser.switchTo().activeElement().sendKeys(Keys.ENTER);
            awaitIdleDialog(browser, false);
            assertThat(field.getDomProperty("value")).isEqualTo("typed in a long night");
            assertThat(browser.switchTo().activeElement()).isEqualTo(field);

            hoursPass(browser, almost, almost.plusHours(8).plusMinutes(1));
            awaitIdleDialog(browser, true);
            new WebDriverWait(browser, PATIENCE)
                    .until(page -> dialog.getText().contains("What you typed is still here"));
            assertThat(field.getDomProperty("value")).isEqualTo("typed in a long night");
            String before = browser.getWindowHandle();
            browser.switchTo().newWindow(WindowType.TAB);
            browser.get("http://127.0.0.1:" + port + "/login");
            fill(browser, "pm");
            wait(browser, "/programs/");
            browser.close();
            browser.switchTo().window(before);
            awaitIdleDialog(browser, false);
            assertThat(field.getDomProperty("value")).isEqualTo("typed in a long night");
            assertThat(browser.executeAsyncScript(
                            "const done = arguments[0]; fetch('/sessions/extend', { method: 'POST', headers: {"
                                    + " 'X-CSRF-TOKEN': document.querySelector('main input[name=_csrf]').value } })"
                                    + ".then(answer => done(answer.status));"))
                    .as("the form of the page can still be sent")
                    .isEqualTo(200L);
        } finally {
            ShiftedSessions.shift(Duration.ZERO);
        }
    }

    @Test
    void theAbsoluteEndIsAnnouncedAndSaysThatItCannotBeExtended() {
        try {
            ChromeDriver browser = loggedIn("pm", port);
            for (int hours : new int[] {7, 14, 21}) {
                ShiftedSessions.shift(Duration.ofHours(hours));
                open(browser, "/audit");
                assertThat(browser.findElement(By.id("session-limit")).isDisplayed())
                        .isFalse();
            }
            ShiftedSessions.shift(Duration.ofHours(24).minusMinutes(4));
            open(browser, "/audit");
            WebElement banner = browser.findElement(By.id("session-limit"));
            new WebDriverWait(browser, PATIENCE).until(page -> banner.isDisplayed());
            assertThat(banner.getDomAttribute("role")).isEqualTo("status");
            assertThat(banner.getText()).contains("cannot be extended").containsPattern("ends in\\s+[34]:[0-5][0-9]");
            assertThat(browser.findElements(By.cssSelector("#session-idle[open]")))
                    .as("nothing that a key could do")
                    .isEmpty();
        } finally {
            ShiftedSessions.shift(Duration.ZERO);
        }
    }

    @Test
    void everyFormShowsARefusalInPlaceAndStaysUsable() {
        ChromeDriver browser = loggedIn("pm", port);
        List<String> wrong = new ArrayList<>();
        int sent = 0;
        List<Integer> statuses = MatrixSlice.of(
                "refusals of forms", List.of(401, 403, 404, 409, 422, 429, 500, 503), status -> "status-" + status, 3);
        for (String path : List.of(
                "/programs/northmoor/plan/edit",
                "/programs/northmoor/plan/waves/4",
                "/programs/northmoor/plan/databases/CARDAUTH",
                "/programs/northmoor/risks/new",
                "/programs/northmoor/risks/R-01",
                "/programs/northmoor/databases?sort=-slip",
                "/programs/northmoor/databases/CARDAUTH",
                "/tasks?view=all",
                "/settings",
                "/sessions")) {
            open(browser, path);
            long forms = (Long) Objects.requireNonNull(
                    browser.executeScript("return document.querySelectorAll('main form[method=post]').length"));
            for (int form = 0; form < forms; form++) {
                for (int status : statuses) {
                    browser.manage().addCookie(new Cookie("force", "" + status));
                    open(browser, path);
                    browser.executeScript(
                            "const form = document.querySelectorAll('main form[method=post]')[arguments[0]];"
                                    + "form.noValidate = true; form.id = 'tried';"
                                    + "const dialog = form.closest('dialog'); if (dialog) dialog.showModal();"
                                    + "const folded = form.closest('details'); if (folded) folded.open = true;"
                                    + "form.querySelectorAll('textarea').forEach(t => { t.value = 'typed by hand'; });"
                                    + "const button = form.querySelector('button[type=submit]');"
                                    + "button.disabled = false; form.requestSubmit(button);",
                            form);
                    new WebDriverWait(browser, PATIENCE)
                            .withMessage(path + " form " + form + " answered " + status + ": no refusal is shown")
                            .until(page -> !page.findElements(By.cssSelector("[data-problem-here] [role=alert]"))
                                    .isEmpty());
                    WebElement alert = browser.findElement(By.cssSelector("[data-problem-here] [role=alert]"));
                    String said = alert.getText();
                    String where = path + " form " + form + " answered " + status + ": ";
                    if (!said.matches("(?s).+\\n.+Request [0-9a-f]{16}.*")) {
                        wrong.add(where + "says '" + said + "'");
                    }
                    if (!alert.isDisplayed()) {
                        wrong.add(where + "the refusal is hidden");
                    }
                    Object dead = browser.executeScript("const form = document.getElementById('tried');"
                            + "return form.dataset.sent || form.querySelector('button[type=submit]').disabled"
                            + " || [...form.querySelectorAll('textarea')].some(t => t.value !== 'typed by hand')");
                    if (!Boolean.FALSE.equals(dead)) {
                        wrong.add(where + "the button is dead, or what was typed is lost");
                    }
                    sent++;
                }
            }
        }
        browser.manage().deleteCookieNamed("force");
        assertThat(wrong).isEmpty();
        assertThat(sent).as("forms tried with each refusal").isGreaterThan(12 * statuses.size());
    }

    @Test
    void aViewLooksTheSameToAnotherPersonAfterTheLogIn() {
        ChromeDriver browser = loggedIn("dba", port);
        open(browser, "/programs/northmoor/databases?sort=-slip");
        browser.findElement(By.cssSelector("[data-density-choice=compact]")).click();
        wait(browser, "rows=compact");
        browser.executeScript("document.querySelector('select[name=risk]').value = 'any';"
                + "document.querySelector('select[name=risk]').dispatchEvent(new Event('change', {bubbles: true}))");
        wait(browser, "risk=any");
        String address = Objects.requireNonNull(browser.getCurrentUrl());
        Object mine = seen(browser);
        browser.manage().deleteAllCookies();
        browser.executeScript("localStorage.clear()");
        browser.get(address);
        wait(browser, "/login");
        fill(browser, "viewer");
        wait(browser, "/programs/");
        assertThat(browser.getCurrentUrl()).isEqualTo(address);
        assertThat(seen(browser)).isEqualTo(mine);
        assertThat(mine.toString()).startsWith("compact: db-");
    }

    private static Object seen(ChromeDriver browser) {
        return Objects.requireNonNull(browser.executeScript("return document.documentElement.dataset.density + ': '"
                + " + [...document.querySelectorAll('.grid tbody tr[data-live]')].map(row => row.id).join(' ')"));
    }

    @Test
    void aLinkToALogLineLeadsThereAfterTheLogIn() {
        ChromeDriver browser = loggedIn("dba", port);
        open(browser, "/programs/northmoor/databases/CARDAUTH");
        String line =
                browser.findElement(By.cssSelector(".log a[data-copy-link]")).getDomAttribute("href");
        browser.manage().deleteAllCookies();
        open(browser, Objects.requireNonNull(line));
        wait(browser, "/login");
        fill(browser, "viewer");
        wait(browser, "/programs/");
        assertThat(browser.getCurrentUrl()).endsWith(line);
        assertThat(browser.executeScript("return document.querySelector(':target').matches('.log tr')"))
                .isEqualTo(true);
    }

    @Test
    void saysThatTheServerIsAwayAndCatchesUpWithFocusAndScrollKept() throws IOException {
        try (Line line = new Line(port)) {
            ChromeDriver browser = loggedIn("dba", line.port());
            browser.executeCdpCommand(
                    "Emulation.setDeviceMetricsOverride",
                    Map.of("width", 1440, "height", 500, "deviceScaleFactor", 1, "mobile", false));
            browser.get("http://127.0.0.1:" + line.port() + "/programs/northmoor/databases/KYCP");
            new WebDriverWait(browser, PATIENCE)
                    .until(page -> page.findElement(By.id("live")).getText().equals("Live"));
            browser.executeScript(
                    "document.querySelector('.steps a').focus({preventScroll: true}); window.scrollTo(0, 200)");
            Object before = place(browser);
            line.cut();
            new WebDriverWait(browser, PATIENCE)
                    .until(page -> page.findElement(By.id("stale")).isDisplayed());
            assertThat(browser.findElement(By.id("stale")).getText()).contains("No news from the server");
            var run = northmoor.of("KYCP");
            long seq = northmoor.stores().migrations().require(run.id()).lastSeq();
            northmoor.play(
                    run,
                    Northmoor.entry(
                            seq + 1, Northmoor.step("load", StepState.DONE).run(), "loaded while away", null));
            line.mend();
            new WebDriverWait(browser, PATIENCE)
                    .until(page -> page.findElement(By.id("log")).getText().contains("loaded while away"));
            assertThat(browser.findElement(By.id("stale")).isDisplayed()).isFalse();
            assertThat(place(browser)).isEqualTo(before);
            browser.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        }
    }

    private static Object place(ChromeDriver browser) {
        return Objects.requireNonNull(browser.executeScript(
                "return document.activeElement.getAttribute('href') + ' at ' + Math.round(window.scrollY)"));
    }

    /** A line to the server that can be cut and mended: every connection goes, and none is taken, as when it is killed. */
    private static final class Line implements Closeable {
        private final int target;
        private final int port;
        private final Set<Socket> open = ConcurrentHashMap.newKeySet();
        private ServerSocket taking;

        Line(int target) throws IOException {
            this.target = target;
            taking = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            port = taking.getLocalPort();
            take(taking);
        }

        int port() {
            return port;
        }

        private void take(ServerSocket from) {
            start(() -> {
                try {
                    while (true) {
                        Socket near = from.accept();
                        Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
                        open.add(near);
                        open.add(far);
                        start(() -> pump(near, far));
                        start(() -> pump(far, near));
                    }
                } catch (IOException cut) {
                    // the test cut the line
                }
            });
        }

        private static void pump(Socket from, Socket to) {
            try (from;
                    to;
                    InputStream in = from.getInputStream();
                    OutputStream out = to.getOutputStream()) {
                in.transferTo(out);
            } catch (IOException cut) {
                // one end went away
            }
        }

        private static void start(Runnable work) {
            Thread thread = new Thread(work, "line");
            thread.setDaemon(true);
            thread.start();
        }

        void cut() throws IOException {
            taking.close();
            for (Socket socket : open) {
                socket.close();
            }
            open.clear();
        }

        void mend() throws IOException {
            taking = new ServerSocket();
            taking.setReuseAddress(true);
            taking.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            take(taking);
        }

        @Override
        public void close() throws IOException {
            cut();
        }
    }
}
