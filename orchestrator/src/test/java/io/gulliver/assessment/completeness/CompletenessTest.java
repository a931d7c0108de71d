package io.gulliver.assessment.completeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.service.planning.RuleTables;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CompletenessTest {
    private static final NeedList NEEDS = NeedList.of(Map.of(
            "needs",
            List.of(
                    need("size", List.of("files_gb", "inventory.size_gb"), 6),
                    need("sga", List.of("sga_mb"), 3),
                    need("owner", List.of("inventory.owner"), 1))));

    private static Map<String, Object> need(String id, List<String> anyOf, int weight) {
        return new TreeMap<>(Map.of(
                "id",
                id,
                "title",
                "The " + id,
                "any_of",
                anyOf,
                "used_by",
                List.of("plan", "sizing"),
                "weight",
                weight,
                "how",
                "ask for " + id));
    }

    @Test
    void scoresByWeightAndNamesWhatIsMissingTheHeaviestFirst() {
        Completeness nothing = Completeness.of(NEEDS, Map.of(), null);
        assertThat(nothing.percent()).isZero();
        assertThat(nothing.below()).isFalse();
        assertThat(nothing.missing()).extracting(Completeness.Missing::need).containsExactly("size", "sga", "owner");
        assertThat(nothing.missing().get(0).how()).isEqualTo("ask for size");
        assertThat(nothing.missing().get(0).usedBy()).containsExactly("sizing", "plan");
        Completeness some = Completeness.of(
                NEEDS, Map.of("inventory.size_gb", Confidence.DECLARED, "inventory.owner", Confidence.DECLARED), 80);
        assertThat(some.percent()).isEqualTo(70);
        assertThat(some.below()).isTrue();
        assertThat(some.known()).extracting(Completeness.Met::fact).contains("inventory.size_gb");
    }

    @Test
    void aGuessCountsHalfUntilSomebodyMeasures() {
        Completeness guessed = Completeness.of(NEEDS, Map.of("files_gb", Confidence.ASSUMED), 30);
        assertThat(guessed.percent()).isEqualTo(30);
        assertThat(guessed.below()).as("at the threshold is not below it").isFalse();
        assertThat(guessed.assumed()).extracting(Completeness.Met::need).containsExactly("size");
        assertThat(Completeness.of(
                                NEEDS,
                                Map.of("files_gb", Confidence.ASSUMED, "inventory.size_gb", Confidence.DECLARED),
                                30)
                        .percent())
                .isEqualTo(60);
    }

    @Test
    void everyShippedNeedSaysHowToGetItAndAllTogetherAreHundred() {
        NeedList shipped = RuleTables.shipped().needs();
        Map<String, Confidence> all = new TreeMap<>();
        shipped.needs().forEach(need -> all.put(need.anyOf().get(0), Confidence.MEASURED));
        assertThat(Completeness.of(shipped, all, 100).percent()).isEqualTo(100);
        assertThat(Completeness.of(shipped, all, 100).below()).isFalse();
        assertThat(shipped.needs()).allSatisfy(need -> assertThat(need.how()).isNotBlank());
        assertThat(shipped.needs().stream().flatMap(need -> need.usedBy().stream()))
                .contains(Need.Use.values());
    }

    @Test
    void aBrokenFileNamesTheEntry() {
        assertThatThrownBy(() -> NeedList.of(Map.of("needs", List.of(need("a", List.of("x"), 0)))))
                .hasMessageContaining("Need a: weight is '0'");
        assertThatThrownBy(() ->
                        NeedList.of(Map.of("needs", List.of(need("a", List.of("x"), 1), need("a", List.of("y"), 1)))))
                .hasMessageContaining("Need a is there twice");
        Map<String, Object> odd = need("a", List.of("x"), 1);
        odd.put("used_by", List.of("lunch"));
        assertThatThrownBy(() -> NeedList.of(Map.of("needs", List.of(odd)))).hasMessageContaining("'lunch'");
        Map<String, Object> word = need("a", List.of("x"), 1);
        word.put("colour", "red");
        assertThatThrownBy(() -> NeedList.of(Map.of("needs", List.of(word)))).hasMessageContaining("'colour'");
    }
}
