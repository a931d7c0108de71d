package io.gulliver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.interpreter.JournalEvents;
import io.temporal.activity.ActivityInterface;
import io.temporal.common.metadata.POJOActivityInterfaceMetadata;
import io.temporal.common.metadata.POJOActivityMethodMetadata;
import io.temporal.common.metadata.POJOWorkflowInterfaceMetadata;
import io.temporal.common.metadata.POJOWorkflowMethodMetadata;
import io.temporal.workflow.WorkflowInterface;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Every name that a history or a stored snapshot holds, against the copy that was frozen with a release. A name that is
 * gone or renamed would leave running migrations and old rows unreadable. A release adds a copy with its new names:
 * {@link #main} prints them.
 */
class NamesTest {
    private static final String FROZEN = "/names/0.1.0.txt";
    private static final int SCHEDULES = 1000;

    @Test
    void noNameThatHistoryOrStoreHoldsIsRenamed() throws IOException {
        assertThat(names())
                .as("names, of which those of " + FROZEN + " must all be there: a history or a row still says them")
                .containsAll(frozen());
    }

    @Test
    void theFrozenCopyHoldsEveryKindOfName() throws IOException {
        Set<String> kinds = new TreeSet<>();
        frozen().forEach(name -> kinds.add(name.substring(0, name.indexOf(' '))));
        assertThat(kinds)
                .containsExactly(
                        "activity", "event", "field", "query", "queue", "signal", "update", "value", "workflow");
    }

    /** Prints the names as they are, for the copy that a release freezes. */
    public static void main(String[] args) {
        names().forEach(System.out::println);
    }

    private static Set<String> frozen() throws IOException {
        try (InputStream file = Objects.requireNonNull(NamesTest.class.getResourceAsStream(FROZEN), FROZEN)) {
            Set<String> names = new TreeSet<>();
            new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(names::add);
            return names;
        }
    }

    static Set<String> names() {
        Set<String> names = new TreeSet<>();
        for (JavaClass found : new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.gulliver.contract", "io.gulliver.domain.migration")) {
            Class<?> type = found.reflect();
            if (type.isAnnotationPresent(WorkflowInterface.class)) {
                workflow(names, type);
            } else if (type.isAnnotationPresent(ActivityInterface.class)) {
                for (POJOActivityMethodMetadata method :
                        POJOActivityInterfaceMetadata.newInstance(type).getMethodsMetadata()) {
                    names.add("activity " + method.getActivityTypeName());
                }
            } else if (type.isRecord()) {
                for (RecordComponent field : type.getRecordComponents()) {
                    names.add("field " + shortName(type) + "." + field.getName() + ": "
                            + field.getType().getSimpleName());
                }
            } else if (type.isEnum()) {
                for (Object constant : type.getEnumConstants()) {
                    names.add("value " + shortName(type) + "." + ((Enum<?>) constant).name());
                }
            }
        }
        for (String queue : new String[] {
            TaskQueues.CONTROL, TaskQueues.device("zone"), TaskQueues.host("zone"), TaskQueues.await("zone")
        }) {
            names.add("queue " + queue);
        }
        names.add("workflow id " + WorkflowIds.migration(new MigrationId("program/database/1")));
        JournalEvents.ofRandomSchedules(SCHEDULES).forEach(event -> names.add("event " + event));
        return names;
    }

    private static void workflow(Set<String> names, Class<?> type) {
        POJOWorkflowInterfaceMetadata workflow = POJOWorkflowInterfaceMetadata.newInstance(type);
        for (POJOWorkflowMethodMetadata method : workflow.getMethodsMetadata()) {
            names.add(method.getType().name().toLowerCase(java.util.Locale.ROOT) + " "
                    + workflow.getWorkflowType().orElse("") + " " + method.getName());
        }
    }

    private static String shortName(Class<?> type) {
        return type.getName().substring(type.getPackageName().length() + 1);
    }
}
