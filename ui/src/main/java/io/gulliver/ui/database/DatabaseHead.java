package io.gulliver.ui.database;

import io.gulliver.domain.plan.OutageFigures;
import io.gulliver.ui.frame.StageCell;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a database beside its runs.
 *
 * @param name its name
 * @param application it belongs to
 * @param environment production, test, development
 * @param criticality 1 to 4, or null
 * @param wave key of its wave, or null
 * @param moveGroup that it crosses with, or null
 * @param method how it crosses, in people's words, or null
 * @param outage predicted outage, or null
 * @param window agreed outage, or null
 * @param outages predicted and measured, beside the window
 * @param gigabytes used size, or null
 * @param sizeSource who said the size, or null
 * @param missing needs of sizing, method and plan that no fact meets, or null while nobody looked
 * @param openRisks how many risks of it are open
 * @param canBeDone whether it can cross, in a word, or null while nobody looked
 * @param owner who answers for it, or null
 * @param source the machine it comes from
 * @param target the machine it goes to
 * @param stages the six
 * @param slip how much later than agreed its cutover ends, negative when earlier, or null when nothing was agreed
 * @param people who answers for its application, by role
 * @param builtFor of what is built once for several databases, a server or a container: those that land there; null of a
 *     database
 */
public record DatabaseHead(
        String name,
        String application,
        String environment,
        @Nullable Integer criticality,
        @Nullable String wave,
        @Nullable String moveGroup,
        @Nullable String method,
        @Nullable Duration outage,
        @Nullable Duration window,
        OutageFigures outages,
        @Nullable Double gigabytes,
        @Nullable String sizeSource,
        @Nullable Integer missing,
        int openRisks,
        @Nullable String canBeDone,
        @Nullable String owner,
        Bank source,
        Bank target,
        List<StageCell> stages,
        @Nullable Duration slip,
        List<Who> people,
        @Nullable List<String> builtFor) {
    public DatabaseHead {
        stages = List.copyOf(stages);
        people = List.copyOf(people);
        builtFor = builtFor == null ? null : List.copyOf(builtFor);
    }

    /**
     * Of what is built by a run of its own for all that land there.
     *
     * @param name as its runs name it, {@code kind:name}
     */
    public static DatabaseHead shared(String name, List<String> builtFor) {
        Bank none = new Bank(null, List.of());
        return new DatabaseHead(
                name,
                "",
                "",
                null,
                null,
                null,
                null,
                null,
                null,
                OutageFigures.NONE,
                null,
                null,
                null,
                0,
                null,
                null,
                none,
                none,
                List.of(),
                null,
                List.of(),
                builtFor);
    }

    /**
     * One bank of the crossing.
     *
     * @param machine its name, or null when it is not chosen yet
     * @param lines what stands there: release, system, size
     * @param platform as its database names it, where it is another one than x86; else null
     */
    public record Bank(
            @Nullable String machine,
            List<String> lines,
            @Nullable String platform) {
        public Bank {
            lines = List.copyOf(lines);
        }

        public Bank(@Nullable String machine, List<String> lines) {
            this(machine, lines, null);
        }
    }

    /**
     * Somebody who answers for the application.
     *
     * @param role as the inventory names it, for example {@code on_call}
     * @param who a name, a number, a team
     */
    public record Who(String role, String who) {}
}
