/** Migrations: one run of a playbook for one database, its stages, steps and their states. */
@NullMarked
package io.gulliver.domain.migration;

import org.jspecify.annotations.NullMarked;
