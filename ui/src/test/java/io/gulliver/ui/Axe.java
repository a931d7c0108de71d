package io.gulliver.ui;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.chrome.ChromeDriver;

/** Asks axe what is wrong with the page that a browser shows. */
public final class Axe {
    private static final String SCRIPT = "/vendor/axe-core-4.11.1/axe.min.js";

    private Axe() {}

    /** What axe finds, each with the width of the window. */
    public static List<String> violations(ChromeDriver browser) throws IOException {
        try (InputStream script = Objects.requireNonNull(Axe.class.getResourceAsStream(SCRIPT), SCRIPT)) {
            browser.executeScript(new String(script.readAllBytes(), StandardCharsets.UTF_8));
        }
        Object violations = ((JavascriptExecutor) browser)
                .executeAsyncScript("const done = arguments[arguments.length - 1];"
                        + "axe.run(document, {runOnly: ['wcag2a','wcag2aa','wcag21a','wcag21aa','wcag22aa','best-practice']})"
                        + ".then(r => done(r.violations.map(v => innerWidth + ': ' + v.id + ': ' + v.nodes.slice(0, 3)"
                        + ".map(n => n.html.slice(0, 160) + ' ' + (n.any[0] ? n.any[0].message : '')).join(' | '))));");
        return ((List<?>) Objects.requireNonNull(violations))
                .stream().map(String::valueOf).toList();
    }

    public static boolean scrollsSideways(ChromeDriver browser) {
        return Boolean.TRUE.equals(browser.executeScript(
                "const page = document.documentElement; return page.scrollWidth > page.clientWidth"));
    }

    /** Parts that should stand beside each other in a wide window, and stand below each other. */
    public static List<String> brokenColumns(ChromeDriver browser) {
        Object broken = browser.executeScript("return [...document.querySelectorAll('.cols, .cols-2')].flatMap(e => {"
                + "const [one, other] = [...e.children].filter(c => c.getBoundingClientRect().height > 0);"
                + "return one && other && other.getBoundingClientRect().left < one.getBoundingClientRect().right"
                + " ? [e.outerHTML.slice(0, 120)] : []; })");
        return ((List<?>) Objects.requireNonNull(broken))
                .stream().map(String::valueOf).toList();
    }

    /** The innermost elements that reach beyond the right edge of the page and into no scrolling box: who widens it. */
    public static String widening(ChromeDriver browser) {
        return String.valueOf(browser.executeScript("const edge = document.documentElement.clientWidth;"
                + "const boxed = e => { for (let p = e.parentElement; p; p = p.parentElement) {"
                + " if (getComputedStyle(p).overflowX !== 'visible' && p !== document.body) return true; } return false; };"
                + "const wide = [...document.body.querySelectorAll('*')]"
                + ".filter(e => { const box = e.getBoundingClientRect(); const flows = getComputedStyle(e).overflowX"
                + " === 'visible' ? box.left + e.scrollWidth : 0; return Math.max(box.right, flows) > edge + 1 && !boxed(e); });"
                + "return wide.filter(e => !wide.some(o => o !== e && e.contains(o))).slice(0, 4)"
                + ".map(e => e.outerHTML.slice(0, 160)).join(' | ')"));
    }
}
