package io.gulliver.persistence.answer;

import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.view.GivenAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Given answers in a table. */
public final class JdbcAnswerStore implements AnswerStore {
    private final StoreDatabase db;

    public JdbcAnswerStore(StoreDatabase db) {
        this.db = db;
    }

    @Override
    public Optional<GivenAnswer> find(String person, String key) {
        return db.jdbc()
                .sql("""
                select route_hash, content_hash, status, content_type, location, etag, content from given_answers
                where person = :person and request_key = :key and answered_at >= :oldest
                """)
                .param("person", person)
                .param("key", key)
                .param("oldest", RowValues.at(oldest(db.clock().instant())))
                .query((row, n) -> new GivenAnswer(
                        row.getString("route_hash"),
                        row.getString("content_hash"),
                        row.getInt("status"),
                        row.getString("content_type"),
                        row.getString("location"),
                        row.getString("etag"),
                        row.getString("content")))
                .optional();
    }

    @Override
    public GivenAnswer keep(String person, String key, GivenAnswer answer) {
        Instant now = db.clock().instant();
        db.jdbc()
                .sql("delete from given_answers where answered_at < :oldest")
                .param("oldest", RowValues.at(oldest(now)))
                .update();
        int made = db.jdbc()
                .sql("""
                    insert into given_answers (person, request_key, route_hash, content_hash, status, content_type,
                        location, etag, content, answered_at)
                    values (:person, :key, :route, :hash, :status, :type, :location, :etag, :content, :at)
                    on conflict do nothing
                    """)
                .param("person", person)
                .param("key", key)
                .param("route", answer.routeHash())
                .param("hash", answer.contentHash())
                .param("status", answer.status())
                .param("type", answer.contentType())
                .param("location", answer.location())
                .param("etag", answer.etag())
                .param("content", answer.content())
                .param("at", RowValues.at(now))
                .update();
        return made == 1 ? answer : find(person, key).orElse(answer);
    }

    private static Instant oldest(Instant now) {
        return now.minus(Duration.ofDays(DAYS));
    }
}
