package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.activity.build.PathChooser.Choice;
import io.gulliver.activity.build.PathChooser.Port;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathChooserTest {

    /** {@code A0.1*3} is port 1 of adapter A0 on fabric A with three users; a plus before it: our group has it. */
    private static Port port(String text) {
        boolean ours = text.startsWith("+");
        String rest = ours ? text.substring(1) : text;
        String[] parts = rest.split("[.*]");
        return new Port(
                "/api/adapters/" + parts[0] + "/storage-ports/" + parts[1],
                parts[0],
                Integer.parseInt(parts[1]),
                rest.substring(0, 1),
                parts.length > 2 ? Integer.parseInt(parts[2]) : 0,
                ours);
    }

    private static List<Port> ports(String texts) {
        return Stream.of(texts.split(" ")).map(PathChooserTest::port).toList();
    }

    private static String chosen(String candidates, int wanted) {
        return PathChooser.choose(ports(candidates), wanted, wanted >= 4).ports().stream()
                .map(port -> port.adapter() + "." + port.port())
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest(name = "{0}, {1} paths: {2}")
    @CsvSource({
        "A0.0 A1.0 B0.0 B1.0, 4, A0.0 B0.0 A1.0 B1.0",
        "A0.0 A1.0 B0.0 B1.0, 2, A0.0 B0.0",
        // the least used first, whichever stands first
        "A0.0*5 A1.0*2 A2.0*4 B0.0*1 B1.0*1 B2.0, 4, B2.0 A1.0 B0.0 A2.0",
        // another adapter before another port of the same one, although that is less used
        "A0.0 A0.1 A1.0*9 B0.0 B0.1 B1.0*9, 4, A0.0 B0.0 A1.0 B1.0",
        // another port of the same one where there is no other adapter
        "A0.0 A0.1 B0.0 B0.1, 4, A0.0 B0.0 A0.1 B0.1",
        // what our group has is kept, however used
        "A0.0 +A1.0*7 B0.0 +B1.0*7, 2, A1.0 B1.0",
        "A0.0 A1.0 +A2.0*7 B0.0 +B1.0*7 B2.0, 4, A2.0 B1.0 A0.0 B0.0",
        // three fabrics share
        "A0.0 B0.0 C0.0 A1.0, 4, A0.0 B0.0 C0.0 A1.0",
        "A0.0 A1.0 B0.0, 3, A0.0 B0.0 A1.0",
    })
    void choosesByFabricAdapterAndUse(String candidates, int wanted, String expected) {
        assertThat(chosen(candidates, wanted)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "A0.0 A1.0 A2.0 A3.0 | 4 | fabric A has 4",
                "A0.0 B0.0 B1.0 B2.0 | 4 | fabric A has 1, fabric B has 3",
                "A0.0 B0.0 B1.0 | 4 | at most 2 on one fabric",
            })
    void saysWhichFabricLacksPorts(String candidates, int wanted, String words) {
        Choice choice = PathChooser.choose(ports(candidates), wanted, true);
        assertThat(choice.ports()).isEmpty();
        assertThat(choice.asked()).isEmpty();
        assertThat(choice.lacking()).singleElement().asString().contains(words);
    }

    @Test
    void saysThatNoPortCanBeUsed() {
        assertThat(PathChooser.choose(List.of(), 2, false).lacking())
                .singleElement()
                .asString()
                .contains("no port can");
    }

    @Test
    void refusesToAskForLessThanASafeServerHas() {
        List<Port> many = ports("A0.0 A1.0 A2.0 B0.0 B1.0 B2.0");
        assertThat(PathChooser.choose(many, 3, true).asked())
                .containsExactly("A production server has 4 paths at least, asked for: 3.");
        assertThat(PathChooser.choose(many, 1, false).asked())
                .containsExactly("A server has 2 paths at least, one on each of two fabrics, asked for: 1.");
        assertThat(PathChooser.choose(many, 2, false).asked()).isEmpty();
    }

    /** Ten thousand machines, each chosen from in two orders. */
    @Test
    void keepsItsPromisesOnAnyMachine() {
        Random random = new Random(1726);
        int feasible = 0;
        for (int run = 0; run < 10_000; run++) {
            List<Port> candidates = machine(random);
            int wanted = 2 + random.nextInt(7);
            Choice choice = PathChooser.choose(candidates, wanted, false);
            List<Port> shuffled = new ArrayList<>(candidates);
            Collections.shuffle(shuffled, random);

            assertThat(PathChooser.choose(shuffled, wanted, false)).isEqualTo(choice);
            int most = (wanted + 1) / 2;
            Map<String, Long> there =
                    candidates.stream().collect(Collectors.groupingBy(Port::fabric, Collectors.counting()));
            boolean possible = there.values().stream()
                            .mapToLong(count -> Math.min(count, most))
                            .sum()
                    >= wanted;
            assertThat(choice.ports().isEmpty()).isEqualTo(!possible);
            if (possible) {
                feasible++;
                assertThat(choice.ports()).hasSize(wanted).doesNotHaveDuplicates();
                Map<String, Long> used =
                        choice.ports().stream().collect(Collectors.groupingBy(Port::fabric, Collectors.counting()));
                assertThat(used).hasSizeGreaterThanOrEqualTo(2);
                assertThat(Collections.max(used.values())).isLessThanOrEqualTo(most);
                nobodyIsPassedOver(candidates, choice);
            } else {
                assertThat(choice.lacking()).isNotEmpty();
            }
        }
        assertThat(feasible).isBetween(1_000, 9_900);
    }

    /** Of an adapter of which no port was taken, none was less used than the busiest chosen one of its fabric and first turn. */
    private static void nobodyIsPassedOver(List<Port> candidates, Choice choice) {
        TreeSet<String> adapters = new TreeSet<>();
        choice.ports().forEach(port -> adapters.add(port.adapter()));
        for (Port chosen : choice.ports()) {
            boolean second = choice.ports().stream()
                    .anyMatch(other -> other != chosen && other.adapter().equals(chosen.adapter()));
            candidates.stream()
                    .filter(other -> other.fabric().equals(chosen.fabric()) && !adapters.contains(other.adapter()))
                    .forEach(other -> {
                        assertThat(second)
                                .as(other + " is of an adapter without a path, and " + chosen + " shares one")
                                .isFalse();
                        assertThat(chosen.users()).isLessThanOrEqualTo(other.users());
                    });
        }
    }

    private static List<Port> machine(Random random) {
        List<Port> candidates = new ArrayList<>();
        int fabrics = 1 + random.nextInt(3);
        for (int adapter = 0; adapter < 1 + random.nextInt(8); adapter++) {
            String fabric = String.valueOf((char) ('A' + random.nextInt(fabrics)));
            for (int port = 0; port < 1 + random.nextInt(2); port++) {
                candidates.add(port(fabric + adapter + "." + port + "*" + random.nextInt(4)));
            }
        }
        return candidates;
    }
}
