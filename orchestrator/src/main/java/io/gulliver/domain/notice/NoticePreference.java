package io.gulliver.domain.notice;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;

/**
 * How a person wants to be told.
 *
 * @param mail whether by mail at all
 * @param digestMinutes how many minutes are told in one mail, counted from midnight; 0 for each at once, at most a day
 * @param quietFrom begin of the hours in which only what is urgent is told, or null for none
 * @param quietTo their end; before the begin it is on the next day
 * @param zone of these hours
 * @param urgentAtOnce whether what is urgent waits for neither
 * @param version counts edits from 1; 0 for whoever never said anything
 */
public record NoticePreference(
        boolean mail,
        int digestMinutes,
        @Nullable LocalTime quietFrom,
        @Nullable LocalTime quietTo,
        ZoneId zone,
        boolean urgentAtOnce,
        long version) {
    private static final int DAY = 24 * 60;

    public NoticePreference {
        if (digestMinutes < 0 || digestMinutes > DAY) {
            throw new IllegalArgumentException(
                    "Digest of " + digestMinutes + " minutes: wanted 0 (each at once) to 1440 (once a day)");
        }
        if ((quietFrom == null) != (quietTo == null)) {
            throw new IllegalArgumentException("Quiet hours have a begin and an end: one of them is missing");
        }
        if (quietFrom != null && quietFrom.equals(quietTo)) {
            throw new IllegalArgumentException(
                    "Quiet hours begin and end at " + quietFrom + ": turn mail off to hear nothing");
        }
    }

    /** Of whoever said nothing: each at once. */
    public static NoticePreference usual(ZoneId zone) {
        return new NoticePreference(true, 0, null, null, zone, true, 0);
    }

    /** When something that comes now is told. */
    public Instant due(boolean urgent, Instant now) {
        if (urgent && urgentAtOnce) {
            return now;
        }
        return afterQuiet(digested(now.atZone(zone))).toInstant();
    }

    private ZonedDateTime digested(ZonedDateTime now) {
        if (digestMinutes == 0) {
            return now;
        }
        ZonedDateTime midnight = now.toLocalDate().atStartOfDay(zone);
        // by what has passed since midnight, so that a day of 23 hours skips none and one of 25 repeats none
        long digests = Duration.between(midnight, now).toMinutes() / digestMinutes + 1;
        ZonedDateTime next = midnight.plus(Duration.ofMinutes(digests * digestMinutes));
        ZonedDateTime tomorrow = now.toLocalDate().plusDays(1).atStartOfDay(zone);
        return next.isBefore(tomorrow) ? next : tomorrow;
    }

    private ZonedDateTime afterQuiet(ZonedDateTime at) {
        if (quietFrom == null || quietTo == null) {
            return at;
        }
        LocalTime time = at.toLocalTime();
        boolean overnight = quietTo.isBefore(quietFrom);
        boolean quiet = overnight
                ? !time.isBefore(quietFrom) || time.isBefore(quietTo)
                : !time.isBefore(quietFrom) && time.isBefore(quietTo);
        if (!quiet) {
            return at;
        }
        boolean tomorrow = overnight && !time.isBefore(quietFrom);
        return at.toLocalDate().plusDays(tomorrow ? 1 : 0).atTime(quietTo).atZone(zone);
    }
}
