package io.gulliver.planning.build;

/**
 * How much a 3390 volume holds when Linux formats it: a track takes 12 blocks of 4 KiB of its 56,664 bytes, a cylinder has 15
 * tracks, and the first two tracks are the compatible disk layout's own.
 */
public final class EckdGeometry {
    /** KiB of data on a track. */
    private static final int TRACK_KIB = 48;

    private static final int TRACKS = 15;
    /** Of the compatible disk layout: label and table of contents. */
    private static final int OWN_TRACKS = 2;

    private static final double KIB_OF_GIB = 1 << 20;

    private EckdGeometry() {}

    /** Cylinders of the smallest volume whose one partition has this room. */
    public static int cylinders(double gib) {
        double tracks = Math.ceil(gib * KIB_OF_GIB / TRACK_KIB) + OWN_TRACKS;
        return (int) Math.min(Integer.MAX_VALUE, Math.ceil(tracks / TRACKS));
    }

    /** GiB in the one partition of a volume. */
    public static double gib(int cylinders) {
        return ((long) cylinders * TRACKS - OWN_TRACKS) * TRACK_KIB / KIB_OF_GIB;
    }
}
