package io.gulliver.assessment.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.access.AccessFinding;
import io.gulliver.domain.access.AccessItem;
import io.gulliver.domain.access.AccessState;
import io.gulliver.domain.access.DatabaseAccessState;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiscoveryRulesTest {
    /** What a check of access saw, as ITEM=STATE words. */
    @ParameterizedTest
    @CsvSource({
        "'',false",
        "LOGIN=GOOD,true",
        "LOGIN=GOOD CREATE_SESSION=GOOD CATALOGUE=GOOD SSH=BAD SYSSTAT=BAD,true",
        "LOGIN=GOOD CATALOGUE=BAD,false",
        "LOGIN=GOOD AWR=BAD OTHER_GRANTS=BAD,true",
        "LOGIN=BAD SSH=GOOD,false",
        "NAME=BAD,false",
        "PORT=GOOD,false",
        "NAME=GOOD PORT=GOOD SSH=GOOD,true",
        "PORT=BAD SSH=GOOD,false"
    })
    void itBeginsByItselfOnlyWhereACheckWasLetIn(String seen, boolean open) {
        Map<AccessItem, AccessFinding> findings = new EnumMap<>(AccessItem.class);
        for (String word : seen.isEmpty() ? new String[0] : seen.split(" ")) {
            String[] pair = word.split("=");
            findings.put(
                    AccessItem.valueOf(pair[0]),
                    new AccessFinding(AccessItem.valueOf(pair[0]), AccessState.valueOf(pair[1]), "seen", "do", null));
        }
        assertThat(DiscoveryRules.open(
                        new DatabaseAccessState("ORDERS", findings, List.of(), "default", null, null, false)))
                .isEqualTo(open);
    }

    @Test
    void aPlaybookThatDoesMoreThanLookIsRefusedWithItsSteps() {
        assertThat(DiscoveryRules.beyond("look v1", List.of())).isEmpty();
        assertThat(DiscoveryRules.beyond("data-pump v2", List.of("export", "import")))
                .hasValueSatisfying(
                        why -> assertThat(why).endsWith("only looks, and data-pump v2 would do more: export, import"));
    }
}
