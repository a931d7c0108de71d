package io.gulliver.ui.people;

import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.Function;
import io.gulliver.domain.people.Right;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What can be said of a person.
 *
 * @param title shown to people
 * @param email or null
 * @param administrator makes programs and people
 * @param disabled lets nobody in by this name
 * @param endsAt from when on, or null
 * @param rights in programs, {@code *} for every
 * @param functions in programs, {@code *} for every
 * @param deputies who acts for the person, from when until when
 */
public record PersonForm(
        @NotBlank(message = "{form.needed}") @Size(max = 200, message = "{form.long}")
        String title,

        @Size(max = 320, message = "{form.long}") @Nullable String email,

        boolean administrator,
        boolean disabled,
        @Nullable Instant endsAt,
        @NotNull @Size(max = 1000, message = "{form.long}") List<@Valid RightLine> rights,
        @NotNull @Size(max = 1000, message = "{form.long}") List<@Valid FunctionLine> functions,
        @NotNull @Size(max = 100, message = "{form.long}") List<@Valid DeputyLine> deputies) {
    private static final String PROGRAM = "\\*|[a-z0-9][a-z0-9-]{0,39}";

    /** A right. */
    public record RightLine(
            @NotNull @Pattern(regexp = PROGRAM) String program,
            @NotNull Right right,
            @Nullable Instant endsAt) {}

    /** A function, by the key that playbooks write. */
    public record FunctionLine(
            @NotNull @Pattern(regexp = PROGRAM) String program,
            @NotNull Function function,
            @Nullable Instant endsAt) {}

    /** A deputy. */
    public record DeputyLine(
            @NotBlank String name,
            @NotNull Instant startsAt,
            @NotNull Instant endsAt) {}

    /** What is said of an account. */
    public static PersonForm of(Account account) {
        return new PersonForm(
                account.title(),
                account.email(),
                account.administrator(),
                account.disabledAt() != null,
                account.endsAt(),
                account.rights().stream()
                        .map(held -> new RightLine(held.program(), held.right(), held.endsAt()))
                        .toList(),
                account.functions().stream()
                        .map(held -> new FunctionLine(held.program(), held.function(), held.endsAt()))
                        .toList(),
                account.deputies().stream()
                        .map(one -> new DeputyLine(one.name(), one.startsAt(), one.endsAt()))
                        .toList());
    }

    Account account(String name, String issuer, String subject, @Nullable Account before, long version, Instant now) {
        Instant since = before == null || before.disabledAt() == null ? now : before.disabledAt();
        return new Account(
                name,
                title.strip(),
                email == null || email.isBlank() ? null : email.strip(),
                issuer,
                subject,
                administrator,
                disabled ? since : null,
                endsAt,
                rights.stream()
                        .map(line -> new Account.HeldRight(line.program(), line.right(), line.endsAt()))
                        .toList(),
                functions.stream()
                        .map(line -> new Account.HeldFunction(line.program(), line.function(), line.endsAt()))
                        .toList(),
                deputies.stream()
                        .map(line -> new Account.Deputy(line.name(), line.startsAt(), line.endsAt()))
                        .toList(),
                version);
    }
}
