package io.gulliver.domain.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.task.GateCriterion.Figure;
import org.junit.jupiter.api.Test;

class GateCriterionTest {
    private static GateCriterion of(String why) {
        return new GateCriterion("c", "Title", GateCriterion.MET, why);
    }

    @Test
    void partsTheConditionFromWhatItWasJudgedBy() {
        GateCriterion one = of(
                "steps[\"content\"].outputs.tables_different == 0 || params.names.all(n, n in ['a', 'b'])"
                        + " [plan.outage_minutes = 35, tables_different of content = 2, names of roll-call = a, b [old], c]");
        assertThat(one.condition())
                .isEqualTo("steps[\"content\"].outputs.tables_different == 0 || params.names.all(n, n in ['a', 'b'])");
        assertThat(one.figures())
                .containsExactly(
                        new Figure("plan.outage_minutes", null, "35"),
                        new Figure("tables_different", "content", "2"),
                        new Figure("names", "roll-call", "a, b [old], c"));
    }

    @Test
    void aConditionWithoutValuesStays() {
        for (String why : new String[] {"inputs.rights_given", "x in ['a'] : no such key", "«steps.a»", ""}) {
            assertThat(of(why).condition()).isEqualTo(why);
            assertThat(of(why).figures()).isEmpty();
        }
    }

    @Test
    void aValueThatNobodyKnowsIsAFigureToo() {
        assertThat(of("a > 1: no value [lag of look = not known]").figures())
                .containsExactly(new Figure("lag", "look", "not known"));
        assertThat(of("a > 1: no value [lag of look = not known]").condition()).isEqualTo("a > 1: no value");
    }
}
