package io.gulliver.ui.logging;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MaskConverterTest {
    @Test
    void letsNothingThatWasSentLookLikeALineOfItsOwn() {
        String plain = MaskConverter.plain(
                "2026-11-22 WARN cursor 'x\"\r\n2026-11-22 INFO FORGED LINE\u2028more\u001b[31m\0'\n");

        assertThat(plain.lines())
                .containsExactly(
                        "2026-11-22 WARN cursor 'x\"", "  | 2026-11-22 INFO FORGED LINE\\x2028more\\x1b[31m\\x00'");
    }

    @Test
    void keepsATraceReadableAndCutsWhatIsVeryLong() {
        assertThat(MaskConverter.plain("a\n\tat x.Y\n\tat x.Z\n")).isEqualTo("a\n  | \tat x.Y\n  | \tat x.Z\n");
        assertThat(MaskConverter.plain("x".repeat(100_000)))
                .hasSizeLessThan(33_000)
                .endsWith(" … 67232 characters more\n");
    }
}
