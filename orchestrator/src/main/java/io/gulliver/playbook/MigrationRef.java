package io.gulliver.playbook;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;

/**
 * The migration that a step belongs to, as references may name it.
 *
 * @param id {@code ${migration.id}}
 * @param program the program's key
 * @param database the source database's name in the program
 * @param purpose in references {@code rehearsal} or {@code production}
 */
public record MigrationRef(MigrationId id, String program, String database, Purpose purpose) {}
