package io.gulliver.lab.spectrumvirtualize;

/**
 * What lies on a volume that can be loaded: instead of gigabytes of Linux a marker, which a copy carries along.
 *
 * @param image name of the image, for example {@code RHEL 9.4}
 * @param version of the image, as whoever made it counts
 */
public record VolumeContent(String image, String version) {}
