package io.gulliver.service.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.Function;
import io.gulliver.domain.people.Right;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.StoreException;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.service.backup.StoreTarget;
import io.gulliver.service.console.PeopleConsole.Given;
import io.gulliver.service.console.PeopleConsole.GivenFunction;
import io.gulliver.service.console.PeopleConsole.GivenRight;
import io.gulliver.service.people.AccountService;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.TestStore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is done with people on the machine itself, beside a server that has the same store open. */
@Tag("store")
class PeopleConsoleTest {
    private static final Given NOTHING = new Given(false, List.of(), List.of());
    private static final Given ADMINISTRATOR = new Given(true, List.of(), List.of());
    private static final Clock CLOCK = Clock.systemUTC();

    private final TestStore.Database database = TestStore.create();
    private StoreDatabase servers;
    private Stores stores;
    private AccountService server;
    private PeopleConsole console;

    @BeforeEach
    void open() {
        servers = database.open(CLOCK);
        stores = Atlas.stores(servers);
        Atlas.program(stores);
        server = new AccountService(stores.accounts(), () -> password -> "digest of " + password, CLOCK);
        console = PeopleConsole.open(target(database), "root", CLOCK);
    }

    @AfterEach
    void close() {
        console.close();
        servers.close();
    }

    private static StoreTarget target(TestStore.Database database) {
        return new StoreTarget(
                Path.of("none"), database.url(), database.user(), database.password(), null, 0, Duration.ofSeconds(10));
    }

    private List<String> told(String name) {
        return stores.audit().list(null, "person/" + name, null, 100).rows().stream()
                .map(row -> row.event().action() + " by " + row.event().actor())
                .toList();
    }

    @Test
    void theFirstPersonIsMadeWhereNobodyCanLogIn() {
        PeopleConsole.Linked made = console.add("admin", null, null, ADMINISTRATOR);
        assertThat(server.choose(made.token(), "nine-lilliputians-at-sea").administrator())
                .isTrue();
        assertThat(server.firstLink()).as("there is somebody").isEmpty();
        assertThat(told("admin"))
                .containsExactlyInAnyOrder(
                        "person.added by console:root", "person.link by console:root", "person.password by admin");
    }

    @Test
    void theOnlyAdministratorGetsALinkForALostPassword() {
        String first = console.add("admin", null, null, ADMINISTRATOR).token();
        server.choose(first, "nine-lilliputians-at-sea");
        String older = console.link("Admin").token();
        String newer = console.link("admin").token();
        assertThat(server.link(older)).as("replaced by the newer one").isEmpty();
        assertThat(server.link(newer))
                .hasValueSatisfying(link -> assertThat(link.name()).isEqualTo("admin"));
        server.choose(newer, "ten-lilliputians-at-sea");
        assertThat(server.passwordHash("admin")).hasValue("digest of ten-lilliputians-at-sea");
        assertThat(server.link(newer)).as("it works once").isEmpty();
        assertThatThrownBy(() -> console.link("gulliver"))
                .isInstanceOf(UnknownRowException.class)
                .hasMessageContaining("There is no person 'gulliver'. There are: admin.");
    }

    @Test
    void anEMailOfAnotherAccountIsRefusedInWords() {
        console.add("kim", "Kim", "kim@bank.example", NOTHING);
        Account lee = console.add("lee", "Lee", null, NOTHING).account();
        Account wanted = new Account(
                lee.name(),
                lee.title(),
                "KIM@bank.example",
                lee.issuer(),
                lee.subject(),
                lee.administrator(),
                lee.disabledAt(),
                lee.endsAt(),
                lee.rights(),
                lee.functions(),
                lee.deputies(),
                lee.version());
        assertThatThrownBy(() -> server.change(wanted, "admin"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("KIM@bank.example")
                .hasMessageContaining("another account's");
        assertThat(server.find("lee")).hasValueSatisfying(now -> {
            assertThat(now.email()).isNull();
            assertThat(now.version()).isEqualTo(lee.version());
        });
        assertThat(told("lee")).noneMatch(line -> line.contains("person.changed"));
    }

    @Test
    void rightsAndFunctionsAreGivenBesideThoseThatAreHeld() {
        console.add("kim", "Kim", "kim@bank.example", NOTHING);
        console.grant(
                "kim",
                new Given(
                        false,
                        List.of(new GivenRight(Right.READ, Account.EVERY), new GivenRight(Right.WORK, "atlas")),
                        List.of(new GivenFunction(Function.DBA, "atlas"))));
        Account after = console.grant(
                "kim",
                new Given(
                        false,
                        List.of(new GivenRight(Right.DECIDE, "atlas")),
                        List.of(
                                new GivenFunction(Function.DBA, "atlas"),
                                new GivenFunction(Function.APPROVER, Account.EVERY))));
        assertThat(after.rights())
                .extracting(Account.HeldRight::program, Account.HeldRight::right)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple(Account.EVERY, Right.READ),
                        org.assertj.core.groups.Tuple.tuple("atlas", Right.DECIDE));
        assertThat(after.functions())
                .extracting(Account.HeldFunction::function)
                .containsExactlyInAnyOrder(Function.DBA, Function.APPROVER);
        assertThat(server.access("kim").right("atlas")).isEqualTo(Right.DECIDE);
        assertThatThrownBy(() -> console.grant("kim", NOTHING)).hasMessageContaining("Nothing to give");
        assertThatThrownBy(() -> console.grant(
                        "kim", new Given(false, List.of(new GivenRight(Right.READ, "nowhere")), List.of())))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("There is no program 'nowhere'. There are: " + "atlas");
    }

    @Test
    void aClosedAccountOpensNothingAndTheLastAdministratorStays() {
        console.add("admin", null, null, ADMINISTRATOR);
        console.add("kim", null, null, NOTHING);
        // of a laboratory that was here before: nobody gets in by it
        server.add(
                new Account(
                        "lab-admin",
                        "lab",
                        null,
                        Account.LAB,
                        "lab-admin",
                        true,
                        null,
                        null,
                        List.of(),
                        List.of(),
                        List.of(),
                        1),
                "gulliver");
        assertThat(console.opens(console.close("kim"))).isFalse();
        assertThatThrownBy(() -> console.close("kim")).hasMessageContaining("has been closed since");
        assertThatThrownBy(() -> console.link("kim")).hasMessageContaining("would open nothing");
        assertThatThrownBy(() -> console.link("lab-admin")).hasMessageContaining("share the lab's password");
        assertThatThrownBy(() -> console.close("admin")).hasMessageContaining("Nobody would be an administrator");
        assertThat(told("kim")).contains("person.changed by console:root");
    }

    @Test
    void namesThatNobodyCanTypeOrThatAreTakenAreRefused() {
        console.add("Kim", null, null, NOTHING);
        assertThatThrownBy(() -> console.add("kIM", null, null, NOTHING)).hasMessageContaining("already");
        assertThatThrownBy(() -> console.add("lee", null, "x".repeat(321), NOTHING))
                .hasMessageContaining("at most 320 characters");
        assertThatThrownBy(() -> console.add("console:root", null, null, NOTHING))
                .hasMessageContaining("A log-in name has 2 to 100");
    }

    @Test
    void aStoreOnWhichNothingWasStartedIsNamed() {
        assertThatThrownBy(() -> PeopleConsole.open(target(TestStore.createEmpty()), "root", CLOCK))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("The store has no tables yet: start the server on it once");
        TestStore.Database older = TestStore.create();
        try (StoreDatabase store = older.open(CLOCK)) {
            store.jdbc()
                    .sql("delete from flyway_schema_history where installed_rank ="
                            + " (select max(installed_rank) from flyway_schema_history)")
                    .update();
        }
        assertThatThrownBy(() -> PeopleConsole.open(target(older), "root", CLOCK))
                .hasMessageContaining("The store's schema is of ");
    }
}
