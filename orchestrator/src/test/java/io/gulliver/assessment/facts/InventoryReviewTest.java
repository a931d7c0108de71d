package io.gulliver.assessment.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.evidence.inventory.InventoryProblem;
import io.gulliver.evidence.inventory.InventoryReader;
import io.gulliver.service.planning.RuleTables;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InventoryReviewTest {
    private static final InventoryReview REVIEW = RuleTables.shipped().inventory();

    private static List<InventoryProblem> remarks(String source, String target) {
        return REVIEW.remarks(
                InventoryReader.read(("database,application,environment,oracle_version,target_release\nA,shop,test,"
                                + source + "," + target + "\n")
                        .getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"7.3.4", "8.1.7.4", "9.2.0.8"})
    void saysThatNoWayTakesAReleaseBeforeDataPump(String release) {
        assertThat(remarks(release, "19"))
                .singleElement()
                .satisfies(remark -> assertThat(remark.text())
                        .startsWith("line 2, oracle_version \"" + release + "\": no way across takes a source of this"
                                + " release: Data Pump needs a source of 10.1 or later")
                        .contains("upgrade the source first"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"10.1", "10g", "10.2.0.5", "11", "11.2.0.3", "11gR2", "12.1.0.2", "19", "19c", "23", "26ai"})
    void saysNothingOfOneThatSomeWayTakesOrThatIsTooVague(String release) {
        assertThat(remarks(release, "")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"7.3.4", "11.1", "20", "22.3"})
    void saysThatATargetOfThisReleaseDoesNotExist(String release) {
        assertThat(remarks("", release))
                .singleElement()
                .satisfies(remark -> assertThat(remark.text())
                        .contains("the table of releases for Linux on IBM Z has no such release", "19"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"19", "19.22", "19c", "12.2.0.1", "11.2.0.4", "11gR2", "23.6", "26ai"})
    void knowsUpdatesOfAReleaseThatATargetCanHave(String release) {
        assertThat(remarks("", release)).isEmpty();
    }

    @Test
    void readsWhatPeopleSayAndWhereTheSoftwareIs() {
        assertThat(REVIEW.tags())
                .contains(
                        "source_sid",
                        "source_oracle_home",
                        "source_dbid",
                        "source_addresses",
                        "source_nodes",
                        "gg_licensed",
                        "fallback_required")
                .doesNotContain("target_release", "size_gb");
    }
}
