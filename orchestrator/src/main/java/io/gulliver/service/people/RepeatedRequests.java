package io.gulliver.service.people;

import io.gulliver.persistence.answer.AnswerStore;
import io.gulliver.persistence.view.GivenAnswer;
import java.util.Optional;

/** What was answered to a person's requests that may come again. */
public final class RepeatedRequests {
    private final AnswerStore answers;

    public RepeatedRequests(AnswerStore answers) {
        this.answers = answers;
    }

    /** The answer to the request of this key, see {@link AnswerStore#find}. */
    public Optional<GivenAnswer> find(String person, String key) {
        return answers.find(person, key);
    }

    /** Keeps an answer, see {@link AnswerStore#keep}. */
    public void keep(String person, String key, GivenAnswer answer) {
        answers.keep(person, key, answer);
    }
}
