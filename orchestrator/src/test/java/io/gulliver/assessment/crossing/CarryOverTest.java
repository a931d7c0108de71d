package io.gulliver.assessment.crossing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.assessment.crossing.CarryOver.Decision;
import io.gulliver.assessment.crossing.CarryOver.Entry;
import io.gulliver.assessment.crossing.CarryOver.Kind;
import io.gulliver.assessment.crossing.CarryOver.State;
import io.gulliver.assessment.crossing.CarryOver.Things;
import java.util.List;
import org.junit.jupiter.api.Test;

class CarryOverTest {
    private static final Things SOURCE = new Things()
            .add(Kind.SYSTEM_TRIGGER, "SYS.TRIGGER LOG_ON", "")
            .add(Kind.CREDENTIAL, "SHOP.MAIL", "user mailer")
            .add(Kind.CONTEXT, "SHOP_CTX", "by SHOP.BILLING, ACCESSED LOCALLY");

    @Test
    void eachThingHasItsWayAndItsState() {
        CarryOver list = CarryOver.of(SOURCE, new Things().add(Kind.CONTEXT, "SHOP_CTX", ""), List.of());
        assertThat(list.entries())
                .containsExactly(
                        new Entry(
                                Kind.CONTEXT,
                                "SHOP_CTX",
                                "by SHOP.BILLING, ACCESSED LOCALLY",
                                Decision.MADE,
                                State.DONE,
                                ""),
                        new Entry(Kind.CREDENTIAL, "SHOP.MAIL", "user mailer", Decision.PERSON, State.OPEN, ""),
                        new Entry(Kind.SYSTEM_TRIGGER, "SYS.TRIGGER LOG_ON", "", Decision.PERSON, State.OPEN, ""));
        assertThat(list.open())
                .extracting(Entry::line)
                .containsExactly(
                        "credential SHOP.MAIL (user mailer): a person's, open",
                        "system trigger SYS.TRIGGER LOG_ON: a person's, open");
    }

    /** A thing of the same name and another kind is another thing. */
    @Test
    void onlyTheSameKindIsTheSameThing() {
        assertThat(CarryOver.of(SOURCE, new Things().add(Kind.SYSTEM_OBJECT, "SHOP.MAIL", ""), List.of())
                        .open())
                .hasSize(3);
    }

    @Test
    void whatStaysBehindNeedsAReason() {
        CarryOver list = CarryOver.of(
                SOURCE,
                new Things(),
                List.of(
                        "Credential shop.mail: mails go by another server: ours",
                        "system trigger SYS.TRIGGER LOG_ON",
                        "context SHOP_CTX:  ",
                        "credential SHOP.MALE: misspelt"));
        assertThat(list.entries().get(1))
                .isEqualTo(new Entry(
                        Kind.CREDENTIAL,
                        "SHOP.MAIL",
                        "user mailer",
                        Decision.LEFT_BEHIND,
                        State.ACCEPTED,
                        "mails go by another server: ours"));
        assertThat(list.open())
                .extracting(Entry::key)
                .containsExactly("context SHOP_CTX", "system trigger SYS.TRIGGER LOG_ON");
        assertThat(list.unread())
                .containsExactly(
                        "system trigger SYS.TRIGGER LOG_ON", "context SHOP_CTX:  ", "credential SHOP.MALE: misspelt");
    }

    /** What was left behind and is there all the same is simply there. */
    @Test
    void whatIsThereIsDone() {
        assertThat(CarryOver.of(
                                SOURCE,
                                new Things().add(Kind.CREDENTIAL, "SHOP.MAIL", ""),
                                List.of("credential SHOP.MAIL: not needed"))
                        .entries()
                        .get(1)
                        .state())
                .isEqualTo(State.DONE);
    }
}
