package io.gulliver.ui;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.openqa.selenium.By;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * A person at a page, whose clicks and keys are counted. It hands out words and never an element or the browser, so a test
 * that has nothing else can do nothing that is not counted: one start page, then real clicks on what is in sight, and keys.
 */
public final class Hands {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ChromeDriver browser;
    private int clicks;
    private int keys;

    private Hands(ChromeDriver browser) {
        this.browser = browser;
    }

    /** Somebody who is logged in and looks at the page where the task begins; neither is counted. */
    public static Hands at(ChromeDriver browser, String root, String person, String start, int width, int height) {
        browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
        browser.get(root + "/login");
        browser.manage().deleteAllCookies();
        browser.get(root + "/login");
        browser.findElement(By.id("username")).sendKeys(person);
        browser.findElement(By.id("password")).sendKeys("lilliput");
        browser.findElement(By.cssSelector("form.login button")).click();
        new WebDriverWait(browser, PATIENCE)
                .until(page -> !Objects.requireNonNull(page.getCurrentUrl()).contains("/login"));
        browser.get(root + start);
        return new Hands(browser);
    }

    /** One click, in the middle of the one thing that is meant and that can be seen. */
    public void click(By what) {
        WebElement target = wait("there is one " + what, () -> {
            List<WebElement> found = browser.findElements(what).stream()
                    .filter(WebElement::isDisplayed)
                    .toList();
            if (found.size() > 1) {
                throw new AssertionError(what + " is not one thing but " + found.size());
            }
            return found.isEmpty() ? null : found.get(0);
        });
        clicks++;
        target.click();
    }

    /** A file for a field, as the dialog of the system leaves it there: that dialog is not the page's, the click on its field counts. */
    public void give(By field, Path file) {
        clicks++;
        browser.findElement(field).sendKeys(file.toString());
    }

    /** Keys, where the focus is; each counts. */
    public void type(CharSequence text) {
        keys += text.length();
        browser.switchTo().activeElement().sendKeys(text);
    }

    /** The words of each that can be seen, as soon as one can be. */
    public List<String> read(By what) {
        return wait("words of " + what, () -> {
            List<String> words = browser.findElements(what).stream()
                    .filter(WebElement::isDisplayed)
                    .map(one -> one.getText().strip())
                    .filter(one -> !one.isEmpty())
                    .toList();
            return words.isEmpty() ? null : words;
        });
    }

    /** Waits for something that can be seen, though it has no words, as a field. */
    public void see(By what) {
        wait(
                "sight of " + what,
                () -> browser.findElements(what).stream().anyMatch(WebElement::isDisplayed) ? what : null);
    }

    public boolean sees(By what) {
        return browser.findElements(what).stream().anyMatch(WebElement::isDisplayed);
    }

    public int clicks() {
        return clicks;
    }

    public int keys() {
        return keys;
    }

    private <T> T wait(String what, java.util.function.Supplier<T> seen) {
        return new WebDriverWait(browser, PATIENCE)
                .withMessage(() -> what + " at " + browser.getCurrentUrl())
                .ignoring(StaleElementReferenceException.class)
                .until(page -> seen.get());
    }
}
