package io.gulliver.ui.risks;

import io.gulliver.domain.risk.RiskState;
import io.gulliver.domain.risk.RiskStatement;
import io.gulliver.ui.command.BulkAnswer.Outcome;
import io.gulliver.ui.command.EachChange;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.risks.RegisterAnswer.Line;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Changes owner, day or state of many entries of the register: first said for each, then done for each on its own. */
@Component
public class RegisterChange {
    private final RiskViews risks;
    private final EachChange each;
    private final Words words;

    RegisterChange(RiskViews risks, EachChange each, Words words) {
        this.risks = risks;
        this.each = each;
        this.words = words;
    }

    /**
     * An entry as the order finds it.
     *
     * @param entry or null where the register has none of that key
     * @param now in words, or null
     * @param then in words, or null when it cannot
     * @param why it cannot, or null
     * @param act does it; null when there is nothing to do
     */
    private record Found(
            String id,
            @Nullable RiskView entry,
            @Nullable String now,
            @Nullable String then,
            @Nullable String why,
            @Nullable Consumer<String> act)
            implements EachChange.Found<Line> {
        @Override
        public @Nullable String seen() {
            return entry == null ? null : String.valueOf(entry.version());
        }

        @Override
        public Line line() {
            return line(why != null ? Outcome.REFUSED : act == null ? Outcome.UNCHANGED : Outcome.CHANGES, why);
        }

        @Override
        public Line line(Outcome outcome, @Nullable String reason) {
            boolean open = outcome == Outcome.CHANGES || outcome == Outcome.UNCHANGED;
            return new Line(
                    id,
                    entry == null ? null : entry.title(),
                    outcome,
                    now,
                    outcome == Outcome.REFUSED ? null : then,
                    reason,
                    open ? seen() : null);
        }
    }

    /**
     * What the order would do; nothing is written.
     *
     * @throws Refusal 422 for an order that cannot be read
     */
    public RegisterAnswer preview(String program, RegisterOrder order, Person by) {
        return RegisterAnswer.of(
                order.action(),
                true,
                look(program, order, by).stream().map(Found::line).toList());
    }

    /**
     * Does it, entry by entry. The same again under the same key does nothing twice: an entry that stands so already is not
     * changed.
     *
     * @param seen what the person saw, by key; an entry that stands otherwise is refused, one that is not named is changed as
     *     it stands
     * @throws Refusal 422 for an order that cannot be read
     */
    public RegisterAnswer apply(String program, RegisterOrder order, Map<String, String> seen, String key, Person by) {
        return RegisterAnswer.of(
                order.action(), false, each.apply(look(program, order, by), seen, Map.of(), program, key, by));
    }

    private List<Found> look(String program, RegisterOrder order, Person by) {
        List<FieldProblem> wrong = new ArrayList<>();
        if (order.entries().isEmpty() || order.entries().size() > RegisterAction.MOST) {
            wrong.add(new FieldProblem("/entries", words.text("risks.bulk.size")));
        }
        switch (order.action()) {
            case OWNER -> needed(wrong, "/owner", order.owner());
            case DUE -> needed(wrong, "/due", order.due());
            case STATE -> {
                needed(wrong, "/state", order.state());
                if (order.state() == RiskState.PROPOSED) {
                    wrong.add(new FieldProblem("/state", words.text("risks.bulk.proposed")));
                }
                if (order.state() == RiskState.REJECTED) {
                    needed(wrong, "/reason", order.reason());
                }
            }
        }
        if (!wrong.isEmpty()) {
            throw Refusal.invalid(wrong);
        }
        Map<String, RiskView> entries =
                risks.entries(program).stream().collect(Collectors.toMap(RiskView::id, Function.identity()));
        return order.entries().stream()
                .map(id -> {
                    RiskView entry = entries.get(id);
                    return entry == null
                            ? new Found(id, null, null, null, words.text("risks.bulk.unknown"), null)
                            : look(program, entry, order, by);
                })
                .toList();
    }

    private void needed(List<FieldProblem> wrong, String field, @Nullable Object value) {
        if (value == null) {
            wrong.add(new FieldProblem(field, words.text("form.needed")));
        }
    }

    private Found look(String program, RiskView entry, RegisterOrder order, Person by) {
        return switch (order.action()) {
            case OWNER -> {
                String owner = Objects.requireNonNull(order.owner());
                yield assigned(program, entry, owner(entry.owner()), owner, owner, entry.due(), by);
            }
            case DUE -> {
                LocalDate due = Objects.requireNonNull(order.due());
                yield assigned(
                        program,
                        entry,
                        entry.due() == null
                                ? words.text("risks.bulk.due.none")
                                : entry.due().toString(),
                        due.toString(),
                        entry.owner().isEmpty() ? null : entry.owner(),
                        due,
                        by);
            }
            case STATE -> moved(program, entry, Objects.requireNonNull(order.state()), order, by);
        };
    }

    private String owner(String owner) {
        return owner.isEmpty() ? words.text("risks.bulk.owner.none") : owner;
    }

    /** With another owner or day; what is over keeps what it had. */
    private Found assigned(
            String program,
            RiskView entry,
            String now,
            String then,
            @Nullable String owner,
            @Nullable LocalDate due,
            Person by) {
        if (entry.state().over()) {
            return new Found(entry.id(), entry, now, null, words.text("risks.bulk.over"), null);
        }
        return new Found(
                entry.id(),
                entry,
                now,
                then,
                null,
                now.equals(then)
                        ? null
                        : key -> risks.change(
                                program,
                                entry.id(),
                                entry.version(),
                                statement(entry).ownedBy(owner, due),
                                by.name()));
    }

    private Found moved(String program, RiskView entry, RiskState state, RegisterOrder order, Person by) {
        String now = words.text("risk.state." + entry.state().name());
        String then = words.text("risk.state." + state.name());
        if (entry.state() == state) {
            return new Found(entry.id(), entry, now, then, null, null);
        }
        boolean proposed = entry.state() == RiskState.PROPOSED;
        String why = null;
        if (state == RiskState.REJECTED && !proposed) {
            why = words.text("risks.bulk.reject");
        } else if (state == RiskState.CLOSED && entry.state() != RiskState.OPEN) {
            why = words.text("risks.bulk.close");
        } else if (state == RiskState.OPEN
                && (order.owner() == null && entry.owner().isEmpty() || order.due() == null && entry.due() == null)) {
            why = words.text("risks.bulk.open");
        }
        if (why != null) {
            return new Found(entry.id(), entry, now, null, why, null);
        }
        String reason = order.reason() == null ? "" : order.reason();
        return new Found(entry.id(), entry, now, then, null, key -> {
            if (state == RiskState.REJECTED) {
                risks.reject(program, entry.id(), entry.version(), reason, by.name());
            } else if (proposed) {
                risks.accept(program, entry.id(), entry.version(), order.owner(), order.due(), by.name());
            } else {
                RiskStatement wanted = statement(entry).in(state, reason);
                risks.change(
                        program,
                        entry.id(),
                        entry.version(),
                        state == RiskState.OPEN
                                ? wanted.ownedBy(
                                        order.owner() == null ? entry.owner() : order.owner(),
                                        order.due() == null ? entry.due() : order.due())
                                : wanted,
                        by.name());
            }
        });
    }

    private static RiskStatement statement(RiskView entry) {
        return RiskForm.of(entry).statement(entry.kind());
    }
}
