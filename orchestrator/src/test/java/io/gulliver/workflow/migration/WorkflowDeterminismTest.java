package io.gulliver.workflow.migration;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * What a workflow runs must come out the same at every replay: judged on the byte code of all that it can call in this
 * house, before any history shows the difference. A replay proves the paths that were recorded; this looks at all of
 * them.
 */
class WorkflowDeterminismTest {
    /** The rooms that a workflow can reach; {@code ModularityTest} says that there are no others. */
    private static final String[] ROOMS = {
        "io.gulliver.workflow", "io.gulliver.interpreter", "io.gulliver.contract", "io.gulliver.domain"
    };

    /** Threads, the outside world, and what differs from one JVM to the next. */
    private static final List<String> FORBIDDEN_PLACES = List.of(
            "java.io.",
            "java.net.",
            "java.nio.channels.",
            "java.nio.file.",
            "java.sql.",
            "java.lang.Thread",
            "java.lang.ThreadLocal",
            "java.lang.Process",
            "java.lang.Runtime",
            "java.lang.reflect.",
            "java.lang.ref.",
            "java.security.SecureRandom",
            "java.util.Random",
            "java.util.SplittableRandom",
            "java.util.Timer",
            "java.util.WeakHashMap",
            "java.util.IdentityHashMap",
            "java.util.concurrent.");

    /** Sets and maps whose order is another in every JVM, or depends on how they were filled. */
    private static final Set<String> UNORDERED = Set.of("java.util.HashMap", "java.util.HashSet");

    private static List<String> faults(JavaClasses classes) {
        List<String> faults = new ArrayList<>();
        for (JavaClass each : classes) {
            for (JavaCodeUnit unit : each.getCodeUnits()) {
                for (JavaAccess<?> access : unit.getAccessesFromSelf()) {
                    String why = fault(access);
                    if (why != null) {
                        faults.add(access.getDescription() + ": " + why);
                    }
                }
            }
            for (JavaField field : each.getFields()) {
                boolean fixed = field.getModifiers().contains(JavaModifier.FINAL)
                        || field.getModifiers().contains(JavaModifier.SYNTHETIC);
                if (field.getModifiers().contains(JavaModifier.STATIC) && !fixed) {
                    faults.add(field.getDescription() + ": shared by all workflows, and not final");
                }
            }
        }
        return faults;
    }

    private static @org.jspecify.annotations.Nullable String fault(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getFullName();
        String name = access.getTarget().getName();
        int arguments =
                access.getTarget() instanceof com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget unit
                        ? unit.getRawParameterTypes().size()
                        : 0;
        // Exceptions say something; they do not read or write.
        boolean exception = owner.endsWith("Exception");
        if (!exception && FORBIDDEN_PLACES.stream().anyMatch(owner::startsWith)) {
            return "threads, chance and the outside world are for activities";
        }
        if (owner.startsWith("java.time.") && name.equals("now")) {
            return "ask the workflow for the time";
        }
        if (owner.equals("java.lang.System") && !name.equals("arraycopy")
                || owner.equals("java.lang.Math") && name.equals("random")) {
            return "time, chance and settings of the machine are for activities";
        }
        if (owner.equals("java.util.UUID") && name.equals("randomUUID")
                || owner.equals("java.util.Locale") && name.equals("getDefault")
                || owner.equals("java.util.TimeZone") && name.equals("getDefault")
                || owner.equals("java.time.ZoneId") && name.equals("systemDefault")) {
            return "another value at every run";
        }
        if (UNORDERED.contains(owner) && name.equals("<init>")) {
            return "its order is not fixed: a linked, sorted or enum collection has one";
        }
        boolean several = owner.equals("java.util.Map") && name.equals("of") && arguments > 2
                || owner.equals("java.util.Set") && name.equals("of") && arguments > 1
                || owner.equals("java.util.Map") && name.equals("ofEntries");
        if (several || name.equals("copyOf") && (owner.equals("java.util.Map") || owner.equals("java.util.Set"))) {
            return "its order is another in every JVM";
        }
        if (name.equals("parallelStream") || name.equals("parallel") && owner.startsWith("java.util.stream.")) {
            return "the order of parallel work is not fixed";
        }
        boolean collects = owner.equals("java.util.stream.Collectors");
        if (collects
                && (name.equals("toSet")
                        || name.equals("toMap") && arguments < 4
                        || name.equals("groupingBy") && arguments < 3)) {
            return "collects into a hash: name a linked or sorted collection";
        }
        return null;
    }

    @Test
    void nothingThatAWorkflowRunsDependsOnTheMachineOrTheMoment() {
        JavaClasses classes = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages(ROOMS);
        assertThat(classes.size()).as("classes looked at").isGreaterThan(60);
        assertThat(faults(classes)).isEmpty();
    }

    /** One of each kind of fault, so that the rule above cannot go blind. */
    static final class Careless {
        static int counter;

        String faults() {
            Map<String, Integer> map = new HashMap<>();
            map.putAll(Map.of("a", 1, "b", 2));
            Set<String> set = new HashSet<>(Set.of("a", "b"));
            set.addAll(List.of("x").parallelStream().collect(Collectors.toSet()));
            CompletableFuture.runAsync(() -> counter++);
            return Instant.now()
                    + UUID.randomUUID().toString()
                    + System.nanoTime()
                    + Math.random()
                    + map
                    + set
                    + new java.util.Random().nextInt()
                    + Thread.currentThread();
        }
    }

    @Test
    void eachKindOfFaultIsSeen() {
        Set<String> seen = new TreeSet<>();
        for (String fault : faults(new ClassFileImporter().importClasses(Careless.class))) {
            seen.add(fault.replaceAll(
                    "(?s).*(HashMap|HashSet|Map\\.of|Set\\.of|parallelStream|toSet|CompletableFuture|"
                            + "counter|Instant\\.now|randomUUID|nanoTime|Math\\.random|util\\.Random|Thread)[^a-z].*",
                    "$1"));
        }
        assertThat(seen)
                .contains(
                        "HashMap",
                        "HashSet",
                        "Map.of",
                        "Set.of",
                        "parallelStream",
                        "toSet",
                        "CompletableFuture",
                        "counter",
                        "Instant.now",
                        "randomUUID",
                        "nanoTime",
                        "Math.random",
                        "util.Random",
                        "Thread");
    }
}
