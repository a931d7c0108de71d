package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OracleErrorsTest {

    /** The listener refuses before anybody is known: no right of a user helps. */
    @ParameterizedTest
    @ValueSource(ints = {12526, 12527, 12528})
    void adviceOnAListenerThatLetsNobodyThroughSaysWhatHelps(int code) {
        assertThat(OracleErrors.isKnown(code)).isTrue();
        assertThat(OracleErrors.meaning(code).advice())
                .contains("(UR=A)", "locally on the host", "listener.ora")
                .doesNotContain("RESTRICTED SESSION");
    }

    @Test
    void behindTheListenerTheRightDoesHelp() {
        assertThat(OracleErrors.meaning(1035).advice()).contains("RESTRICTED SESSION");
        assertThat(OracleErrors.meaning(12526).kind()).isEqualTo(OracleFailure.EXTERNAL);
        assertThat(OracleErrors.meaning(12528).kind()).isEqualTo(OracleFailure.TRANSIENT);
    }
}
