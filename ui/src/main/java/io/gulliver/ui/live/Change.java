package io.gulliver.ui.live;

/**
 * A database of a program changed; pages read it again. Or what a step of its run prints grew: pages that follow that log do.
 *
 * @param id place in the order of changes since this server started
 * @param program the program's key
 * @param database its name
 * @param migration its run
 * @param seq number of the run's last event; 0 where only a log grew
 * @param log whether only a log grew
 */
record Change(long id, String program, String database, String migration, long seq, boolean log) {}
