package io.gulliver.ui.people;

import io.gulliver.domain.notice.NoticePreference;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import java.time.DateTimeException;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a person wants to be told.
 *
 * @param mail whether by mail at all
 * @param digestMinutes how many minutes are told in one mail; 0 for each at once
 * @param quietFrom begin of the hours in which only what is urgent is told, as 22:00, or null for none
 * @param quietTo their end, as 07:00
 * @param zone of these hours, as Europe/Berlin
 * @param urgentAtOnce whether what is urgent waits for neither
 */
public record NoticeForm(
        boolean mail,

        @Min(value = 0, message = "{form.digest}") @Max(value = 1440, message = "{form.digest}")
        int digestMinutes,

        @Pattern(regexp = HOUR, message = "{form.hour}") @Nullable
        String quietFrom,

        @Pattern(regexp = HOUR, message = "{form.hour}") @Nullable
        String quietTo,

        @NotBlank(message = "{form.zone}") String zone,
        boolean urgentAtOnce) {
    /** What a time of the day looks like. */
    static final String HOUR = "([01][0-9]|2[0-3]):[0-5][0-9]";

    /** What is said of a preference. */
    public static NoticeForm of(NoticePreference said) {
        return new NoticeForm(
                said.mail(),
                said.digestMinutes(),
                said.quietFrom() == null ? null : said.quietFrom().toString(),
                said.quietTo() == null ? null : said.quietTo().toString(),
                said.zone().getId(),
                said.urgentAtOnce());
    }

    /**
     * The preference that is meant.
     *
     * @throws Refusal 422, naming the part that is wrong
     */
    public NoticePreference preference(long version, Words words) {
        ZoneId at;
        try {
            at = ZoneId.of(zone.strip());
        } catch (DateTimeException e) {
            throw Refusal.invalid(List.of(new FieldProblem("/zone", words.text("form.zone"))));
        }
        try {
            return new NoticePreference(mail, digestMinutes, time(quietFrom), time(quietTo), at, urgentAtOnce, version);
        } catch (IllegalArgumentException e) {
            throw Refusal.invalid(List.of(
                    new FieldProblem(quietFrom == null ? "/quietFrom" : "/quietTo", String.valueOf(e.getMessage()))));
        }
    }

    private static @Nullable LocalTime time(@Nullable String typed) {
        return typed == null ? null : LocalTime.parse(typed);
    }
}
