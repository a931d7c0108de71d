package io.gulliver.activity.discovery;

import java.util.Locale;

/** The ways in which a source database can be asked, best first. */
enum SourceWay {
    /** JDBC. */
    DRIVER,
    /** SQL*Plus on its host, as a detached job. */
    HOST,
    /** What SQL*Plus wrote where a person ran the script: it was uploaded. */
    SPOOL,
    /** A person is to run the script and to upload what it writes. */
    SCRIPT,
    /** Nobody looked. */
    UNKNOWN;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static SourceWay of(String word) {
        for (SourceWay way : values()) {
            if (way.word().equals(word)) {
                return way;
            }
        }
        return UNKNOWN;
    }
}
