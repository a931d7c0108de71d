package io.gulliver.ui.plan;

import io.gulliver.domain.plan.PlanEdit;
import io.gulliver.domain.plan.SavedEdit;
import io.gulliver.domain.plan.TypedPlan;
import io.gulliver.domain.plan.Wave;
import io.gulliver.domain.program.Program;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** What an edit of the plan did, in one line: {@code W3 moved by 7 d later}. */
@Component
class PlanWords {
    private final Words words;

    PlanWords(Words words) {
        this.words = words;
    }

    /** A saved edit, the one that it takes back named with it. */
    String edit(SavedEdit edit, BiFunction<Program, Long, Optional<SavedEdit>> find, Program program, Formats fmt) {
        Long undoes = edit.undoes();
        if (undoes == null) {
            return edit(edit.kind(), edit.before(), edit.after(), fmt);
        }
        return words.text(
                "plan.said.UNDO",
                find.apply(program, undoes)
                        .map(other -> edit(other, find, program, fmt))
                        .orElse(""));
    }

    /**
     * What changes.
     *
     * @param before rows that it changes, as they were
     * @param after the same behind it
     */
    String edit(PlanEdit.Kind kind, TypedPlan before, TypedPlan after, Formats fmt) {
        String wave = Stream.concat(after.waves().stream(), before.waves().stream())
                .map(Wave::key)
                .findFirst()
                .orElse("");
        String database = Stream.concat(after.members().stream(), before.members().stream())
                .map(member -> member.database())
                .findFirst()
                .orElse("");
        return switch (kind) {
            case ADD_WAVE -> words.text("plan.said.ADD_WAVE", wave);
            case CHANGE_WAVE -> {
                Duration moved = moved(before, after);
                yield moved == null
                        ? words.text("plan.said.CHANGE_WAVE", wave)
                        : words.text("plan.said.moved", wave, fmt.coarse(moved.abs()), moved.isNegative() ? 0 : 1);
            }
            case REMOVE_WAVE ->
                words.text(
                        "plan.said.REMOVE_WAVE",
                        before.waves().stream()
                                .filter(one ->
                                        after.waves().stream().noneMatch(other -> other.number() == one.number()))
                                .map(Wave::key)
                                .findFirst()
                                .orElse(""));
            case PLACE ->
                words.text(
                        "plan.said.PLACE",
                        after.members().size(),
                        database,
                        after.members().stream()
                                .map(member -> "W" + member.wave())
                                .findFirst()
                                .orElse(""));
            case PROPOSE ->
                words.text(
                        "plan.said.PROPOSE",
                        after.waves().size(),
                        after.members().size());
            case TAKE_OUT ->
                words.text("plan.said.TAKE_OUT", database, before.members().size());
            case ADD_FREEZE, REMOVE_FREEZE ->
                words.text(
                        "plan.said." + kind,
                        Stream.concat(after.freezes().stream(), before.freezes().stream())
                                .map(freeze -> freeze.reason())
                                .findFirst()
                                .orElse(""));
            case SET_LENGTH, COMPUTE_LENGTH ->
                Stream.concat(after.lengths().stream(), before.lengths().stream())
                        .findFirst()
                        .map(length -> words.text(
                                "plan.said." + kind,
                                words.text("stage." + length.stage()),
                                length.database(),
                                fmt.span(length.duration())))
                        .orElse(words.text("plan.said.nothing"));
            case UNDO -> words.text("plan.said.UNDO", "");
        };
    }

    /** By how much the dates that are typed for a wave move, when nothing else of it changes; else null. */
    private static @Nullable Duration moved(TypedPlan before, TypedPlan after) {
        if (before.waves().size() != 1 || after.waves().size() != 1) {
            return null;
        }
        Wave old = before.waves().get(0);
        Wave wave = after.waves().get(0);
        if (!old.title().equals(wave.title()) || !old.after().equals(wave.after()) || old.state() != wave.state()) {
            return null;
        }
        Duration found = null;
        for (Instant[] pair : new Instant[][] {
            {old.start(), wave.start()}, {old.usersOut(), wave.usersOut()}, {old.goLive(), wave.goLive()}
        }) {
            if (Objects.equals(pair[0], pair[1])) {
                continue;
            }
            if (pair[0] == null || pair[1] == null) {
                return null;
            }
            Duration by = Duration.between(pair[0], pair[1]);
            if (found != null && !found.equals(by)) {
                return null;
            }
            found = by;
        }
        return found;
    }
}
