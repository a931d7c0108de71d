package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.persistence.answer.AnswerStore;
import io.gulliver.persistence.answer.JdbcAnswerStore;
import io.gulliver.persistence.view.GivenAnswer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What was answered under a key. */
class AnswerStoreTest extends StoreContract {

    private AnswerStore answers() {
        return new JdbcAnswerStore(database);
    }

    private static GivenAnswer answer(String content) {
        return new GivenAnswer("a".repeat(64), "b".repeat(64), 201, "application/json", "/x/1", "\"1\"", content);
    }

    @Test
    void keepsTheFirstAnswerOfEachPersonAndKey() {
        assertThat(answers().keep("ana", "key-0001", answer("first"))).isEqualTo(answer("first"));
        assertThat(answers().keep("ana", "key-0001", answer("second"))).isEqualTo(answer("first"));
        assertThat(answers().find("ana", "key-0001")).contains(answer("first"));
        assertThat(answers().find("ben", "key-0001")).isEmpty();
    }

    @Test
    void givesAllWhoKeepAtOnceTheSameAnswer() throws Exception {
        List<GivenAnswer> kept = atOnce(List.of(
                () -> answers().keep("ana", "key-0002", answer("one")),
                () -> answers().keep("ana", "key-0002", answer("two")),
                () -> answers().keep("ana", "key-0002", answer("three"))));
        assertThat(new HashSet<>(kept)).hasSize(1);
    }

    @Test
    void forgetsAnAnswerAfterItsDays() {
        answers().keep("ana", "key-0003", answer("old"));
        clock.advance(Duration.ofDays(AnswerStore.DAYS).plusSeconds(1));
        assertThat(answers().find("ana", "key-0003")).isEmpty();
        assertThat(answers().keep("ana", "key-0003", answer("new"))).isEqualTo(answer("new"));
    }
}
