package io.gulliver.playbook.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConditionTest {
    private static final Variables VARIABLES = new Variables(
            new TreeMap<>(Map.of(
                    "size_gb", new ValueType(ValueType.Kind.DOUBLE, null),
                    "source.cpus", ValueType.INT,
                    "lag", new ValueType(ValueType.Kind.DURATION, null),
                    "hosts", new ValueType(ValueType.Kind.LIST, ValueType.Kind.STRING),
                    "sizes", new ValueType(ValueType.Kind.MAP, ValueType.Kind.DOUBLE),
                    "standby", ValueType.STRING)),
            new TreeSet<>(List.of("standby")),
            new TreeMap<>(Map.of("limit", new ValueType(ValueType.Kind.DOUBLE, null))),
            new TreeMap<>(Map.of(
                    "build-volume",
                    new Variables.StepOutputs(
                            new TreeMap<>(Map.of("uid", ValueType.STRING, "count", ValueType.INT)), false),
                    "each",
                    new Variables.StepOutputs(new TreeMap<>(Map.of("ok", ValueType.BOOL)), true))),
            new TreeMap<>(Map.of("lag", ValueType.INT)),
            true);

    private static Variables.Values values() {
        return new Variables.Values(
                Map.of(
                        "size_gb",
                        500,
                        "source.cpus",
                        8,
                        "lag",
                        "PT5M",
                        "hosts",
                        List.of("a", "b"),
                        "sizes",
                        Map.of("a", 2)),
                Map.of("limit", 400),
                Map.of(
                        "build-volume", Map.of("uid", "6005", "count", 3),
                        "each", Map.of("items", Map.of("a", Map.of("ok", true)))),
                Map.of("lag", 2),
                "a",
                4);
    }

    private static Condition.Verdict evaluate(String text) {
        Condition.Checked checked = Condition.check(text, VARIABLES);
        assertThat(checked.problems()).as(text).isEmpty();
        return java.util.Objects.requireNonNull(checked.condition()).evaluate(values());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "facts.size_gb > 499.5 | true",
                "facts.size_gb == 500.0 | true",
                "facts.size_gb > params.limit | true",
                "facts.source.cpus == 8 | true",
                "has(facts.source.cpus) | true",
                "double(facts.source.cpus) > 8.5 | false",
                "facts.lag > duration('4m') | true",
                "'b' in facts.hosts | true",
                "facts.sizes[item] == 2.0 | true",
                "facts.sizes.a == 2.0 | true",
                "has(facts.standby) && facts.standby == 'x' | false",
                "~!has(facts.standby) || facts.standby == 'x'~ | true",
                "steps[\"build-volume\"].outputs.uid.startsWith('600') | true",
                "steps['build-volume'].outputs.count > 2 | true",
                "steps['each'].items.all(i, steps['each'].items[i].ok) | true",
                "size(steps['each'].items) == 2 | false",
                "outputs.lag < 3 | true",
                "iteration == 4 | true",
                "facts.hosts.exists(h, h == item) | true",
            })
    void evaluates(String text, boolean expected) {
        assertThat(evaluate(text)).isEqualTo(new Condition.Verdict(expected, null));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "facts.size_gb > 500 | write 500.0 for 500",
                "facts.size_gb == 500 | write 500.0 for 500",
                "facts.source.cpus > 8.0 | write 500.0 for 500",
                "facts.source.cpus + 1.5 > 2.0 | write 500.0 for 500",
                "facts.source.cpus in [8.0] | no matching overload",
                "facts.size_gb | gives double, wanted bool",
                "facts.nope == 1 | undefined field 'nope'",
                "facts.standby == 'x' | is optional: ask has(facts.standby) first",
                "steps['later'].outputs.x == 1 | step 'later' is not among the steps before",
                "steps[item].outputs.uid == 'x' | takes a step's id as text",
                "steps['build-volume'].outputs.nope == 1 | undefined field 'nope'",
                "steps['each'].outputs.ok | undefined field 'outputs'",
                "facts.hosts == 'a' | no matching overload",
                "nothing == 1 | undeclared reference to 'nothing'",
                "1 + | column 4",
                "'   ' | gives string",
            })
    void refusesAtLoad(String text, String problem) {
        assertThat(Condition.check(text, VARIABLES).problems())
                .anySatisfy(found -> assertThat(found).contains(problem));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "1 / (facts.source.cpus - 8) == 1 | / by zero",
                "facts.hosts[7] == 'x' | Index out of bounds",
                "facts.sizes['zzz'] > 1.0 | zzz",
                "9223372036854775807 + facts.source.cpus > 0 | overflow",
                "steps['each'].items['zzz'].ok | zzz",
            })
    void answersAnErrorWhenItIsNeitherTrueNorFalse(String text, String error) {
        Condition.Verdict verdict = evaluate(text);
        assertThat(verdict.holds()).isNull();
        assertThat(verdict.error()).contains(error);
    }

    @Test
    void aFactThatWasNotCollectedIsAnErrorAndNotFalse() {
        Condition condition = java.util.Objects.requireNonNull(
                Condition.check("facts.source.cpus > 1", VARIABLES).condition());
        Variables.Values none = new Variables.Values(Map.of(), Map.of(), Map.of(), Map.of(), null, 1);
        assertThat(condition.evaluate(none))
                .isEqualTo(new Condition.Verdict(null, "fact source.cpus has not been collected"));
    }

    @Test
    void aFactOfAnotherTypeIsAnError() {
        Condition condition = java.util.Objects.requireNonNull(
                Condition.check("facts.source.cpus > 1", VARIABLES).condition());
        Variables.Values wrong =
                new Variables.Values(Map.of("source.cpus", "eight"), Map.of(), Map.of(), Map.of(), null, 1);
        assertThat(condition.evaluate(wrong).error()).isEqualTo("fact source.cpus is text 'eight', wanted int");
    }

    @Test
    void stopsAnExpressionThatWouldRunForEver() {
        String digits = "[0,1,2,3,4,5,6,7,8,9]";
        String text = digits + ".all(a, " + digits + ".all(b, " + digits + ".all(c, " + digits + ".all(d, " + digits
                + ".all(e, a + b + c + d + e >= 0)))))";
        Condition.Verdict verdict = evaluate(text);
        assertThat(verdict.holds()).isNull();
        assertThat(verdict.error()).contains("Iteration budget exceeded");
    }

    @Test
    void refusesAnExpressionThatIsTooDeepOrTooLong() {
        assertThat(Condition.check("(".repeat(3_000) + "true" + ")".repeat(3_000), VARIABLES)
                        .problems())
                .isNotEmpty();
        assertThat(Condition.check("true && ".repeat(400) + "true", VARIABLES).problems())
                .isNotEmpty();
    }

    @Test
    void knowsWhatItNames() {
        Condition condition = java.util.Objects.requireNonNull(
                Condition.check("steps['build-volume'].outputs.count > 1 && facts.source.cpus > 2", VARIABLES)
                        .condition());
        assertThat(condition.steps()).containsExactly("build-volume");
        assertThat(condition.facts()).containsExactly("source.cpus");
        assertThat(Condition.stepsIn("steps['b'].outputs.x > 1 || steps[\"a\"].outputs.y"))
                .containsExactly("a", "b");
        assertThat(Condition.stepsIn("not a condition")).isEmpty();
    }
}
