package io.gulliver.planning.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class DerivationTest {
    @Test
    void aFigureCarriesNoCrumbsOfBinaryFractions() {
        Derivation sum = Derivation.computed("sum", "MB", "a + b", 0.1 + 0.2, Rounding.NONE);
        assertThat(sum.value()).isEqualTo(0.3);
        assertThat(sum.exact()).isEqualTo(0.3);
        assertThat(Derivation.given("nothing", -0.0, "MB", "given").value()).isEqualTo(0.0);
        assertThat(Derivation.given("large", 123_456_789_012.0, "MB", "given").value())
                .isEqualTo(123_456_789_012.0);
    }

    @Test
    void aFigureThatIsNoNumberIsToldWithWhatWentIn() {
        assertThatThrownBy(() -> Derivation.computed(
                        "share", "%", "a / b", 1 / 0.0, Rounding.NONE, Derivation.given("b", 0, "", "given")))
                .isInstanceOf(ArithmeticException.class)
                .hasMessageContaining("'share'")
                .hasMessageContaining("b 0");
    }
}
