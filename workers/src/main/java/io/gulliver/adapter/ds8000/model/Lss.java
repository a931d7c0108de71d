package io.gulliver.adapter.ds8000.model;

/**
 * A logical subsystem that is there.
 *
 * @param id two upper-case hex digits
 * @param type {@code fb} or {@code ckd}
 * @param group 0 or 1, that of the pools that go with it
 * @param volumes how many of its 256 ids are used
 */
public record Lss(String id, String type, int group, int volumes) {}
