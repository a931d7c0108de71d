package io.gulliver.domain.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Whom a comment calls. */
class MentionsTest {
    @Test
    void aNameAfterTheSignIsCalledOnceInTheOrderOfTheText() {
        assertThat(Mentions.in("@ben, look (with @ana-b.c). Yes, @ben.")).containsExactly("ben", "ana-b.c");
    }

    @Test
    void codeAndAddressesCallNobody() {
        assertThat(Mentions.in(
                        "run `@utlrp.sql` as oracle@host1, sqlplus scott@//db, mail ana@example.org\n```\n@x.sql\n```"))
                .isEmpty();
    }

    @Test
    void theSignAloneCallsNobody() {
        assertThat(Mentions.in("@ @? @/u01/x @@ana")).isEmpty();
    }
}
