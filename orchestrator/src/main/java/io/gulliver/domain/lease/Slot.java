package io.gulliver.domain.lease;

/**
 * Something scarce.
 *
 * @param name for example the name of an array, link or team
 * @param capacity how many steps may hold it at once; 0 holds all back
 * @param held how many do
 * @param waiting how many wait
 */
public record Slot(String name, int capacity, int held, int waiting) {}
