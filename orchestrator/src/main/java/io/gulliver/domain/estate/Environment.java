package io.gulliver.domain.estate;

/** What a database is used for. */
public enum Environment {
    PRODUCTION,
    TEST,
    DEVELOPMENT
}
