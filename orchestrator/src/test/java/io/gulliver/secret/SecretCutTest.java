package io.gulliver.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Text that arrives in pieces loses its secrets wherever the pieces are cut. */
class SecretCutTest {
    private static final String SIGNS = "abä\n/'";
    private static final int TRIES = 3_000;

    record Arrival(List<String> secrets, String text, List<Integer> reads) {}

    /** Secrets of few signs, so that they overlap and begin in each other; between them the same signs. */
    private static Arrival arrival(Random random) {
        List<String> secrets = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            secrets.add(word(random, 4 + random.nextInt(9)));
        }
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(20); i >= 0; i--) {
            text.append(
                    random.nextBoolean()
                            ? secrets.get(random.nextInt(secrets.size()))
                            : word(random, random.nextInt(40)));
        }
        return new Arrival(
                secrets,
                text.toString(),
                random.ints(1 + random.nextInt(12), 1, 31).boxed().toList());
    }

    private static String word(Random random, int length) {
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < length; i++) {
            word.append(SIGNS.charAt(random.nextInt(SIGNS.length())));
        }
        return word.toString();
    }

    @Test
    void whatIsBlankedPieceByPieceIsWhatIsBlankedWhole() {
        for (long seed = 0; seed < TRIES; seed++) {
            Arrival arrival = arrival(new Random(seed));
            assertThat(pieceByPiece(arrival))
                    .as("seed %d: %s", seed, arrival)
                    .isEqualTo(registry(arrival).mask(arrival.text()));
        }
    }

    private static SecretRegistry registry(Arrival arrival) {
        SecretRegistry registry = new SecretRegistry();
        arrival.secrets().forEach(registry::add);
        return registry;
    }

    private static String pieceByPiece(Arrival arrival) {
        SecretRegistry registry = registry(arrival);
        byte[] all = arrival.text().getBytes(StandardCharsets.UTF_8);
        StringBuilder blanked = new StringBuilder();
        int done = 0;
        int known = 0;
        for (int i = 0; done < all.length; i++) {
            known = Math.min(
                    all.length, known + arrival.reads().get(i % arrival.reads().size()));
            int cut = done == known
                    ? 0
                    : cutOfWholeSigns(registry, Arrays.copyOfRange(all, done, known), known == all.length);
            blanked.append(registry.mask(new String(all, done, cut, StandardCharsets.UTF_8)));
            done += cut;
        }
        return blanked.toString();
    }

    private static int cutOfWholeSigns(SecretRegistry registry, byte[] known, boolean whole) {
        int wanted = known.length;
        while (wanted > 0 && !whole && (known[wanted - 1] & 0x80) != 0) {
            wanted--;
        }
        return registry.cut(known, known.length, wanted, whole);
    }

    @Test
    void holdsBackWhatMayBeginASecretUntilMoreIsKnown() {
        SecretRegistry registry = new SecretRegistry();
        registry.add("tiger-9");
        byte[] text = "user scott tig".getBytes(StandardCharsets.UTF_8);
        assertThat(registry.cut(text, text.length, text.length, false)).isEqualTo("user scott ".length());
        assertThat(registry.cut(text, text.length, text.length, true)).isEqualTo(text.length);
        List<Integer> cuts = new ArrayList<>();
        byte[] more = "user scott tiger-9 in".getBytes(StandardCharsets.UTF_8);
        for (int wanted = 12; wanted <= 17; wanted++) {
            cuts.add(registry.cut(more, more.length, wanted, false));
        }
        assertThat(cuts).containsOnly(11);
        assertThat(registry.cut(more, more.length, 18, false)).isEqualTo(18);
    }
}
