package io.gulliver.evidence;

/**
 * A series in five figures.
 *
 * @param mean weighted by the length of the intervals
 * @param p50 median; each interval counts once, as in all percentiles
 * @param p95 95th percentile
 * @param p99 99th percentile
 * @param max the largest interval average
 */
public record Distribution(double mean, double p50, double p95, double p99, double max) {}
