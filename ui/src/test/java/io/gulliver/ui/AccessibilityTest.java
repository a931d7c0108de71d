package io.gulliver.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.estate.ClientDirection;
import io.gulliver.domain.estate.ClientSighting;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.people.Speaker;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.service.collection.ConnectionService;
import io.gulliver.service.collection.InventoryImport;
import io.gulliver.service.planning.BuildDesignService;
import io.gulliver.service.planning.RuleTables;
import io.gulliver.testing.MatrixSlice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.support.ui.WebDriverWait;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Pages in a real browser: axe finds nothing in both themes and at three widths, and nothing is blocked by the policy. */
@SpringBootTest(
        classes = FaceApplication.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@Tag("process")
class AccessibilityTest {
    private static final List<String> PAGES = List.of(
            "/programs/northmoor",
            "/programs/northmoor/databases",
            "/programs/northmoor/inventory",
            "/programs/northmoor/access",
            "/programs/northmoor/window",
            "/programs/northmoor/databases/CARDAUTH",
            "/programs/northmoor/databases/CARDAUTH?step=create-volumes",
            "/programs/northmoor/databases/CARDAUTH/step?step=create-volumes",
            "/programs/northmoor/databases/CARDAUTH/step?step=define-guest",
            "/programs/northmoor/databases/PENSP",
            "/programs/northmoor/databases/CARDAUTH/facts",
            "/programs/northmoor/databases/CARDAUTH/connections",
            "/programs/northmoor/databases/CARDAUTH/charts",
            "/programs/northmoor/databases/CARDAUTH/sizing",
            "/programs/northmoor/databases/CARDAUTH/methods",
            "/programs/northmoor/databases/CARDAUTH/checks",
            "/programs/northmoor/databases/CARDAUTH/landing",
            "/programs/northmoor/databases/CARDAUTH/changes",
            "/programs/northmoor/databases/CARDAUTH/assessment",
            "/programs/northmoor/assessment",
            "/programs/northmoor/assessment/rates",
            "/programs/northmoor/databases/CARDAUTH/changes?from=2001-01-01",
            "/what-if/memory?example=two-databases",
            "/what-if/cpu?example=eight-servers",
            "/what-if/storage?example=read-heavy",
            "/what-if/method?example=small-database",
            "/tasks?view=all",
            "/programs/northmoor/plan",
            "/programs/northmoor/plan?zoom=month&by=owner",
            "/programs/northmoor/databases?wave=W2&cols=wave,method,size",
            "/programs/northmoor/report",
            "/programs/northmoor/connections",
            "/programs/northmoor/made",
            "/programs/northmoor/plan/edit",
            "/programs/northmoor/plan/waves/4",
            "/programs/northmoor/plan/databases/CARDAUTH",
            "/programs/northmoor/risks",
            "/programs/northmoor/risks/R-01",
            "/programs/northmoor/risks/A-06",
            "/programs/northmoor/risks/R-09",
            "/programs/northmoor/risks/new?kind=decision",
            "/programs/northmoor/risks?kind=all&show=all&changed=7",
            "/programs/northmoor/risks/library",
            "/audit",
            "/settings",
            "/settings/host-keys",
            "/settings/proofs",
            "/sessions",
            "/tokens",
            "/me/notices",
            "/programs",
            "/find?q=card",
            "/keys",
            "/nowhere");

    /** Those that only an administrator sees. */
    private static final List<String> ADMINISTRATION =
            List.of("/people", "/people/person?name=dba", "/settings/preflight", "/tokens", "/sessions");

    /** Those before anybody is logged in; the one with an identity provider is in {@code OidcLoginTest}. */
    private static final List<String> DOOR = List.of("/login?failed", "/join?token=over");

    private static @Nullable ChromeDriver shared;

    @LocalServerPort
    private int port;

    @Autowired
    private ProgramStore programs;

    @Autowired
    private Northmoor northmoor;

    @Autowired
    private BuildDesignService designs;

    /** Whom maps of connections show: clients of each kind, and links between databases. */
    @BeforeEach
    void clientsAreSeen() {
        ConnectionService service = northmoor.connections();
        service.seen(
                "northmoor",
                "CARDAUTH",
                List.of(
                        sighting(ClientDirection.INBOUND, "sw-app1", "JDBC Thin Client", 640),
                        sighting(ClientDirection.INBOUND, "sw-app2", "JDBC Thin Client", 640),
                        sighting(ClientDirection.INBOUND, "a-host-with-quite-a-long-name", "sqlplus", 3),
                        sighting(ClientDirection.INBOUND_LINK, "CARDISS", "TO_AUTH", 1),
                        sighting(ClientDirection.OUTBOUND_LINK, "KYCP", "TO_KYC", 1)));
    }

    private static ClientSighting sighting(ClientDirection direction, String machine, String program, int count) {
        return new ClientSighting(
                direction,
                "sessions",
                machine,
                program,
                "APP",
                "auth",
                null,
                null,
                Northmoor.NOW,
                Northmoor.NOW,
                count);
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

    private ChromeDriver browser() {
        return browser("pm");
    }

    private ChromeDriver browser(String person) {
        ChromeDriver browser = Objects.requireNonNull(shared);
        browser.manage().deleteAllCookies();
        open(browser, "/login");
        browser.findElement(By.id("username")).sendKeys(person);
        browser.findElement(By.id("password")).sendKeys("lilliput");
        browser.findElement(By.cssSelector("form.login button")).click();
        new WebDriverWait(browser, Duration.ofSeconds(20))
                .until(page -> !Objects.requireNonNull(page.getCurrentUrl()).contains("/login"));
        return browser;
    }

    private void open(ChromeDriver browser, String path) {
        browser.get("http://127.0.0.1:" + port + path);
    }

    private static void size(ChromeDriver browser, int width) {
        browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 1200, "deviceScaleFactor", 1, "mobile", width < 500));
    }

    /** How a page is looked at. */
    private record View(int width, String theme) {}

    private static final List<View> VIEWS = List.of(
            new View(1440, "light"),
            new View(390, "dark"),
            new View(320, "light"),
            new View(1440, "dark"),
            new View(390, "light"),
            new View(320, "dark"));

    /** One half of the pages, every other, each in one view: page by page the next, beginning with the {@code first}. */
    private record Half(int half, int first) {
        static List<Half> all() {
            return IntStream.range(0, 2 * VIEWS.size())
                    .mapToObj(number -> new Half(number % 2, number / 2))
                    .toList();
        }

        String title() {
            return "views-" + first + "-" + half;
        }
    }

    /** Over the twelve cases each page is seen in every view. A run takes one case, the long part all. */
    @Test
    void axeFindsNothingInBothThemesAndAtThreeWidths() throws IOException {
        List<String> found = new ArrayList<>();
        for (Half half : MatrixSlice.of("views of pages", Half.all(), Half::title, 1)) {
            look(browser(), PAGES, half, found);
            look(browser("admin"), ADMINISTRATION, half, found);
            ChromeDriver stranger = Objects.requireNonNull(shared);
            stranger.manage().deleteAllCookies();
            look(stranger, DOOR, half, found);
        }
        assertThat(found).isEmpty();
    }

    private void look(ChromeDriver browser, List<String> pages, Half half, List<String> found) throws IOException {
        for (int page = half.half(); page < pages.size(); page += 2) {
            View view = VIEWS.get((half.first() + page) % VIEWS.size());
            String path = pages.get(page);
            size(browser, view.width());
            open(browser, path + (path.contains("?") ? "&" : "?") + "theme=" + view.theme());
            Axe.violations(browser).forEach(violation -> found.add(path + " " + view.theme() + " " + violation));
            if (view.width() == 1440) {
                Axe.brokenColumns(browser)
                        .forEach(columns -> found.add(path + ": columns below each other: " + columns));
            }
            if (Axe.scrollsSideways(browser)) {
                found.add(path + " at " + view.width() + ": the page scrolls sideways: " + Axe.widening(browser));
            }
        }
    }

    /** The bar that ticked tasks bring, and the page of what would become of each. */
    @Test
    void tasksThatAreTickedAndTheirPreviewAreReadInBothThemesAndAtThreeWidths() throws IOException {
        ChromeDriver browser = browser("dba");
        List<String> found = new ArrayList<>();
        for (View view : VIEWS.subList(0, 4)) {
            size(browser, view.width());
            open(browser, "/tasks?view=team&theme=" + view.theme());
            // what was ticked in the view before stays ticked
            browser.executeScript("sessionStorage.clear()");
            open(browser, "/tasks?view=team&theme=" + view.theme());
            browser.findElement(By.cssSelector("[data-pick-shown]")).click();
            assertThat(browser.findElement(By.id("bulk")).isDisplayed()).isTrue();
            look(browser, view, "ticked", found);
            browser.findElement(By.cssSelector("#bulk button[value=claim]")).click();
            new WebDriverWait(browser, Duration.ofSeconds(60))
                    .until(page -> !page.findElements(By.cssSelector("form[action*='/bulk/orders/'] button.go"))
                            .isEmpty());
            look(browser, view, "preview", found);
        }
        assertThat(found).isEmpty();
    }

    /** A comment with a file, sent by the form of the page; the file's name has no place to break. */
    @Test
    void aTaskWithFilesOfACommentIsReadInBothThemesAndAtThreeWidths(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("f".repeat(180) + ".log"), "ORA-01555");
        ChromeDriver browser = browser("dba");
        size(browser, 1440);
        open(browser, "/tasks?view=team");
        // what stands behind # is none of the question, to which the theme is added
        String task = Objects.requireNonNull(browser.findElement(By.cssSelector("li.task a[href*='task=']"))
                        .getDomProperty("href"))
                .replaceAll("#.*", "");
        browser.get(task);
        browser.findElement(By.id("files")).sendKeys(file.toString());
        browser.findElement(By.cssSelector("form[action$='/comments'] button[type=submit]"))
                .click();
        new WebDriverWait(browser, Duration.ofSeconds(60))
                .until(page -> !page.findElements(By.cssSelector("#comments a[href*='/files/']"))
                        .isEmpty());
        List<String> found = new ArrayList<>();
        for (View view : VIEWS.subList(0, 4)) {
            size(browser, view.width());
            browser.get(task + "&theme=" + view.theme());
            look(browser, view, "files", found);
        }
        assertThat(found).isEmpty();
    }

    /** Two of the views, which the commit's hash chooses. */
    private static List<View> some(String matrix) {
        return MatrixSlice.of(matrix, VIEWS, view -> view.theme() + " " + view.width(), 2);
    }

    /** Room by kind beside the volumes of the server, of which one sort is too small. */
    @Test
    void theRoomOfADatabaseAndItsVolumesAreReadInBothThemesAndAtThreeWidths() throws IOException {
        Map<String, Object> server = Map.of(
                "server.data.volumes",
                List.of("d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8"),
                "server.data.gib",
                400.0,
                "server.redo.volumes",
                List.of("r1", "r2"),
                "server.redo.gib",
                5.0);
        Program before = programs.require("northmoor");
        Map<String, Object> policy = new HashMap<>(before.policy());
        policy.put("shared", Map.of("server", Map.of("lnx01", Map.of("playbook", "dpm-server", "facts", server))));
        Program described =
                programs.update(before.key(), before.version(), before.title(), before.zone(), policy, "Ada");
        String inventory = "database,application,environment,size_gb,target_kind,target_server,target_database\n"
                + "KYCP,Cards,production,1000,dpm,lnx01,KYCP\nTREASP,Cards,production,300,dpm,lnx01,TREASP\n";
        new InventoryImport(
                        northmoor.stores().database(),
                        programs,
                        northmoor.stores().databases(),
                        northmoor.stores().people(),
                        RuleTables.shipped().inventory())
                .apply(before.key(), inventory.getBytes(StandardCharsets.UTF_8), true, List.of(), "Ada");
        Map<String, Double> known =
                Map.of("size_gb", 1000.0, "temporary_gb", 90.0, "undo_gb", 120.0, "redo_peak_mb_s", 8.0);
        known.forEach((name, value) -> northmoor
                .stores()
                .facts()
                .put(
                        before.key(),
                        "KYCP",
                        List.of(new Fact(name, value, null, "discovery", Northmoor.NOW, Confidence.MEASURED)),
                        "test"));
        try {
            ChromeDriver browser = browser();
            List<String> found = new ArrayList<>();
            for (View view : some("views of storage")) {
                size(browser, view.width());
                open(browser, "/programs/northmoor/databases/KYCP/sizing?theme=" + view.theme());
                assertThat(browser.findElement(By.cssSelector("#storage-picture"))
                                .getText())
                        .contains("8 volumes of 400 GiB for data", "too few", "where TREASP lands too");
                browser.executeScript("document.getElementById('storage-picture').scrollIntoView()");
                look(browser, view, "storage", found);
            }
            assertThat(found).isEmpty();
        } finally {
            programs.update(
                    described.key(), described.version(), described.title(), described.zone(), before.policy(), "Ada");
        }
    }

    /** A design that differs from the approved one, and one against which something speaks. */
    @Test
    void theBuildOfAServerIsReadInBothThemesAndAtThreeWidths() throws IOException {
        Program before = programs.require("northmoor");
        BuiltServers servers = new BuiltServers(northmoor.stores());
        servers.sized("lnxok", "ACCEPTA", Map.of());
        servers.sized("lnxbad", "ACCEPTB", Map.of("server.memory.gib", 2.0));
        designs.approve(
                before.key(),
                "lnxok",
                designs.of(before.key(), "lnxok").orElseThrow().design().hash(),
                "Read with the storage team",
                new Speaker("Pia", "pia", Set.of("platform")));
        servers.sized("lnxok", "ACCEPTA", Map.of("server.pool", "pool9", "server.oracle.release", "19.26"));
        Program described = programs.require("northmoor");
        try {
            ChromeDriver browser = browser("approver");
            List<String> found = new ArrayList<>();
            for (View view : some("views of builds")) {
                size(browser, view.width());
                open(browser, "/programs/northmoor/servers/lnxok/build?theme=" + view.theme());
                assertThat(browser.findElements(By.cssSelector("#changes, #approve, #approvals")))
                        .hasSize(3);
                look(browser, view, "build", found);
                open(browser, "/programs/northmoor/servers/lnxbad/build?theme=" + view.theme());
                assertThat(browser.findElement(By.id("against")).isDisplayed()).isTrue();
                look(browser, view, "build-against", found);
                open(browser, "/settings/room?theme=" + view.theme());
                assertThat(browser.findElement(By.id("room")).getText()).contains("northmoor, in no wave: ");
                look(browser, view, "room", found);
            }
            assertThat(found).isEmpty();
        } finally {
            programs.update(
                    described.key(), described.version(), described.title(), described.zone(), before.policy(), "Ada");
        }
    }

    private static void look(ChromeDriver browser, View view, String page, List<String> found) throws IOException {
        Axe.violations(browser).forEach(violation -> found.add(page + " " + view + " " + violation));
        if (Axe.scrollsSideways(browser)) {
            found.add(page + " " + view + ": the page scrolls sideways: " + Axe.widening(browser));
        }
        String shots = System.getProperty("gulliver.shots");
        if (shots != null) {
            Files.write(
                    Path.of(shots).resolve(page + "-" + view.width() + "-" + view.theme() + ".png"),
                    browser.getScreenshotAs(OutputType.BYTES));
        }
    }

    /** The forms that only an administrator sees, all of them open. */
    @Test
    void theListOfProgramsAsksForTheNameBeforeItDeletes() throws IOException {
        programs.create("aside", "Put aside for good", ZoneId.of("UTC"), Map.of(), "Ada");
        programs.create("third", "A third program with a title of some length", ZoneId.of("UTC"), Map.of(), "Ada");
        programs.archive("aside", "Ada");
        try {
            ChromeDriver browser = browser("admin");
            List<String> found = new ArrayList<>();
            for (int width : new int[] {1440, 390}) {
                size(browser, width);
                for (String theme : List.of("light", "dark")) {
                    for (String path : List.of("/programs/third", "/programs")) {
                        open(browser, path + "?theme=" + theme);
                        ((JavascriptExecutor) browser)
                                .executeScript(
                                        "document.querySelectorAll('main details').forEach(one => one.open = true)");
                        Axe.violations(browser).forEach(violation -> found.add(path + " " + theme + " " + violation));
                        if (Axe.scrollsSideways(browser)) {
                            found.add(path + " scrolls sideways at " + width);
                        }
                    }
                }
            }
            assertThat(found).isEmpty();
            WebElement delete = browser.findElement(By.cssSelector("form[action='/programs/aside/delete'] button"));
            assertThat(delete.isEnabled()).as("before the name is typed").isFalse();
            browser.findElement(By.cssSelector("form[action='/programs/aside/delete'] [name=reason]"))
                    .sendKeys("of a trial");
            browser.findElement(By.cssSelector("form[action='/programs/aside/delete'] [name=confirm]"))
                    .sendKeys("aside");
            delete.click();
            new WebDriverWait(browser, Duration.ofSeconds(20))
                    .until(page ->
                            !page.findElements(By.cssSelector("main .flash")).isEmpty());
            assertThat(browser.findElement(By.cssSelector("main .flash")).getText())
                    .contains("aside is deleted");
            assertThat(programs.find("aside")).isEmpty();
        } finally {
            for (String key : List.of("aside", "third")) {
                if (programs.find(key).isPresent()) {
                    programs.archive(key, "Ada");
                    programs.delete(key, "end of the test", "Ada");
                }
            }
        }
    }

    /** Names come from files and other systems: one without a place to break must not widen the page. */
    @Test
    void aNameOfAnyLengthNeverMakesThePageScrollSideways() {
        ChromeDriver browser = browser();
        List<String> found = new ArrayList<>();
        List<Integer> widths = List.of(1440, 390, 1280);
        List<String> pages = PAGES.stream()
                .filter(path -> path.contains("/databases/") || path.endsWith("/assessment"))
                .toList();
        for (int first : MatrixSlice.of("widths of pages", List.of(0, 1, 2), number -> "widths-" + number, 1)) {
            for (int page = 0; page < pages.size(); page++) {
                int width = widths.get((first + page) % widths.size());
                String path = pages.get(page);
                size(browser, width);
                open(browser, path);
                if (Axe.scrollsSideways(browser)) {
                    found.add(path + " at " + width + ": the page scrolls sideways: " + Axe.widening(browser));
                }
                Object named = ((JavascriptExecutor) browser)
                        .executeScript(
                                "const names = document.querySelectorAll('.lead b, .steps th a, .log td, .rows a,"
                                        + " .rows span:not(.vh), .rows code, .kv dd, .fiveq span, .sec-h .dim');"
                                        + "names.forEach(one => { if (!one.children.length) one.textContent = 'a_name'.repeat(30) });"
                                        + "return names.length");
                assertThat((Long) named).as("names on " + path).isPositive();
                if (Axe.scrollsSideways(browser)) {
                    found.add(path + " at " + width + ": scrolls sideways with long names: " + Axe.widening(browser));
                }
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void theFilterOfTheAccessPageHasRoomForItsWords() {
        ChromeDriver browser = browser();
        for (int width : new int[] {1440, 390}) {
            size(browser, width);
            open(browser, "/programs/northmoor/access");
            Object fits = ((JavascriptExecutor) browser)
                    .executeScript(
                            "const label = document.querySelector('.filters label.check');"
                                    + "const words = label.querySelector('span').getBoundingClientRect();"
                                    + "const box = label.getBoundingClientRect();"
                                    + "return words.width > 40 && words.right <= box.right + 1 && words.bottom <= box.bottom + 1");
            assertThat(fits)
                    .as("the words stand inside their label at " + width)
                    .isEqualTo(true);
        }
    }

    @Test
    void filtersInPlaceAndLoadsTheNextRowsWithoutAnyPolicyViolation() {
        ChromeDriver browser = browser();
        size(browser, 1440);
        open(browser, "/programs/northmoor/databases");
        ((JavascriptExecutor) browser)
                .executeScript("window.blocked = []; document.addEventListener('securitypolicyviolation',"
                        + " e => window.blocked.push(e.violatedDirective + ' ' + e.blockedURI));");
        browser.findElement(By.id("q")).sendKeys("card");
        new WebDriverWait(browser, Duration.ofSeconds(20))
                .until(page -> page.findElements(By.cssSelector(".grid tbody tr[data-live]"))
                                .size()
                        == 2);
        assertThat(browser.getCurrentUrl()).endsWith("/programs/northmoor/databases?q=card");
        assertThat(Objects.requireNonNull(browser.switchTo().activeElement().getAttribute("id")))
                .isEqualTo("q");
        assertThat(((JavascriptExecutor) browser).executeScript("return window.blocked.join()"))
                .isEqualTo("");
    }

    @Test
    void showsInPlaceWhatAnHtmxRequestRefused() {
        ChromeDriver browser = browser();
        size(browser, 1440);
        open(browser, "/settings");
        ((JavascriptExecutor) browser)
                .executeScript("document.querySelector('#system-zvm-1 form').setAttribute('hx-post',"
                        + " '/settings/systems/nowhere/test'); htmx.process(document.body)");
        ((JavascriptExecutor) browser)
                .executeScript("htmx.ajax('POST', '/settings/systems/nowhere/test', {source:"
                        + " document.querySelector('#system-zvm-1 form'), target: '#system-zvm-1'})");
        new WebDriverWait(browser, Duration.ofSeconds(20))
                .until(page -> !page.findElements(By.cssSelector("[data-problem-here] [role=alert]"))
                        .isEmpty());
        assertThat(browser.findElement(By.cssSelector("[data-problem-here]")).getText())
                .contains("Nothing is here", "There is no system nowhere", "Request ");
        assertThat(browser.findElements(By.id("system-zvm-1"))).hasSize(1);
    }
}
