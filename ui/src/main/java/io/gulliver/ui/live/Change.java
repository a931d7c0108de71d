package io.gulliver.ui.live;

/**
 * A database of a program changed; pages read it again.
 *
 * @param id place in the order of changes since this server started
 * @param program the program's key
 * @param database its name
 * @param migration its run
 * @param seq number of the run's last event
 */
record Change(long id, String program, String database, String migration, long seq) {}
