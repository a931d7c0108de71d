package io.gulliver.ui.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BaseAddressTest {
    @Test
    void isOneThatABrowserOfThisMachineOpens() {
        assertThat(BaseAddress.of("127.0.0.1", false, 8080)).isEqualTo("http://127.0.0.1:8080");
        assertThat(BaseAddress.of("0.0.0.0", true, 8443)).isEqualTo("https://127.0.0.1:8443");
        assertThat(BaseAddress.of("::", true, 8443)).isEqualTo("https://127.0.0.1:8443");
        assertThat(BaseAddress.of("::1", false, 8080)).isEqualTo("http://[::1]:8080");
        assertThat(BaseAddress.of("gulliver.bank.example", true, 443)).isEqualTo("https://gulliver.bank.example:443");
    }
}
