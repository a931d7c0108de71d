package io.gulliver.ui.security;

/**
 * How long a log-in still lasts, in seconds.
 *
 * @param idle until it ends if nobody does anything; whatever a person does begins it anew
 * @param end until it ends all the same
 * @param warning how long before an end it is announced
 */
public record SessionLeft(long idle, long end, long warning) {}
