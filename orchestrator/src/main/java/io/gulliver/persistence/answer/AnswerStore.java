package io.gulliver.persistence.answer;

import io.gulliver.persistence.view.GivenAnswer;
import java.util.Optional;

/** Keeps what was answered under an idempotency key, for {@value #DAYS} days. */
public interface AnswerStore {
    /** How long an answer is kept, in days. */
    int DAYS = 7;

    /** What this person was answered under this key. */
    Optional<GivenAnswer> find(String person, String key);

    /** Keeps an answer and forgets those that are too old; what is kept already under the key stays. */
    GivenAnswer keep(String person, String key, GivenAnswer answer);
}
