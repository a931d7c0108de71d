package io.gulliver.persistence;

import javax.sql.DataSource;

/** The PostgreSQL of an embedded store: a child of this process, stopped when it is closed. */
public interface StoreServer extends AutoCloseable {
    DataSource dataSource();

    /** Its process. */
    long pid();

    /** Whether it ran already and was taken over, instead of being started. */
    boolean attached();

    @Override
    void close();
}
