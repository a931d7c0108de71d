package io.gulliver.service.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.people.Access;
import io.gulliver.domain.task.Task;
import io.gulliver.engine.PayloadKeys;
import io.gulliver.engine.Payloads;
import io.gulliver.engine.RefusedPayloads;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.audit.AuditStore;
import io.gulliver.persistence.audit.JdbcAuditStore;
import io.gulliver.persistence.view.AuditRow;
import io.gulliver.persistence.view.TaskQuery;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.MovableClock;
import io.gulliver.testing.TestStore;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.converter.DataConverter;
import io.temporal.payload.context.WorkflowSerializationContext;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("store")
class RefusedPayloadIncidentsTest {
    private final MovableClock clock = new MovableClock();
    private final RefusedPayloads refusals = new RefusedPayloads();
    private final DataConverter converter = Payloads.encrypted(PayloadKeys.generate(), refusals);
    private StoreDatabase database;
    private Stores stores;
    private AuditStore audit;
    private RefusedPayloadIncidents incidents;

    @BeforeEach
    void open() {
        database = TestStore.open(clock);
        stores = Atlas.stores(database);
        Atlas.program(stores);
        audit = new JdbcAuditStore(database);
        incidents = new RefusedPayloadIncidents(refusals, stores.migrations(), stores.tasks(), audit, clock);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void attack(String workflow) {
        Payload plain = Payloads.plain().toPayload("evil").orElseThrow();
        DataConverter run = converter.withContext(new WorkflowSerializationContext("gulliver", workflow));
        assertThat(catchThrowable(() -> run.fromPayload(plain, String.class, String.class)))
                .isNotNull();
    }

    private List<AuditRow> rows() {
        return audit.list(null, null, null, 100).rows().stream()
                .filter(row -> row.event().action().equals(RefusedPayloadIncidents.ACTION))
                .toList();
    }

    private List<Task> attention() {
        return stores.tasks().list(TaskQuery.open(TaskQuery.Scope.ALL, "", Access.EVERYTHING)).rows().stream()
                .filter(task -> task.title().startsWith("Somebody else wrote to the engine"))
                .toList();
    }

    @Test
    void tellsTheManagerOfAMigrationThatWasAimedAt() {
        Migration migration = Atlas.migration(stores);
        attack(WorkflowIds.migration(migration.id()));
        attack(WorkflowIds.migration(migration.id()));

        incidents.tell();
        incidents.tell();

        assertThat(rows()).singleElement().satisfies(row -> {
            assertThat(row.event().object()).isEqualTo("migration/" + migration.id());
            assertThat(row.event().program()).isEqualTo(migration.program());
            assertThat(row.event().details().toString()).contains("not sealed").contains("2");
        });
        assertThat(attention()).singleElement().satisfies(task -> {
            assertThat(task.migration()).isEqualTo(migration.id());
            assertThat(task.detail()).contains("2 not sealed").contains("changed nothing");
        });
    }

    @Test
    void tellsOfOtherRunsInOneRowWithoutTheirNames() {
        for (int i = 0; i < 50; i++) {
            attack("<script>" + i);
        }
        incidents.tell();
        assertThat(rows()).singleElement().satisfies(row -> {
            assertThat(row.event().object()).isEqualTo("engine");
            assertThat(row.event().details().toString()).contains("50").doesNotContain("script");
        });
        assertThat(attention()).isEmpty();
    }

    @Test
    void saysNothingWhenNothingWasRefused() {
        incidents.tell();
        assertThat(rows()).isEmpty();
    }
}
