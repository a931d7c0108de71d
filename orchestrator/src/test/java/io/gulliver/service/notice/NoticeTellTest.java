package io.gulliver.service.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.notice.JdbcNoticeStore;
import io.gulliver.persistence.notice.NoticeStore;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.service.action.ControlAction.Refused;
import io.gulliver.service.action.NoticeTell;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.MovableClock;
import io.gulliver.testing.TestStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A message of the night is sent once to each address, stands alone, and never holds the night up. */
@Tag("store")
class NoticeTellTest {
    private final MovableClock clock = new MovableClock();
    private final Post post = new Post();
    private final Staff staff = new Staff().with("ana", "dba");
    private StoreDatabase database;
    private Stores stores;
    private NoticeStore notices;
    private Migration run;
    private NoticeJob job;
    private NoticeTell action;

    @BeforeEach
    void open() {
        database = TestStore.open(clock);
        stores = Atlas.stores(database);
        Atlas.program(stores);
        notices = new JdbcNoticeStore(database);
        run = Atlas.migration(stores, "ORDERS");
        job = new NoticeJob(
                notices,
                stores.programs(),
                stores.migrations(),
                stores.views(),
                one -> null,
                staff,
                post,
                ProgramCalendar.wall(clock),
                clock);
        action = new NoticeTell(new MessageOutbox(notices, staff, () -> post, clock));
    }

    @AfterEach
    void close() {
        database.close();
    }

    private StepCall call(Operation operation, int round, Object to) {
        Map<String, Object> inputs = new HashMap<>(Map.of(
                "title", "ORDERS moves now",
                "text", "ORDERS moves now.\nIts applications are stopped.",
                "back_out_title", "The move of ORDERS was broken off",
                "back_out", "It works where it was before."));
        inputs.put("to", to);
        return new StepCall(
                run.id(),
                run.program(),
                "ORDERS",
                Purpose.PRODUCTION,
                1,
                StepKey.parse("tell-started"),
                1,
                round,
                operation,
                "notice.tell",
                "none",
                inputs,
                Map.of(),
                null,
                0);
    }

    private StepResult tell(Operation operation, int round, Object to) {
        return action.invoke(call(operation, round, to), (condition, seconds) -> {
            assertThat(seconds).as("two rounds of the job, and no more").isEqualTo(30);
            job.run();
            return condition.getAsBoolean();
        });
    }

    @Test
    void aMessageIsAMailOfItsOwnInTheWordsOfItsPlaybookAndGoesOnceHoweverOftenItIsAsked() {
        post.hooked = true;
        List<String> to = List.of("desk@bank.example", " ana@bank.example ", "desk@bank.example");
        StepResult told = tell(Operation.RUN, 1, to);
        assertThat(told.outputs())
                .containsEntry("sent", List.of("ana@bank.example", "desk@bank.example", "webhook"))
                .containsEntry("waiting", List.of())
                .containsEntry("failed", Map.of());
        assertThat(tell(Operation.RUN, 1, to).outputs()).isEqualTo(told.outputs());
        job.run();
        assertThat(post.mails)
                .containsExactlyInAnyOrder(
                        "desk@bank.example | [Gulliver atlas] ORDERS moves now\nORDERS moves now.\nIts applications are"
                                + " stopped.\n\nDatabase ORDERS of program atlas\n",
                        "ana@bank.example | [Gulliver atlas] ORDERS moves now\nORDERS moves now.\nIts applications are"
                                + " stopped.\n\nDatabase ORDERS of program atlas\n");
        assertThat(post.hooks).singleElement().asString().contains("gulliver.message", "ORDERS moves now", "\"text\"");
    }

    @Test
    void aRollBackSaysSoToTheSameAndTheNextRoundSaysAllOfItAgain() {
        tell(Operation.RUN, 1, List.of("desk@bank.example"));
        assertThat(tell(Operation.UNDO, 1, List.of("desk@bank.example")).outputs())
                .containsEntry("sent", List.of("desk@bank.example"));
        tell(Operation.RUN, 2, List.of("desk@bank.example"));
        assertThat(post.mails)
                .extracting(mail -> mail.substring(0, mail.indexOf('\n')))
                .containsExactly(
                        "desk@bank.example | [Gulliver atlas] ORDERS moves now",
                        "desk@bank.example | [Gulliver atlas] The move of ORDERS was broken off",
                        "desk@bank.example | [Gulliver atlas] ORDERS moves now");
    }

    @Test
    void whoIsNotReachedIsNamedWithTheReasonAndWhatCanStillArriveDoes() {
        post.refuses = "gone@bank.example";
        post.away = "slow@bank.example";
        StepResult told = tell(
                Operation.RUN,
                1,
                List.of("desk@bank.example", "gone@bank.example", "slow@bank.example", "the service desk"));
        assertThat(told.outputs())
                .containsEntry("sent", List.of("desk@bank.example"))
                .containsEntry("waiting", List.of("slow@bank.example"))
                .containsEntry(
                        "failed",
                        Map.of("gone@bank.example", "550 no such user", "the service desk", "no mail address"));
        post.away = null;
        clock.advance(Duration.ofMinutes(5));
        job.run();
        assertThat(post.mails)
                .anyMatch(mail -> mail.startsWith("slow@bank.example | [Gulliver atlas] ORDERS moves now\n"));
    }

    @Test
    void whoMayNotSeeTheProgramAnyMoreIsNotToldAndWhoHasNoAccountIs() {
        post.away = "ana@bank.example";
        tell(Operation.RUN, 1, List.of("desk@bank.example", "ana@bank.example"));
        post.away = null;
        staff.left.add("ana");
        staff.addresses.clear();
        clock.advance(Duration.ofMinutes(5));
        job.run();
        assertThat(tell(Operation.RUN, 1, List.of("desk@bank.example", "ana@bank.example"))
                        .outputs())
                .as("the person has left, whosever the address is now")
                .containsEntry("sent", List.of("desk@bank.example"))
                .containsEntry("waiting", List.of())
                .containsEntry("failed", Map.of("ana@bank.example", "ana may not see program atlas"));
        assertThat(post.mails).singleElement().asString().startsWith("desk@bank.example");
    }

    @Test
    void withoutAMailServerTheStepSaysThatNobodyIsTold() {
        post.mailed = false;
        assertThat(tell(Operation.RUN, 1, List.of("desk@bank.example")).outputs())
                .containsEntry("sent", List.of())
                .containsEntry(
                        "failed", Map.of("desk@bank.example", "no mail server is named (gulliver.notices.smtp)"));
        post.hooked = true;
        assertThat(tell(Operation.RUN, 1, List.of("desk@bank.example")).outputs())
                .containsEntry("sent", List.of("webhook"))
                .extractingByKey("failed")
                .asString()
                .contains("no mail server");
    }

    @Test
    void noticesOfTheSameHourAreTheirOwnMailAndDoNotEndTheMessage() {
        stores.journal()
                .flush(Atlas.batch(
                        run.id(),
                        1,
                        Atlas.entry(1, Atlas.run("build", io.gulliver.domain.migration.StepState.PARKED))));
        post.away = "ana@bank.example";
        tell(Operation.RUN, 1, List.of("ana@bank.example"));
        post.away = null;
        clock.advance(Duration.ofMinutes(5));
        job.run();
        assertThat(post.mails)
                .extracting(mail -> mail.substring(0, mail.indexOf('\n')))
                .containsExactlyInAnyOrder(
                        "ana@bank.example | [Gulliver atlas] ORDERS moves now",
                        "ana@bank.example | [Gulliver atlas] Needs attention, ORDERS, Title of build");
    }

    @Test
    void aStepWithoutWordsIsRefused() {
        StepCall call = call(Operation.RUN, 1, List.of("desk@bank.example"));
        StepCall empty = new StepCall(
                call.migration(),
                call.program(),
                call.database(),
                call.purpose(),
                1,
                call.step(),
                1,
                1,
                Operation.RUN,
                call.action(),
                "none",
                Map.of("to", List.of("desk@bank.example"), "title", "ORDERS moves now"),
                Map.of(),
                null,
                0);
        assertThatThrownBy(() -> action.invoke(empty, (condition, seconds) -> true))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("has no title or no text");
    }
}
