package io.gulliver.ui.plan;

import io.gulliver.domain.plan.Wave;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.format.annotation.DateTimeFormat;

/**
 * The form of a wave.
 *
 * @param number 1 or more; not looked at when an existing wave is changed
 * @param title for people
 * @param start when its first stage may begin, in the program's zone; null while not planned
 * @param after waves that must have ended before, as {@code W1, W2}
 * @param state how firm it is
 * @param usersOut T of its databases, in the program's zone; null for as early as the stages before allow
 * @param goLive users in again, from which T follows; one of the two at most
 * @param version the version that the form was filled from; null for a new wave
 */
record WaveForm(
        @NotNull(message = "{form.needed}")
        @Min(value = 1, message = "{form.wave.number}")
        @Max(value = 9999, message = "{form.wave.number}")
        @Nullable
        Integer number,

        @NotBlank(message = "{form.needed}") @Size(max = 200, message = "{form.long}") @Nullable
        String title,

        @DateTimeFormat(iso = DateTimeFormat.ISO.DATE_TIME) @Nullable
        LocalDateTime start,

        @Nullable String after,
        Wave.@Nullable State state,

        @DateTimeFormat(iso = DateTimeFormat.ISO.DATE_TIME) @Nullable
        LocalDateTime usersOut,

        @DateTimeFormat(iso = DateTimeFormat.ISO.DATE_TIME) @Nullable
        LocalDateTime goLive,

        @Nullable Long version) {
    static WaveForm of(Wave wave, ZoneId zone) {
        return new WaveForm(
                wave.number(),
                wave.title(),
                local(wave.start(), zone),
                keys(wave.after()),
                wave.state(),
                local(wave.usersOut(), zone),
                local(wave.goLive(), zone),
                wave.version());
    }

    private static @Nullable LocalDateTime local(@Nullable Instant at, ZoneId zone) {
        return at == null ? null : LocalDateTime.ofInstant(at, zone);
    }

    /** The title without what stands around it. */
    String name() {
        return title == null ? "" : title.strip();
    }

    static String keys(List<Integer> numbers) {
        return numbers.stream().map(number -> "W" + number).collect(Collectors.joining(", "));
    }
}
