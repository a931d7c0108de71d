package io.gulliver.ui.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.playbook.expression.ValueType;
import io.gulliver.playbook.expression.ValueType.Kind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What people type becomes what the playbook declares, or is refused with what was wanted. */
class QuestionTest {
    private static Object coerced(Kind kind, @Nullable Kind of, String typed) throws Exception {
        ValueType type = new ValueType(kind, of);
        return type.coerce(new Question("q", "Q", type, null).answer(typed));
    }

    @Test
    void numbersAreReadAsPagesWriteThem() throws Exception {
        assertThat(coerced(Kind.INT, null, "128")).isEqualTo(128L);
        assertThat(coerced(Kind.INT, null, "007")).isEqualTo(7L);
        assertThat(coerced(Kind.INT, null, "1\u00a0204\u00a0118")).isEqualTo(1204118L);
        assertThat(coerced(Kind.DOUBLE, null, "-12.5")).isEqualTo(-12.5);
        assertThat(coerced(Kind.DOUBLE, null, "12")).isEqualTo(12.0);
        for (String typed : List.of("12 GB", "1,204", "1e999999999", "12 34", "twelve", "NaN")) {
            assertThatThrownBy(() -> coerced(Kind.DOUBLE, null, typed))
                    .as(typed)
                    .isInstanceOf(ValueType.Mismatch.class);
        }
        assertThatThrownBy(() -> coerced(Kind.INT, null, "12.5")).hasMessageContaining("whole number");
    }

    @Test
    void yesAndNoAreChosenAndDurationsAndTextStayAsTyped() throws Exception {
        assertThat(coerced(Kind.BOOL, null, "true")).isEqualTo(true);
        assertThat(coerced(Kind.BOOL, null, "false")).isEqualTo(false);
        assertThatThrownBy(() -> coerced(Kind.BOOL, null, "perhaps")).hasMessageContaining("wanted bool");
        assertThat(coerced(Kind.DURATION, null, "90m")).isEqualTo("PT1H30M");
        assertThat(coerced(Kind.STRING, null, "007")).isEqualTo("007");
        assertThat(coerced(Kind.STRING, null, "[a]")).isEqualTo("[a]");
    }

    @Test
    void listsAndMapsHaveAnEntryOnEachLine() throws Exception {
        assertThat(coerced(Kind.LIST, Kind.STRING, "APP, the first\r\n\n  HR  "))
                .isEqualTo(List.of("APP, the first", "HR"));
        assertThat(coerced(Kind.LIST, Kind.INT, "1\n2")).isEqualTo(List.of(1L, 2L));
        assertThat(coerced(Kind.LIST, Kind.STRING, "[\"a\", \"b\"]")).isEqualTo(List.of("a", "b"));
        assertThatThrownBy(() -> coerced(Kind.LIST, Kind.INT, "1\ntwo")).hasMessageContaining("element 2");
        assertThat(coerced(Kind.MAP, Kind.STRING, "SHOP = new wallet\nHR=a=b"))
                .isEqualTo(Map.of("SHOP", "new wallet", "HR", "a=b"));
        assertThat(coerced(Kind.MAP, Kind.INT, "{\"a\": 1}")).isEqualTo(Map.of("a", 1L));
        assertThatThrownBy(() -> coerced(Kind.MAP, Kind.STRING, "no sign")).hasMessageContaining("wanted map");
    }
}
