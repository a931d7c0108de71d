package io.gulliver.lab.storage;

/**
 * What lies on a volume that can be loaded: instead of gigabytes of Linux a marker, which a copy carries along.
 *
 * @param image name of the image, for example {@code RHEL 9.4}
 * @param version of the image, as whoever made it counts
 * @param sealed whether it makes host keys of its own at its first start, and prints them to the console; otherwise somebody has set it
 *     up as the server that it is for
 */
public record VolumeContent(String image, String version, boolean sealed) {}
