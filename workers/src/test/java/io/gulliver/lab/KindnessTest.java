package io.gulliver.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.gulliver.testing.MatrixSlice;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * The lab is harsh for a reason: each kindness that is put back makes the tests red that examine it. A run puts back a slice of
 * them ({@link MatrixSlice}).
 */
class KindnessTest {
    /** So many kindnesses has a slice: each costs the tests that examine it. */
    private static final int PUT_BACK = 16;

    private static final Path PAGE = Path.of("..", "docs", "lab.md");

    private static final Map<Kindness, List<Method>> EXAMINING = examining();

    private static Map<Kindness, List<Method>> examining() {
        URI tests;
        try {
            tests = KindnessTest.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
        Map<Kindness, List<Method>> examining = new EnumMap<>(Kindness.class);
        ReflectionSupport.findAllClassesInClasspathRoot(tests, type -> true, name -> true).stream()
                .flatMap(type -> Stream.of(type.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(Examines.class))
                .sorted(Comparator.comparing(KindnessTest::name))
                .forEach(method -> examining
                        .computeIfAbsent(method.getAnnotation(Examines.class).value(), one -> new ArrayList<>())
                        .add(method));
        return examining;
    }

    private static String name(Method test) {
        return test.getDeclaringClass().getSimpleName() + "." + test.getName();
    }

    @ParameterizedTest
    @EnumSource
    void isExaminedByTestsThatSayHowTheyAreRed(Kindness kindness) {
        List<Method> tests = EXAMINING.getOrDefault(kindness, List.of());
        assertThat(tests)
                .as("tests with @Examines(" + kindness + ")")
                .isNotEmpty()
                .allSatisfy(
                        test -> assertThat(test.getAnnotation(Examines.class).red())
                                .as("words by which a red " + name(test) + " is known")
                                .isNotBlank());
    }

    static Stream<Kindness> putBack() {
        return MatrixSlice.of("kindnesses", List.of(Kindness.values()), Kindness::name, PUT_BACK).stream();
    }

    @ParameterizedTest
    @MethodSource("putBack")
    void isNoticedWhenItIsPutBack(Kindness kindness) {
        for (Method test : EXAMINING.getOrDefault(kindness, List.of())) {
            String red = test.getAnnotation(Examines.class).red();
            List<String> failures = run(test, kindness).getFailures().stream()
                    .map(failure -> String.valueOf(failure.getException()))
                    .toList();
            assertThat(failures)
                    .as(name(test) + " with " + kindness + " put back")
                    .isNotEmpty()
                    .allSatisfy(failure -> assertThat(failure).contains(red));
        }
    }

    private static TestExecutionSummary run(Method test, Kindness kindness) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectMethod(test.getDeclaringClass(), test))
                .configurationParameter("junit.jupiter.execution.timeout.default", "60s")
                .configurationParameter(TakesTurns.ALL, "true")
                .build();
        // Listeners of whoever runs this test must not hear of a failure that is wanted.
        LauncherConfig alone = LauncherConfig.builder()
                .enableLauncherSessionListenerAutoRegistration(false)
                .enableTestExecutionListenerAutoRegistration(false)
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        Kindnesses.during(Set.of(kindness), () -> LauncherFactory.create(alone).execute(request, listener));
        return listener.getSummary();
    }

    @Test
    void labsOfOtherThreadsStayHarsh(@org.junit.jupiter.api.io.TempDir Path directory) throws Exception {
        List<Set<Kindness>> seen = new ArrayList<>();
        Thread other;
        try (LabContext before = LabContext.open(directory.resolve("1"), LabPace.max(), java.time.Clock.systemUTC())) {
            other = new Thread(() -> {
                try (LabContext meanwhile =
                        LabContext.open(directory.resolve("2"), LabPace.max(), java.time.Clock.systemUTC())) {
                    seen.add(meanwhile.kindnesses().all());
                }
            });
            Kindnesses.during(Set.of(Kindness.LISTENER_LETS_ALL_IN), () -> {
                try (LabContext inside =
                        LabContext.open(directory.resolve("3"), LabPace.max(), java.time.Clock.systemUTC())) {
                    seen.add(inside.kindnesses().all());
                }
            });
            other.start();
            other.join();
            seen.add(before.kindnesses().all());
        }
        assertThat(seen).containsExactly(Set.of(Kindness.LISTENER_LETS_ALL_IN), Set.of(), Set.of());
    }

    @Test
    void theTableOfRulesIsThatOfTheLab() throws IOException {
        String rows = Stream.of(Kindness.values())
                .map(one -> "| " + one.rule() + " | " + one.source() + " | `" + one + "` | "
                        + EXAMINING.getOrDefault(one, List.of()).stream()
                                .map(test -> "`" + name(test) + "`")
                                .collect(Collectors.joining(", "))
                        + " |\n")
                .collect(Collectors.joining());
        assertThat(Files.readString(PAGE))
                .contains("| rule | from | kindness | examined by |\n| --- | --- | --- | --- |\n" + rows + "\n");
    }
}
