package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Consoles as cloud-init and the machine's loader write them. */
class ConsoleLinesTest {
    private static final String ONE = "SHA256:dGhlIGtleSBvZiBhIGhvc3QgdGhhdCBpcyBub3QgaGV";
    private static final String TWO = "SHA256:YW5vdGhlciBrZXkgb2YgdGhlIHNhbWUgaG9zdCAuLi4";

    private static List<String> block(String prefix, String... keys) {
        List<String> lines = new java.util.ArrayList<>();
        lines.add(prefix + "-----BEGIN SSH HOST KEY FINGERPRINTS-----");
        for (String key : keys) {
            lines.add(prefix + "256 " + key + " root@db01 (ECDSA)");
        }
        lines.add(prefix + "-----END SSH HOST KEY FINGERPRINTS-----");
        return lines;
    }

    private static String text(List<String> lines) {
        return String.join("\n", lines) + "\n";
    }

    @Test
    void readsTheKeysOfABlockWhateverStandsInFrontOfItsLines() {
        assertThat(ConsoleLines.of(block("ec2: ", ONE, TWO)).hostKeys()).contains(List.of(ONE, TWO));
        assertThat(ConsoleLines.of(block("<14>Nov 27 10:00:00 cloud-init: ", ONE))
                        .hostKeys())
                .contains(List.of(ONE));
        assertThat(ConsoleLines.of(List.of(text(block("", ONE)))).hostKeys())
                .as("several lines in one message")
                .contains(List.of(ONE));
    }

    @Test
    void takesNothingOutsideOfAWholeBlock() {
        assertThat(ConsoleLines.of(List.of("256 " + ONE + " root@db01 (ECDSA)")).hostKeys())
                .isEmpty();
        List<String> open = block("ec2: ", ONE);
        assertThat(ConsoleLines.of(open.subList(0, 2)).hostKeys())
                .as("its end is not printed yet")
                .isEmpty();
        assertThat(ConsoleLines.of(block("ec2: ")).hostKeys()).isEmpty();
    }

    @Test
    void takesNoFingerprintThatIsNotSha256OrWasCut() {
        assertThat(ConsoleLines.of(block("", "9a:3b:74:00:11:22:33:44:55:66:77:88:99:aa:bb:cc"))
                        .hostKeys())
                .isEmpty();
        assertThat(ConsoleLines.of(block("", ONE.substring(0, 30))).hostKeys()).isEmpty();
    }

    @Test
    void theNewestBlockCounts() {
        List<String> twice = new java.util.ArrayList<>(block("ec2: ", ONE));
        twice.addAll(block("ec2: ", TWO));
        assertThat(ConsoleLines.of(twice).hostKeys()).contains(List.of(TWO));
    }

    @Test
    void anErrorOfTheLoaderIsThatOfTheNewestStart() {
        String up = "MLOEVL012I: Machine loader up and running (version 0.13).";
        String loaded = "MLOPDM003I: Machine loader finished, moving data to final storage location.";
        String failed = "MLOPDM010E: No program table was found on the boot device.";
        assertThat(ConsoleLines.of(List.of(up, loaded)).loaderError()).isEmpty();
        assertThat(ConsoleLines.of(List.of(up, failed)).loaderError()).contains(failed);
        assertThat(ConsoleLines.of(List.of(up, failed, up, loaded)).loaderError())
                .isEmpty();
    }
}
