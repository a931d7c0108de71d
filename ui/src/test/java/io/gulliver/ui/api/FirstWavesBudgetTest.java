package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.testing.TestDirectory;
import io.gulliver.ui.Browsers;
import io.gulliver.ui.Hands;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.chrome.ChromeDriver;
import tools.jackson.databind.JsonNode;

/** From an empty program to its first plan, within the budget that a program manager has for it ({@code BudgetTest}). */
@Tag("process")
class FirstWavesBudgetTest extends ServerCase {
    /** 8 clicks; the file is chosen and mended outside of the page. */
    @Test
    void aManagerImportsFiftyDatabasesMendsThreeRowsAndSeesTheFirstProposedWavesByEightClicks() throws Exception {
        program("fifty");
        Path list = TestDirectory.untilTheEnd("inventory").resolve("estate.csv");
        Files.writeString(list, estate("Prodution", "seven", "-1"));
        ChromeDriver browser = Browsers.open();
        try {
            Hands hands = Hands.at(browser, "http://127.0.0.1:" + port, "pm", "/programs/fifty", 1440, 900);
            hands.click(By.cssSelector("#path li[aria-current] a.go"));
            hands.give(By.cssSelector("#inventory-form input[type=file]"), list);
            hands.click(By.cssSelector("#inventory-form button[formaction$='/preview']"));
            assertThat(hands.read(By.cssSelector("#found section[aria-label='3 problems'] tbody tr")))
                    .satisfiesExactly(
                            one -> assertThat(one).contains("Line 11", "environment", "Prodution"),
                            one -> assertThat(one).contains("Line 21", "criticality", "seven"),
                            one -> assertThat(one).contains("Line 31", "size_gb", "-1"));
            Files.writeString(list, estate("production", "3", "250"));
            hands.give(By.cssSelector("#inventory-form input[type=file]"), list);
            hands.click(By.cssSelector("#inventory-form button.go"));
            assertThat(hands.read(By.cssSelector("main .flash")))
                    .singleElement()
                    .asString()
                    .contains("50 databases are added");
            hands.click(By.cssSelector("#path a[href$='/plan/edit']"));
            hands.click(By.cssSelector("#propose button"));
            assertThat(hands.read(By.cssSelector("#added tbody tr")))
                    .hasSizeGreaterThan(5)
                    .first()
                    .asString()
                    .startsWith("W1 Pilot");
            assertThat(hands.read(By.cssSelector("#moves tbody tr")))
                    .as("dates that follow")
                    .hasSizeGreaterThan(50);
            hands.click(By.cssSelector("#save button.go"));
            assertThat(hands.read(By.cssSelector("main .flash"))).isNotEmpty();
            assertThat(hands.read(By.cssSelector("main .lead")))
                    .singleElement()
                    .asString()
                    .contains("waves");
            assertThat(read(get("pm", "/api/v1/programs/fifty/waves")).path("items").findValues("databases").stream()
                            .mapToInt(JsonNode::size)
                            .sum())
                    .isEqualTo(50);
            assertThat(hands.clicks()).as("clicks").isLessThanOrEqualTo(8);
        } finally {
            browser.quit();
        }
    }

    /** Fifty rows, of which three have a word of their own. */
    private static String estate(String environment, String criticality, String gigabytes) {
        StringBuilder rows = new StringBuilder("database,application,environment,criticality,size_gb\n");
        for (int i = 1; i <= 50; i++) {
            rows.append("DB%02d,App%d,%s,%s,%s\n"
                    .formatted(
                            i,
                            i % 12,
                            i == 10 ? environment : i % 3 == 0 ? "production" : "test",
                            i == 20 ? criticality : String.valueOf(i % 4 + 1),
                            i == 30 ? gigabytes : String.valueOf(i * 40)));
        }
        return rows.toString();
    }
}
