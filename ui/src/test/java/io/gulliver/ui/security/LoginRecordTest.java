package io.gulliver.ui.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.people.Account;
import io.gulliver.persistence.journal.SlotNames;
import io.gulliver.persistence.playbook.PlanSource;
import io.gulliver.persistence.view.AuditRow;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.service.people.AccountService;
import io.gulliver.testing.MovableClock;
import io.gulliver.testing.TestStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What of log-ins stands in the audit, and that a flood of guesses does not fill it. */
@Tag("store")
class LoginRecordTest {
    /** Nothing here is planned. */
    private static final PlanSource NO_PLANS = new PlanSource() {
        @Override
        public CompiledPlan require(String playbookHash) {
            throw new UnsupportedOperationException(playbookHash);
        }

        @Override
        public String title(String playbookHash, String stepId) {
            throw new UnsupportedOperationException(playbookHash);
        }
    };

    private final MovableClock clock = new MovableClock();
    private final Stores stores = Stores.on(TestStore.open(clock), NO_PLANS, SlotNames.asPlanned(), batch -> {});
    private final AccountService accounts = new AccountService(stores.accounts(), () -> password -> password, clock);
    private final LoginRecord record = new LoginRecord(accounts, clock);

    @BeforeEach
    void somebody() {
        accounts.add(
                new Account(
                        "Ana",
                        "Ana",
                        null,
                        Account.LOCAL,
                        "ana",
                        false,
                        null,
                        null,
                        List.of(),
                        List.of(),
                        List.of(),
                        0),
                "root");
    }

    @AfterEach
    void close() {
        stores.database().close();
    }

    private List<AuditEvent> told(String action) {
        List<AuditEvent> told = new ArrayList<>();
        for (AuditRow row : stores.audit().list(null, null, null, 500).rows()) {
            if (row.event().action().equals(action)) {
                told.add(0, row.event()); // rows come newest first
            }
        }
        return told;
    }

    private List<Object> times() {
        return told("login.failed").stream()
                .map(event -> event.details().get("times"))
                .toList();
    }

    @Test
    void tellsWhoCameInFromWhereAndWhoLeft() {
        record.in("Ana", "10.1.2.3");
        record.out("Ana");
        assertThat(told("login")).singleElement().satisfies(event -> {
            assertThat(event.object()).isEqualTo("person/Ana");
            assertThat(event.details()).isEqualTo(Map.of("address", "10.1.2.3"));
        });
        assertThat(told("logout"))
                .singleElement()
                .satisfies(event -> assertThat(event.object()).isEqualTo("person/Ana"));
    }

    @Test
    void aFailureIsToldAtOnceAndThoseOfTheSameMinuteTogether() {
        for (int i = 0; i < 7; i++) {
            record.failed("ANA", "10.1.2.3");
        }
        assertThat(times()).containsExactly(1);
        clock.advance(Duration.ofSeconds(61));
        record.failed("ana", "10.1.2.3");
        assertThat(times()).as("six that were not told, and this one").containsExactly(1, 7);
        record.failed("ana", "10.1.2.4");
        assertThat(times()).as("another address").containsExactly(1, 7, 1);
        assertThat(told("login.failed"))
                .as("a name in whichever case is the person's")
                .allSatisfy(event -> assertThat(event.object()).isEqualTo("person/Ana"));
    }

    @Test
    void whatAStrangerTypesIsNotKept() {
        record.failed("my-password-in-the-wrong-field", "10.1.2.3");
        assertThat(told("login.failed")).singleElement().satisfies(event -> {
            assertThat(event.object()).isEqualTo("person/unknown");
            assertThat(event.toString()).doesNotContain("wrong-field");
        });
    }

    @Test
    void aFloodOfNamesAndAddressesIsToldUpToALimitAMinute() {
        for (int i = 0; i < 500; i++) {
            record.failed("name-" + i, "10.1.2." + i % 250);
        }
        assertThat(told("login.failed")).hasSize(LoginRecord.MOST);
        clock.advance(Duration.ofSeconds(61));
        record.failed("name-499", "10.1.2." + 499 % 250);
        assertThat(times())
                .as("the next minute tells again, with what was left out")
                .hasSize(LoginRecord.MOST + 1)
                .last()
                .isEqualTo(2);
    }

    @Test
    void tokensThatAreNotGoodAreToldByTheirAddress() {
        record.badToken("10.1.2.3");
        record.badToken("10.1.2.3");
        record.badToken("10.1.2.4");
        assertThat(told("login.failed"))
                .allSatisfy(event -> assertThat(event.object()).isEqualTo("person/unknown"))
                .extracting(AuditEvent::details)
                .containsExactly(
                        Map.of("address", "10.1.2.3", "times", 1, "why", "token"),
                        Map.of("address", "10.1.2.4", "times", 1, "why", "token"));
    }

    @Test
    void aLogInByAnIdentityProviderThatCameToNothingSaysWhy() {
        record.refused("https://id.example", "untrue", "10.1.2.3");
        record.refused("https://id.example", "untrue", "10.1.2.3");
        record.refused("https://id.example", "closed", "10.1.2.3");
        assertThat(told("login.failed"))
                .extracting(AuditEvent::details)
                .containsExactly(
                        Map.of("address", "10.1.2.3", "issuer", "https://id.example", "times", 1, "why", "untrue"),
                        Map.of("address", "10.1.2.3", "issuer", "https://id.example", "times", 1, "why", "closed"));
    }
}
