package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.domain.people.Access;
import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.ClaimPolicy;
import io.gulliver.domain.people.Function;
import io.gulliver.domain.people.Right;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.service.people.AccountService;
import io.gulliver.service.people.IssuerAccounts;
import io.gulliver.service.people.IssuerRefusal;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.MovableClock;
import io.gulliver.testing.TestStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** People in the store: one account for a person, rights that end, links and tokens that are told once. */
@Tag("store")
class AccountStoreTest {
    private final MovableClock clock = new MovableClock();
    private final Stores stores = Atlas.stores(TestStore.open(clock));
    private final AccountService service =
            new AccountService(stores.accounts(), () -> password -> "digest of " + password.length(), clock);

    private final Instant begun = clock.instant();

    @AfterEach
    void close() {
        stores.database().close();
    }

    private static Account person(String name, @Nullable String mail, String issuer, String subject) {
        return new Account(name, name, mail, issuer, subject, false, null, null, List.of(), List.of(), List.of(), 0);
    }

    private static Account holding(Account of, List<Account.HeldRight> rights, List<Account.HeldFunction> functions) {
        return new Account(
                of.name(),
                of.title(),
                of.email(),
                of.issuer(),
                of.subject(),
                of.administrator(),
                of.disabledAt(),
                of.endsAt(),
                rights,
                functions,
                of.deputies(),
                of.version());
    }

    @Test
    void onePersonHasOneAccountOfAnIssuer() {
        service.add(person("Ana", "ana@example.org", "https://id.example", "17"), "root");
        assertThat(stores.accounts().find("ANA")).map(Account::name).contains("Ana");
        for (Account second : List.of(
                person("ana", null, "https://id.example", "18"),
                person("other", null, "https://id.example", "17"),
                person("third", "ANA@example.org", "https://id.example", "19"))) {
            assertThatThrownBy(() -> service.add(second, "root"))
                    .as("a second voice of one person: %s", second)
                    .hasMessageContaining("a person has one");
        }
    }

    @Test
    void rightsAndFunctionsEndAndDeputiesActWithinTheirDates() {
        Atlas.program(stores);
        Instant later = begun.plus(Duration.ofHours(1));
        service.add(
                holding(
                        person("ana", null, Account.LOCAL, "ana"),
                        List.of(new Account.HeldRight("atlas", Right.WORK, later)),
                        List.of(new Account.HeldFunction("atlas", Function.DBA, null))),
                "root");
        Account ben = service.add(
                holding(
                        person("ben", null, Account.LOCAL, "ben"),
                        List.of(new Account.HeldRight("atlas", Right.READ, null)),
                        List.of()),
                "root");
        Account ana = stores.accounts().find("ana").orElseThrow();
        stores.accounts()
                .change(
                        new Account(
                                ana.name(),
                                ana.title(),
                                null,
                                ana.issuer(),
                                ana.subject(),
                                false,
                                null,
                                null,
                                ana.rights(),
                                ana.functions(),
                                List.of(new Account.Deputy("ben", later, later.plus(Duration.ofDays(1)))),
                                ana.version()),
                        "root");
        Access access = service.access("ana");
        assertThat(access.right("atlas")).isEqualTo(Right.WORK);
        assertThat(access.functions("atlas")).containsExactly("dba");
        assertThat(access.right("b1")).isEqualTo(Right.NONE);
        assertThat(service.access("ben").functions("atlas")).isEmpty();
        clock.advance(Duration.ofHours(1));
        assertThat(service.access("ana").sees("atlas")).isFalse();
        assertThat(service.access("ana").functions("atlas"))
                .as("no function in a program that is not there for the person")
                .isEmpty();
        assertThat(service.access("ben").functions("atlas")).containsExactly("dba");
        clock.advance(Duration.ofDays(1));
        assertThat(service.access("ben").functions("atlas")).isEmpty();
        stores.accounts().change(ben, "root");
        assertThatThrownBy(() -> stores.accounts().change(ben, "root")).hasMessageContaining("changed ben meanwhile");
    }

    @Test
    void theFirstLinkMakesOneAdministratorAndIsOverThen() {
        String older = service.firstLink().orElseThrow();
        String link = service.firstLink().orElseThrow();
        assertThat(service.link(older)).as("replaced").isEmpty();
        assertThatThrownBy(() -> service.first(link, "root", "Root", "short"))
                .hasMessageContaining("wanted at least 12");
        assertThatThrownBy(() -> service.first(link, "root", "Root", "Password1234"))
                .hasMessageContaining("tried first");
        Account root = service.first(link, "root", "Root", "orbit-velvet-canyon");
        assertThat(root.administrator()).isTrue();
        assertThat(service.link(link)).isEmpty();
        assertThat(service.firstLink()).isEmpty();
        assertThatThrownBy(() -> service.change(
                        new Account(
                                "root",
                                "Root",
                                null,
                                Account.LOCAL,
                                "root",
                                false,
                                null,
                                null,
                                List.of(),
                                List.of(),
                                List.of(),
                                root.version()),
                        "root"))
                .hasMessageContaining("Nobody would be an administrator");
        String reset = service.resetLink("root", "root");
        clock.advance(Duration.ofHours(25));
        assertThatThrownBy(() -> service.choose(reset, "orbit-velvet-canyon")).hasMessageContaining("link is over");
    }

    @Test
    void theFirstLinkOutlivesWhatCannotBeMade() {
        stores.accounts().add(person("ana", null, Account.LAB, "ana"), "digest", "gulliver");
        String link = service.firstLink().orElseThrow();
        assertThatThrownBy(() -> service.first(link, "root", "x".repeat(201), "orbit-velvet-canyon"))
                .hasMessageContaining("A title has 1 to 200 characters");
        assertThatThrownBy(() -> service.first(link, "root/admin", "Root", "orbit-velvet-canyon"))
                .as("a person whose address no page could have")
                .hasMessageContaining("'root/admin' is none");
        assertThatThrownBy(() -> service.first(link, "Ana", "Ana", "orbit-velvet-canyon"))
                .hasMessageContaining("an account 'Ana' already");
        assertThatThrownBy(() -> stores.accounts().use(Json.sha256(link), () -> {
                    throw new IllegalStateException("cut off");
                }))
                .hasMessage("cut off");
        assertThat(service.first(link, "root", "x".repeat(200), "orbit-velvet-canyon")
                        .administrator())
                .isTrue();
        assertThatThrownBy(() -> service.first(link, "second", "Second", "orbit-velvet-canyon"))
                .hasMessageContaining("link is over");
    }

    @Test
    void aTokenIsADigestThatEndsAndIsRevoked() {
        service.add(person("ana", null, Account.LOCAL, "ana"), "root");
        AccountService.Made made =
                service.makeToken("ana", "nightly", Right.READ, List.of("atlas"), begun.plus(Duration.ofDays(1)));
        assertThat(service.token(made.secret())).isPresent();
        assertThat(stores.database()
                        .jdbc()
                        .sql("select digest || id || title from account_tokens")
                        .query(String.class)
                        .single())
                .doesNotContain(made.secret().substring(4));
        service.revoke(made.token().id(), "ana", "ana");
        assertThat(service.token(made.secret())).isEmpty();
        String other = service.makeToken("ana", "x", Right.WORK, null, begun.plus(Duration.ofHours(1)))
                .secret();
        clock.advance(Duration.ofHours(1));
        assertThat(service.token(other)).isEmpty();
        assertThatThrownBy(() -> service.revoke(made.token().id(), "ben", "ben"))
                .as("another's")
                .hasMessageContaining("no such token");
    }

    private static IssuerAccounts.Claims claims(String subject, String name, @Nullable String mail, String... groups) {
        return new IssuerAccounts.Claims("https://id.example", subject, name, null, mail, List.of(groups));
    }

    @Test
    void anIdentityProvidersPersonIsOneWhateverTheName() {
        Atlas.program(stores);
        IssuerAccounts issuers = new IssuerAccounts(stores.accounts(), stores.programs(), clock);
        ClaimPolicy policy = new ClaimPolicy("gulliver:", List.of());
        Duration last = Duration.ofDays(30);
        Account first = issuers.logIn(claims("17", "ana", "ana@example.org", "gulliver:atlas:work"), policy, last);
        assertThat(first.name()).isEqualTo("ana");
        assertThat(first.rights()).containsExactly(new Account.HeldRight("atlas", Right.WORK, begun.plus(last)));
        assertThat(issuers.logIn(claims("17", "other-name", null, "gulliver:atlas:work"), policy, last))
                .as("the same person, and nothing to write")
                .isEqualTo(first);
        clock.advance(Duration.ofDays(16));
        assertThat(issuers.logIn(claims("17", "ana", null, "gulliver:atlas:work"), policy, last)
                        .rights())
                .as("half of its time is gone: it lasts again")
                .containsExactly(new Account.HeldRight(
                        "atlas", Right.WORK, clock.instant().plus(last)));
        clock.advance(Duration.ofDays(31));
        assertThat(service.access("ana").sees("atlas"))
                .as("who does not log in any more loses it, tokens and deputies too")
                .isFalse();
        assertThat(issuers.logIn(claims("17", "ana", null), policy, last).rights())
                .isEmpty();

        for (IssuerAccounts.Claims second : List.of(
                claims("18", "Ana", null), claims("19", "ben", "ANA@example.org"), claims("20", "a\u200bna", null))) {
            assertThatThrownBy(() -> issuers.logIn(second, policy, last))
                    .as("%s", second)
                    .isInstanceOfSatisfying(
                            IssuerRefusal.class,
                            refusal -> assertThat(refusal.why()).isEqualTo(IssuerRefusal.Why.NAME));
        }
        assertThatThrownBy(() -> issuers.logIn(
                        new IssuerAccounts.Claims("https://id.example", "17", "ana", null, null, null), policy, last))
                .hasMessageContaining("did not say in which groups");
    }

    @Test
    void anEMailThatIsVouchedForLaterCountsFromThenOn() {
        IssuerAccounts issuers = new IssuerAccounts(stores.accounts(), stores.programs(), clock);
        Duration last = Duration.ofDays(30);
        for (ClaimPolicy policy : new ClaimPolicy[] {null, new ClaimPolicy("gulliver:", List.of())}) {
            String at = policy == null ? "@one.example" : "@two.example";
            String n = policy == null ? "1" : "2";
            issuers.logIn(claims(n + "7", "ana" + n, "ana" + at), policy, last);
            Account second = issuers.logIn(claims(n + "8", "second" + n, null), policy, last);
            assertThatThrownBy(() -> issuers.logIn(claims(n + "8", "second" + n, "Ana" + at), policy, last))
                    .as("a second account of one person, whatever its first log-in did not say")
                    .isInstanceOfSatisfying(
                            IssuerRefusal.class,
                            refusal -> assertThat(refusal.why()).isEqualTo(IssuerRefusal.Why.NAME))
                    .hasMessageContaining("for the e-mail Ana" + at);
            assertThat(service.find("second" + n)).as("nothing is written").contains(second);

            Account own = issuers.logIn(claims(n + "8", "second" + n, "ben" + at), policy, last);
            assertThat(own.email()).isEqualTo("ben" + at);
            assertThat(issuers.logIn(claims(n + "8", "second" + n, "BEN" + at), policy, last))
                    .as("the same, and nothing to write")
                    .isEqualTo(own);
            assertThat(issuers.logIn(claims(n + "8", "second" + n, null), policy, last)
                            .email())
                    .as("not said again, it stays")
                    .isEqualTo("ben" + at);
        }
    }

    /** Never by a name or a mail: an administrator says the subject, and the person stays one with all that is his. */
    @Test
    void whatTheRecordSaysOfPeopleIsForAdministratorsAuditorsAndOneself() {
        Atlas.account(stores, "ira", List.of(), List.of());
        Access reads = Access.everywhere(Right.READ, Set.of());
        assertThat(told(reads, "ben", "person/ira")).isEmpty();
        assertThat(told(reads, "ben", null)).noneMatch(object -> object.startsWith("person/"));
        assertThat(told(reads, "ira", "person/ira")).isNotEmpty();
        assertThat(told(reads, "ir_", "person/ira")).isEmpty();
        assertThat(told(Access.everywhere(Right.READ, Set.of(Function.AUDITOR.key())), "ben", "person/ira"))
                .isNotEmpty();
        assertThat(told(new Access(true, reads.rights(), new TreeMap<>()), "ben", "person/ira"))
                .isNotEmpty();
    }

    private List<String> told(Access access, String own, @Nullable String object) {
        return stores.audit().list(access, own, null, object, null, 1000).rows().stream()
                .map(row -> row.event().object())
                .toList();
    }

    @Test
    void anAccountThatIsThereIsBoundToASubjectAndKeepsWhatIsHis() {
        Atlas.program(stores);
        IssuerAccounts issuers = new IssuerAccounts(stores.accounts(), stores.programs(), clock);
        Duration last = Duration.ofDays(30);
        IssuerAccounts.Provider given = new IssuerAccounts.Provider("https://id.example", null);
        IssuerAccounts.Provider claimed = new IssuerAccounts.Provider("https://id.example", last);
        Account ana = service.add(
                holding(
                        person("ana", "ana@example.org", Account.LOCAL, "ana"),
                        List.of(new Account.HeldRight("atlas", Right.WORK, null)),
                        List.of(new Account.HeldFunction("atlas", Function.DBA, begun.plus(Duration.ofDays(1))))),
                "root");
        stores.accounts().password("ana", "digest", "root", false);
        String link = service.resetLink("ana", "root");
        String token = service.makeToken("ana", "for scripts", Right.WORK, null, begun.plus(Duration.ofDays(9)))
                .secret();
        service.add(person("ben", "ben@example.org", "https://id.example", "18"), "claims");

        for (String wrong : List.of("", " 17", "17 ", "1\u00007", "x".repeat(256))) {
            assertThatThrownBy(() -> issuers.bind("ana", given, wrong, "root"))
                    .hasMessageContaining("A subject has 1 to 255 characters");
        }
        assertThatThrownBy(() -> issuers.bind("ana", null, "17", "root"))
                .hasMessageContaining("No identity provider is set");
        assertThatThrownBy(() -> issuers.bind("ana", given, "18", "root"))
                .as("another account holds it")
                .hasMessageContaining("is the account ben")
                .hasMessageContaining("unbind and close ben");
        assertThatThrownBy(() -> issuers.bind("ben", given, "19", "root")).hasMessageContaining("Unbind it first");
        assertThat(service.passwordHash("ana")).as("nothing refused was done").contains("digest");

        Account bound = issuers.bind("ana", claimed, "17", "root");

        assertThat(bound.rights())
                .as("groups give them from the next log-in on: what is held does not last for ever without one")
                .containsExactly(new Account.HeldRight("atlas", Right.WORK, begun.plus(last)));
        assertThat(bound.functions())
                .containsExactly(new Account.HeldFunction("atlas", Function.DBA, begun.plus(Duration.ofDays(1))));
        assertThat(service.passwordHash("ana")).as("one way in").isEmpty();
        assertThat(service.link(link)).isEmpty();
        assertThatThrownBy(() -> service.resetLink("ana", "root")).hasMessageContaining("https://id.example knows");
        assertThat(service.token(token)).as("tokens of the name stay").isPresent();
        assertThat(issuers.logIn(
                                new IssuerAccounts.Claims("https://id.example", "17", "a.smith", null, null, null),
                                null,
                                last)
                        .name())
                .as("the same person, whatever the name there")
                .isEqualTo(ana.name());
        assertThat(issuers.bind("ana", claimed, "17", "root").version())
                .as("said again")
                .isEqualTo(bound.version());

        Account again = issuers.unbind("ana", "root");

        assertThat(List.of(again.issuer(), again.subject())).containsExactly(Account.LOCAL, "ana");
        assertThat(service.choose(service.resetLink("ana", "root"), "orbit-velvet-canyon")
                        .name())
                .isEqualTo("ana");
        assertThat(stores.audit().list(null, "person/ana", null, 50).rows())
                .extracting(row -> row.event().action() + " by " + row.event().actor())
                .contains("person.bound by root", "person.unbound by root");
        assertThat(stores.audit().list(null, "person/ana", null, 50).rows())
                .filteredOn(row -> row.event().action().equals("person.bound"))
                .singleElement()
                .satisfies(row -> assertThat(row.event().details().toString())
                        .contains("https://id.example", "17")
                        .doesNotContain("digest"));
    }

    @Test
    void anEMailIsOnesOfAnIssuerWhenItIsBoundToo() {
        IssuerAccounts issuers = new IssuerAccounts(stores.accounts(), stores.programs(), clock);
        service.add(person("ana", "one@example.org", Account.LOCAL, "ana"), "root");
        service.add(person("ben", "One@example.org", "https://id.example", "18"), "claims");
        assertThatThrownBy(() ->
                        issuers.bind("ana", new IssuerAccounts.Provider("https://id.example", null), "17", "root"))
                .hasMessageContaining("has the e-mail one@example.org");
        assertThat(service.find("ana")).map(Account::issuer).contains(Account.LOCAL);
    }

    @Test
    void anAdministratorWithAPasswordIsLeft() {
        IssuerAccounts issuers = new IssuerAccounts(stores.accounts(), stores.programs(), clock);
        IssuerAccounts.Provider provider = new IssuerAccounts.Provider("https://id.example", null);
        service.first(service.firstLink().orElseThrow(), "root", "Root", "orbit-velvet-canyon");
        Account kim = service.add(person("kim", null, Account.LOCAL, "kim"), "root");
        service.change(administrator(kim), "root");
        assertThatThrownBy(() -> issuers.bind("root", provider, "1", "root"))
                .as("kim has no password yet")
                .hasMessageContaining("no administrator with a password");
        service.choose(service.resetLink("kim", "root"), "piano-harbour-linen");
        assertThat(issuers.bind("root", provider, "1", "root").issuer()).isEqualTo("https://id.example");
        assertThatThrownBy(() -> issuers.bind("kim", provider, "2", "root"))
                .hasMessageContaining("no administrator with a password");
        assertThat(issuers.unbind("root", "kim").issuer()).isEqualTo(Account.LOCAL);
    }

    private static Account administrator(Account of) {
        return new Account(
                of.name(),
                of.title(),
                of.email(),
                of.issuer(),
                of.subject(),
                true,
                null,
                null,
                of.rights(),
                of.functions(),
                of.deputies(),
                of.version());
    }

    @Test
    void whatAnAdministratorDecidesIsNotClaimed() {
        Atlas.program(stores);
        IssuerAccounts issuers = new IssuerAccounts(stores.accounts(), stores.programs(), clock);
        ClaimPolicy policy = new ClaimPolicy("gulliver:", List.of());
        Duration last = Duration.ofDays(30);
        Account ana = issuers.logIn(claims("17", "ana", null, "gulliver:atlas:read"), policy, last);
        String link = service.firstLink().orElseThrow();
        service.first(link, "root", "Root", "orbit-velvet-canyon");
        Account administrator = service.change(
                new Account(
                        ana.name(),
                        "Ana",
                        null,
                        ana.issuer(),
                        ana.subject(),
                        true,
                        null,
                        begun.plus(Duration.ofDays(60)),
                        ana.rights(),
                        ana.functions(),
                        List.of(new Account.Deputy("root", begun, begun.plus(last))),
                        ana.version()),
                "root");
        Account after = issuers.logIn(claims("17", "ana", null, "gulliver:atlas:decide"), policy, last);
        assertThat(after.administrator()).isTrue();
        assertThat(after.endsAt()).isEqualTo(administrator.endsAt());
        assertThat(after.deputies()).isEqualTo(administrator.deputies());
        assertThat(service.access("ana").right("atlas")).isEqualTo(Right.DECIDE);
        assertThat(issuers.logIn(claims("17", "ana", null), null, last).rights())
                .as("without a rule for groups an administrator gives rights")
                .isEqualTo(after.rights());
        clock.advance(Duration.ofDays(61));
        assertThatThrownBy(() -> issuers.logIn(claims("17", "ana", null, "gulliver:atlas:decide"), policy, last))
                .isInstanceOfSatisfying(
                        IssuerRefusal.class,
                        refusal -> assertThat(refusal.why()).isEqualTo(IssuerRefusal.Why.CLOSED));
    }
}
