package io.gulliver.planning.sizing;

/** How far a CPU sizing is to be trusted. */
public enum Grade {
    /** At least 30 days of samples of 10 minutes or less, and a measured capacity table. */
    HIGH,
    /** Hourly samples, a month's end among them. */
    MEDIUM,
    /** Less than that, or capacity by calibration from one example. */
    LOW;

    /**
     * Grades evidence.
     *
     * @param days that the samples span
     * @param intervalMinutes between two samples
     * @param monthEnd whether a month's end is among them
     * @param measuredCapacity whether the capacity of source and target was measured or licensed, not calibrated
     */
    public static Grade of(double days, double intervalMinutes, boolean monthEnd, boolean measuredCapacity) {
        if (!measuredCapacity) {
            return LOW;
        }
        if (days >= 30 && intervalMinutes <= 10 && monthEnd) {
            return HIGH;
        }
        return intervalMinutes <= 60 && monthEnd ? MEDIUM : LOW;
    }
}
