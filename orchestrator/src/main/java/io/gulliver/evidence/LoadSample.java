package io.gulliver.evidence;

/**
 * What one instance of a database said of its host and of itself at one snapshot.
 *
 * @param snapshot number of it; instances of a RAC share it
 * @param instance number of the instance, need not be 1..n
 * @param second of the epoch at which the interval ends
 * @param minutes length of the interval
 * @param busyPercent of the host, 0 to 100; NaN while unknown
 * @param ownCpus CPU seconds a second of the database itself, background included; NaN while unknown
 */
public record LoadSample(
        long snapshot, long instance, long second, double minutes, double busyPercent, double ownCpus) {}
