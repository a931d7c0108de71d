package io.gulliver.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.workflow.PrepareRequest;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.domain.estate.FactSheet;
import io.gulliver.domain.landscape.ArrayRules;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of volumes and hosts are those that the array takes and the customer's template makes. */
class NamesOnArraysTest {
    private static final PlaybookLibrary LIBRARY = PlaybookLibrary.shipped();
    private static final MigrationId RUN = new MigrationId("lilliput/lnx01/1");

    /** What a landscape says of one array. */
    private static final class Said implements NameSource {
        private final ArrayRules rules;
        private final String family;
        private int longest;

        Said(String family, ArrayRules rules) {
            this.family = family;
            this.rules = rules;
        }

        @Override
        public Optional<ArrayRules.Naming> namingOn(String system, String kind) {
            return system.equals("ds-1") ? Optional.ofNullable(rules.naming(family, kind)) : Optional.empty();
        }

        @Override
        public String allocate(
                String system, String kind, StepKey step, String proposal, int maxLength, String pattern) {
            longest = maxLength;
            return proposal.substring(0, Math.min(proposal.length(), maxLength));
        }
    }

    private static ArrayRules rules(String volume) {
        return new ArrayRules(null, List.of(), 200, volume, null, null, null);
    }

    private static PrepareResult prepared(NameSource names, String array, String server) {
        Playbook playbook = LIBRARY.findNewest("dpm-server").orElseThrow();
        Map<String, Object> facts = new TreeMap<>(
                Map.of("server.name", server, "server.array", array, "server.boot.gib", 32.0, "server.pool", ""));
        return LIBRARY.findPreparer(playbook.hash())
                .orElseThrow()
                .prepare(
                        new PrepareRequest(RUN, new StepKey("boot-volume", "boot"), 1, false, Map.of()),
                        new StepPreparer.Circumstances(
                                FactSheet.of(1, facts),
                                Map.of(),
                                new MigrationRef(RUN, "lilliput", "lnx01", Purpose.REHEARSAL),
                                null),
                        names);
    }

    @Test
    void aTemplateOfTheLandscapeMakesTheName() {
        PrepareResult result = prepared(new Said("ds8000", rules("ENS-{item}-{server}")), "ds-1", "lnx01");

        assertThat(result.error()).isNull();
        assertThat(result.inputs()).containsEntry("name", "ENS-boot-lnx01").containsEntry("pool", "");
    }

    @Test
    void withoutOneItIsThePlaybooksWithinWhatTheArrayTakes() {
        Said said = new Said("ds8000", ArrayRules.none());

        assertThat(prepared(said, "ds-1", "a-long-name-of-a-server").error()).isNull();
        assertThat(said.longest).isEqualTo(16);
        assertThat(prepared(said, "fs-1", "lnx01").inputs()).containsEntry("name", "lnx01_boot");
        assertThat(said.longest).as("of an array of which nothing is said").isEqualTo(63);
    }

    @Test
    void aTemplateThatMakesATooLongNameIsSaidInsteadOfCutOff() {
        PrepareResult result = prepared(new Said("ds8000", rules("{server}_{item}")), "ds-1", "blefuscu-4444");

        assertThat(result.error()).isNotNull();
        assertThat(result.error().message())
                .contains("the name 'blefuscu-4444_boot' has 18 characters, and the array takes 16");
        assertThat(result.error().advice()).contains("Shorten its template in the landscape");
    }

    @ParameterizedTest
    @CsvSource({
        "{server}_{item}, true, ",
        "P1.{server}-{item}, true, ",
        "{server}, true, must have {server} and {item}",
        "{host}_{item}, true, has {host}",
        "{server} {item}, true, other characters",
        "{server}, false, ",
        "{server}_{item}, false, has {item}",
        "fixed, false, must have {server}"
    })
    void templatesAreJudgedBeforeAnythingStarts(String template, boolean ofVolumes, String words) {
        if (words == null) {
            assertThat(ArrayRules.templateProblem(template, ofVolumes)).isNull();
        } else {
            assertThat(ArrayRules.templateProblem(template, ofVolumes)).contains(words);
        }
    }
}
