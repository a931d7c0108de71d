package io.gulliver.adapter.oracle.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ScriptTemplateTest {

    @Test
    void escapesByLanguage() {
        assertThat(ScriptTemplate.of("a.sh", "echo {{x}}").render(Map.of("x", "it's $HOME")))
                .isEqualTo("echo 'it'\\''s $HOME'\n");
        assertThat(ScriptTemplate.of("a.sql", "X {{x}} {{y|sql-identifier}}")
                        .render(Map.of("x", "it's", "y", "Mixed Case")))
                .isEqualTo("X 'it''s' \"Mixed Case\"\n");
        assertThat(ScriptTemplate.of("a.par", "A={{x}}\nB={{y}}").render(Map.of("x", "MIG_%U.dmp", "y", "two words")))
                .isEqualTo("A=MIG_%U.dmp\nB=\"two words\"\n");
    }

    @Test
    void dropsTheLineOfAnEmptyOptionalPlace() {
        assertThat(ScriptTemplate.of("a.par", "A={{a?}}\nB={{b}}").render(Map.of("a", "", "b", "1")))
                .isEqualTo("B=1\n");
    }

    @Test
    void refusesMissingSuperfluousEmptyAndManyLineValues() {
        ScriptTemplate template = ScriptTemplate.of("a.par", "A={{a}}");
        assertThatThrownBy(() -> template.render(Map.of())).hasMessageContaining("[a]");
        assertThatThrownBy(() -> template.render(Map.of("a", "1", "b", "2"))).hasMessageContaining("[a, b]");
        assertThatThrownBy(() -> template.render(Map.of("a", ""))).hasMessageContaining("empty");
        assertThatThrownBy(() -> template.render(Map.of("a", "1\nUSERID=sys"))).hasMessageContaining("line end");
        assertThatThrownBy(() -> template.render(Map.of("a", "x\"y"))).hasMessageContaining("place a");
    }
}
