package io.gulliver.planning.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.plan.Rates;
import io.gulliver.planning.method.MethodAssessment;
import io.gulliver.planning.method.MethodAssessor;
import io.gulliver.service.planning.RuleTables;
import io.gulliver.testing.Seeds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Whatever is told of a database by whomever: evidence adds, the stronger word holds, and the order says nothing. */
class FactResolverProperties {
    private static final FactCatalogue CATALOGUE = RuleTables.shipped().facts();
    private static final FactResolver RESOLVER = new FactResolver(CATALOGUE);

    /** Names under which sizes, releases, memory and rates are told, each with a value that its sources write. */
    private static Said word(Random random) {
        String bytes =
                pick(random, "GB", "GiB", "MB", "TB", "GB of 1,073,741,824 bytes", "GB of 1,073,741,824 bytes, who");
        String rate = pick(random, "MB/s", "GB/h", "KB/s", "MB/s, 0 is below 0.05");
        boolean broken = random.nextInt(5) == 0;
        String unit = broken ? pick(random, "bananas", "GB of", "blocks", "MB per page") : bytes;
        double number = random.nextInt(4) == 0 ? 0 : random.nextInt(100_000) / 10.0;
        Object parameters = List.of(
                "sga_max_size=" + random.nextInt(1000) * 1_048_576L,
                "compatible=" + pick(random, "11.2.0.2.0", "10.2.0.1.0", "19.0.0"),
                "processes=" + (random.nextBoolean() ? "300" : "many"));
        Said.Teller teller = Said.Teller.COLLECTED;
        Fact fact = switch (random.nextInt(12)) {
            case 0 -> fact(random, "files_gb", number, unit);
            case 1 -> fact(random, "storage.sizeGb.last", number, unit);
            case 2 -> fact(random, "memory.sgaGb.max", number, unit);
            case 3 -> fact(random, "redo.mbPerSecond.mean", number, broken ? unit : rate);
            case 4 -> fact(random, "redo_mb_s", number, broken ? unit : rate);
            case 5 -> fact(random, "database.version", pick(random, "19.0.0.0.0", "11.2.0.2.0", "??", ""), null);
            case 6 -> fact(random, "source_release", pick(random, "19.22.0.0.0", "11.2.0.4.0", "soon"), null);
            case 7 -> fact(random, "database.parameters", parameters, null);
            case 8 -> fact(random, "database.platform", pick(random, "AIX-Based Systems (64-bit)", "BeOS"), null);
            case 9 -> {
                teller = Said.Teller.INVENTORY;
                yield fact(random, "inventory.size_gb", number, null);
            }
            case 10 -> {
                teller = Said.Teller.INVENTORY;
                yield fact(random, "inventory.oracle_version", pick(random, "19", "12.2", "new"), null);
            }
            default -> {
                teller = random.nextBoolean() ? Said.Teller.TAG : Said.Teller.PROGRAM;
                yield fact(random, "size_gb", pick(random, "1,5 TB", "300", "large", "1,250"), null);
            }
        };
        return new Said(teller, fact);
    }

    private static Fact fact(Random random, String name, Object value, String unit) {
        return new Fact(
                name,
                value,
                unit,
                "source " + random.nextInt(3),
                Instant.EPOCH.plus(Duration.ofDays(random.nextInt(4))),
                pick(random, Confidence.MEASURED, Confidence.MEASURED, Confidence.DECLARED, Confidence.ASSUMED));
    }

    @SafeVarargs
    private static <T> T pick(Random random, T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private static List<Said> words(Random random) {
        List<Said> words = new ArrayList<>();
        for (int i = random.nextInt(12); i >= 0; i--) {
            words.add(word(random));
        }
        return words;
    }

    private static List<Said> plus(List<Said> words, Said more) {
        List<Said> all = new ArrayList<>(words);
        all.add(more);
        return all;
    }

    @Test
    void theOrderOfArrivalChangesNothing() {
        Seeds.forAll(400, (seed, random) -> {
            List<Said> words = words(random);
            List<Said> shuffled = new ArrayList<>(words);
            Collections.shuffle(shuffled, random);
            assertThat(RESOLVER.of(shuffled)).isEqualTo(RESOLVER.of(words));
        });
    }

    @Test
    void moreEvidenceNeverMakesAKnownFactUnknown() {
        Seeds.forAll(400, (seed, random) -> {
            List<Said> words = words(random);
            assertThat(RESOLVER.of(plus(words, word(random))).known().keySet())
                    .containsAll(RESOLVER.of(words).known().keySet());
        });
    }

    @Test
    void aWeakerWordNeverReplacesAStrongerOne() {
        Seeds.forAll(400, (seed, random) -> {
            List<Said> words = words(random);
            Said more = word(random);
            CanonicalFacts before = RESOLVER.of(words);
            CanonicalFacts after = RESOLVER.of(plus(words, more));
            before.known().forEach((name, was) -> {
                CanonicalFacts.Known is = after.find(name);
                if (is.equals(was) || is.told().equals(was.told())) {
                    return;
                }
                assertThat(is.told()).as(name + ": only what came can replace").isEqualTo(more.fact());
                assertThat(is.confidence() == Confidence.ASSUMED && was.confidence() != Confidence.ASSUMED)
                        .as(name + ": a guess over evidence")
                        .isFalse();
                if ((is.confidence() == Confidence.ASSUMED) == (was.confidence() == Confidence.ASSUMED)) {
                    assertThat(rank(is)).as(name + ": rank").isLessThanOrEqualTo(rank(was));
                }
                assertThat(is.over())
                        .as(name + " tells what it was chosen over")
                        .contains(was.told());
            });
        });
    }

    private static int rank(CanonicalFacts.Known known) {
        return switch (known.teller()) {
            case TAG -> 6;
            case PROGRAM -> 7;
            case INVENTORY -> 8;
            case COLLECTED ->
                known.told().name().equals(known.name())
                        ? 1
                        : CATALOGUE.find(known.name()).saidAs().stream()
                                .filter(spelling ->
                                        spelling.fact().equals(known.told().name()))
                                .mapToInt(FactCatalogue.Spelling::rank)
                                .min()
                                .orElseThrow();
        };
    }

    @Test
    void whatCannotBeReadIsToldAndHidesNothing() {
        Seeds.forAll(400, (seed, random) -> {
            List<Said> words = words(random);
            CanonicalFacts all = RESOLVER.of(words);
            Set<Fact> told =
                    all.problems().stream().map(CanonicalFacts.Problem::told).collect(Collectors.toSet());
            all.problems()
                    .forEach(problem ->
                            assertThat(problem.text()).contains(problem.told().source()));
            all.known()
                    .values()
                    .forEach(known -> assertThat(String.valueOf(known.value()))
                            .as(known.name())
                            .doesNotContain("bananas"));
            // a list of parameters can be read in part
            CanonicalFacts readable = RESOLVER.of(words.stream()
                    .filter(word -> word.fact().name().equals("database.parameters")
                            || !told.contains(word.fact())
                            || all.known().values().stream()
                                    .anyMatch(known -> known.told().equals(word.fact())))
                    .toList());
            all.known()
                    .forEach((name, known) ->
                            assertThat(readable.find(name).value()).isEqualTo(known.value()));
            words.stream()
                    .filter(word -> Set.of("bananas", "blocks")
                            .contains(String.valueOf(word.fact().unit())))
                    .forEach(word -> assertThat(told).contains(word.fact()));
        });
    }

    /** Of methods: what is open, taken or closed changes only where the reasons tell of a fact that changed. */
    @Test
    void aChangedVerdictNamesTheFactThatChangedIt() {
        MethodAssessor assessor = new MethodAssessor(RuleTables.shipped().methods());
        Seeds.forAll(200, (seed, random) -> {
            List<Said> words = words(random);
            Said more = word(random);
            CanonicalFacts was = RESOLVER.of(words);
            CanonicalFacts is = RESOLVER.of(plus(words, more));
            MethodAssessment before = assess(assessor, was);
            MethodAssessment after = assess(assessor, is);
            if (verdict(before).equals(verdict(after))) {
                return;
            }
            Set<String> reasons = new TreeSet<>(reasons(after));
            reasons.addAll(reasons(before));
            reasons.removeIf(
                    reason -> reasons(before).contains(reason) && reasons(after).contains(reason));
            List<String> changed = is.changedSince(was);
            assertThat(changed).as("facts that changed").isNotEmpty();
            assertThat(reasons)
                    .as("of " + changed)
                    .anySatisfy(reason -> assertThat(changed)
                            .anyMatch(line -> reason.contains(line.substring(0, line.indexOf(' ')))));
        });
    }

    private static MethodAssessment assess(MethodAssessor assessor, CanonicalFacts facts) {
        TreeMap<String, Object> values = new TreeMap<>();
        facts.known().forEach((name, known) -> values.put(name, known.value()));
        return assessor.assess(values, Rates.defaults(), Duration.ofHours(6));
    }

    private static String verdict(MethodAssessment assessment) {
        return assessment.preferred() + " "
                + assessment.methods().stream()
                        .map(one -> one.method() + "=" + one.eligible())
                        .sorted()
                        .toList();
    }

    private static List<String> reasons(MethodAssessment assessment) {
        List<String> reasons = new ArrayList<>(assessment.reasons());
        assessment.methods().forEach(one -> one.blockers().forEach(reason -> reasons.add(reason.facts())));
        return reasons;
    }
}
