package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.contract.activity.AccessAnswer;
import io.gulliver.domain.access.AccessFinding;
import io.gulliver.domain.access.AccessItem;
import io.gulliver.domain.access.AccessState;
import io.gulliver.domain.access.DatabaseAccessState;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.persistence.access.AccessStore;
import io.gulliver.service.collection.AccessRecordActivitiesImpl;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the store promises of access: the last try counts, each database waits once, and nothing is lost between. */
class AccessStoreTest extends StoreContract {
    private String program = "";

    @BeforeEach
    void freshProgram() {
        program = "a" + UUID.randomUUID().toString().substring(0, 12);
        stores.programs()
                .create(
                        program,
                        "Fresh",
                        ZoneId.of("Europe/Berlin"),
                        Map.of("parameters", Map.of("diagnostics_pack", "licensed"), "collection", Map.of("days", 40)),
                        "Mia");
        stores.databases()
                .add(
                        program,
                        List.of(
                                DatabaseProfile.of("Alpha", "shop", Environment.PRODUCTION),
                                DatabaseProfile.of("BETA_1", "shop", Environment.TEST),
                                DatabaseProfile.of("BETAX1", "crm", Environment.TEST)),
                        "Mia");
    }

    private AccessStore access() {
        return stores.access();
    }

    private static AccessAnswer answer(String database, AccessItem... bad) {
        List<AccessItem> wrong = List.of(bad);
        return new AccessAnswer(
                database,
                Arrays.stream(AccessItem.values())
                        .map(item -> wrong.contains(item)
                                ? AccessFinding.bad(item, item + " is wrong", "Mend " + item)
                                : AccessFinding.good(item, "fine"))
                        .toList(),
                wrong.isEmpty() ? List.of() : List.of("SELECT_CATALOG_ROLE", "AUDIT_VIEWER"),
                "worker-1");
    }

    private List<String> names(boolean only, String text) {
        return access().list(program, only, text, 0, 100).stream()
                .map(DatabaseAccessState::database)
                .toList();
    }

    @Test
    void aDatabaseWaitsOnceHoweverOftenSomebodyAsks() {
        assertThat(access().ask(program, List.of("alpha"), "Mia")).isEqualTo(1);
        assertThat(access().ask(program, List.of("ALPHA"), "Tom")).isZero();
        assertThat(access().ask(program, List.of(), "Tom")).isEqualTo(2);
        assertThat(access().waiting(program, 100)).containsExactlyInAnyOrder("Alpha", "BETAX1", "BETA_1");
        assertThat(access().waitingPrograms()).contains(program);
        assertThat(stores.audit().list(program, "program/" + program, null, 100).rows().stream()
                        .filter(row -> row.event().action().equals("access.asked"))
                        .map(row -> row.event().actor()))
                .containsExactlyInAnyOrder("Mia", "Tom");
    }

    @Test
    void refusesNamesThatTheProgramDoesNotHaveAndAsksForNone() {
        assertThatThrownBy(() -> access().ask(program, List.of("Alpha", "GONE"), "Mia"))
                .isInstanceOf(UnknownRowException.class)
                .hasMessageContaining("GONE");
        assertThat(access().waiting(program, 100)).isEmpty();
    }

    @Test
    void keepsTheLastTryAndLetsTheDatabaseWaitNoLonger() {
        access().ask(program, List.of(), "Mia");
        access().keep(program, "dmz", List.of(answer("Alpha", AccessItem.PORT, AccessItem.SSH)));
        assertThat(access().waiting(program, 100)).doesNotContain("Alpha");
        DatabaseAccessState first =
                access().list(program, false, "alpha", 0, 10).get(0);
        assertThat(first.state(AccessItem.PORT)).isEqualTo(AccessState.BAD);
        assertThat(first.findings().get(AccessItem.PORT))
                .isEqualTo(AccessFinding.bad(AccessItem.PORT, "PORT is wrong", "Mend PORT"));
        assertThat(first.missing()).containsExactly("SELECT_CATALOG_ROLE", "AUDIT_VIEWER");
        assertThat(first.zone()).isEqualTo("dmz");
        assertThat(first.worker()).isEqualTo("worker-1");
        assertThat(first.checkedAt()).isEqualTo(clock.instant());
        assertThat(first.asked()).isFalse();

        access().keep(program, "dmz", List.of(answer("Alpha")));
        DatabaseAccessState second =
                access().list(program, false, "alpha", 0, 10).get(0);
        assertThat(second.bad()).isFalse();
        assertThat(second.missing()).isEmpty();
    }

    @Test
    void findsByTextAndByWhatNeedsWork() {
        access().keep(program, "dmz", List.of(answer("BETA_1", AccessItem.NAME), answer("Alpha")));
        assertThat(names(false, "")).containsExactly("Alpha", "BETAX1", "BETA_1");
        assertThat(names(true, "")).containsExactly("BETA_1");
        assertThat(names(false, "a_1")).as("an underscore is no wildcard").containsExactly("BETA_1");
        assertThat(names(false, "CRM")).containsExactly("BETAX1");
        assertThat(access().count(program, true, "")).isEqualTo(1);
        assertThat(access().list(program, false, "", 1, 1))
                .extracting(DatabaseAccessState::database)
                .containsExactly("BETAX1");
    }

    @Test
    void countsByThingAndSaysForHowManyTheSameMustBeDone() {
        access().keep(
                        program,
                        "dmz",
                        List.of(answer("Alpha", AccessItem.PORT), answer("BETA_1", AccessItem.PORT, AccessItem.SSH)));
        access().ask(program, List.of("BETAX1"), "Mia");
        assertThat(access().tally(program).get(AccessItem.PORT)).isEqualTo(Map.of(AccessState.BAD, 2));
        assertThat(access().tally(program).get(AccessItem.SSH))
                .isEqualTo(Map.of(AccessState.BAD, 1, AccessState.GOOD, 1));
        assertThat(access().todo(program, 10))
                .containsExactly(
                        new AccessStore.Todo("network", "Mend PORT", 2, "Alpha"),
                        new AccessStore.Todo("platform", "Mend SSH", 1, "BETA_1"));
        assertThat(access().count(program)).isEqualTo(new AccessStore.Count(2, 2, 1));
    }

    @Test
    void tellsAWorkerWhatTheInventoryAndThePolicySay() {
        access().ask(program, List.of("BETAX1"), "Mia");
        AccessRecordActivitiesImpl records =
                new AccessRecordActivitiesImpl(stores.programs(), stores.databases(), access());
        assertThat(records.next(program, 10)).singleElement().satisfies(probe -> {
            assertThat(probe.database()).isEqualTo("BETAX1");
            assertThat(probe.host()).isNull();
            assertThat(probe.port()).isEqualTo(1521);
            assertThat(probe.awr()).isTrue();
            assertThat(probe.keepDays()).isEqualTo(40);
        });
    }
}
