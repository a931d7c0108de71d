package io.gulliver.ui;

import io.gulliver.testing.Required;
import io.gulliver.testing.TestDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** Starts the browser of the page tests; a machine without one skips them, but for CI. */
public final class Browsers {
    private Browsers() {}

    public static ChromeDriver open() throws IOException {
        Path chromium = Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        Path driver = Stream.of("/usr/bin/chromedriver", "/usr/lib/chromium/chromedriver")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        Required.here(
                chromium != null && driver != null,
                "no chromium or chromedriver here; install the packages chromium and chromium-driver");
        ChromeOptions options = new ChromeOptions();
        options.setBinary(Objects.requireNonNull(chromium).toFile());
        options.addArguments(
                "--headless=new",
                // dates as these tests read them, whatever the machine is set to
                "--lang=en-GB",
                "--accept-lang=en-GB",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + TestDirectory.untilTheEnd("chromium"));
        ChromeDriver opened = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(Objects.requireNonNull(driver).toFile())
                        .build(),
                options);
        opened.manage().timeouts().pageLoadTimeout(Duration.ofSeconds(60)).scriptTimeout(Duration.ofSeconds(60));
        return opened;
    }
}
