package io.gulliver.testing;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class RequiredTest {
    @Test
    void skipsAtADeskAndFailsInCi() {
        assertThatThrownBy(() -> Required.here(false, "no sshd here", false))
                .isInstanceOf(TestAbortedException.class)
                .hasMessageContaining("no sshd here");
        assertThatThrownBy(() -> Required.here(false, "no sshd here", true))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("no sshd here");
        assertThatCode(() -> Required.here(true, "no sshd here", true)).doesNotThrowAnyException();
    }
}
