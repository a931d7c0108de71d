package io.gulliver.ui.risks;

import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.Function;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.persistence.view.AccountReader;
import io.gulliver.persistence.view.PlanReader;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Entries of a register as they are asked for, by the program's own time, and who may answer for one. */
@Component
public class Register {
    private final RiskViews risks;
    private final PlanReader plan;
    private final AccountReader accounts;
    private final ProgramCalendar calendar;

    Register(RiskViews risks, PlanReader plan, AccountReader accounts, ProgramCalendar calendar) {
        this.risks = risks;
        this.plan = plan;
        this.accounts = accounts;
        this.calendar = calendar;
    }

    /** The day that due dates are compared with. */
    LocalDate today(String program) {
        return LocalDate.ofInstant(calendar.now(program), ZoneOffset.UTC);
    }

    /** Those that are asked for, the heaviest first. */
    public List<RiskView> list(String program, RegisterQuery query) {
        return narrowed(program, risks.entries(program), query);
    }

    List<RiskView> narrowed(String program, List<RiskView> entries, RegisterQuery query) {
        Set<String> members = query.wave() == null
                ? Set.of()
                : plan.members(program).stream()
                        .filter(member -> member.wave() == query.wave())
                        .map(WaveMember::database)
                        .collect(Collectors.toSet());
        LocalDate today = today(program);
        Instant since =
                query.changed() == null ? Instant.MIN : calendar.now(program).minus(Duration.ofDays(query.changed()));
        return entries.stream()
                .filter(one -> query.kind() == null || one.kind() == query.kind())
                .filter(one -> query.state() == null || one.state() == query.state())
                .filter(one -> query.owner() == null
                        || query.owner().equals(one.owner())
                        || query.owner().equals("-") && one.owner().isEmpty())
                .filter(one -> !query.late() || one.late(today))
                .filter(one -> !one.changedAt().isBefore(since))
                .filter(one -> query.wave() == null || one.databases().stream().anyMatch(members::contains))
                .filter(one -> query.database() == null
                        || one.databases().stream().anyMatch(query.database()::equalsIgnoreCase))
                .toList();
    }

    /** Numbers of the waves of a program. */
    List<Integer> waves(String program) {
        return List.copyOf(new TreeSet<>(
                plan.members(program).stream().map(WaveMember::wave).toList()));
    }

    /** Who may answer for an entry: people who may log in and see the program, by name, and functions, by key. */
    List<String> owners(String program) {
        return Stream.concat(
                        accounts.list().stream()
                                .map(Account::name)
                                .filter(name -> accounts.access(name).sees(program))
                                .sorted(Comparator.naturalOrder()),
                        Stream.of(Function.values()).map(Function::key))
                .toList();
    }
}
