package io.gulliver.domain.estate;

/** What stands by for a disaster after the move. */
public enum DisasterRecovery {
    NONE,
    STANDBY
}
