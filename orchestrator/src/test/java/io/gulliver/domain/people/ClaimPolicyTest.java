package io.gulliver.domain.people;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the groups of an identity provider give, and what none can. */
class ClaimPolicyTest {
    private static final Instant UNTIL = Instant.parse("2026-12-24T10:00:00Z");

    private final ClaimPolicy policy = new ClaimPolicy(
            "gulliver:",
            List.of(
                    new ClaimPolicy.Grant("Night shift", "atlas", Right.DECIDE, Set.of(Function.CUTOVER_MANAGER)),
                    new ClaimPolicy.Grant("Revision", "*", Right.READ, Set.of(Function.AUDITOR))));

    private ClaimPolicy.Given given(String... groups) {
        return policy.of(List.of(groups), Set.of("atlas", "b1")::contains, UNTIL);
    }

    @Test
    void everyRightAndEveryFunctionCanBeGivenByItsWord() {
        for (Right right : Right.values()) {
            assertThat(given("gulliver:atlas:" + right.name().toLowerCase(Locale.ROOT))
                            .rights())
                    .isEqualTo(right == Right.NONE ? List.of() : List.of(new Account.HeldRight("atlas", right, UNTIL)));
        }
        for (Function function : Function.values()) {
            assertThat(given("gulliver:*:" + function.key()).functions())
                    .containsExactly(new Account.HeldFunction(Account.EVERY, function, UNTIL));
        }
    }

    @Test
    void theHighestRightOfAProgramCountsAndGrantsAddUp() {
        ClaimPolicy.Given given =
                given("gulliver:atlas:work", "Night shift", "gulliver:atlas:read", "Revision", "gulliver:b1:dba");
        assertThat(given.rights())
                .containsExactly(
                        new Account.HeldRight("*", Right.READ, UNTIL),
                        new Account.HeldRight("atlas", Right.DECIDE, UNTIL));
        assertThat(given.functions())
                .containsExactly(
                        new Account.HeldFunction("*", Function.AUDITOR, UNTIL),
                        new Account.HeldFunction("atlas", Function.CUTOVER_MANAGER, UNTIL),
                        new Account.HeldFunction("b1", Function.DBA, UNTIL));
    }

    @Test
    void whatIsNotUnderstoodGivesNothing() {
        ClaimPolicy.Given given = given(
                "gulliver:nowhere:administer",
                "gulliver:atlas:administrator",
                "gulliver:*:root",
                "gulliver:atlas",
                "gulliver::read",
                "gulliver:atlas:read:more",
                "Gulliver:atlas:read",
                "night shift",
                "Night shift ",
                "x-gulliver:atlas:read",
                "");
        assertThat(given.rights()).isEmpty();
        assertThat(given.functions()).isEmpty();
        assertThat(new ClaimPolicy(null, List.of())
                        .of(List.of("gulliver:atlas:read"), program -> true, UNTIL)
                        .rights())
                .as("without a prefix no group speaks for itself")
                .isEmpty();
    }
}
