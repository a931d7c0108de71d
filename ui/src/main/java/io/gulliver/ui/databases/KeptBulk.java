package io.gulliver.ui.databases;

import io.gulliver.ui.command.BulkAnswer;
import io.gulliver.ui.command.BulkChange;
import io.gulliver.ui.command.BulkOrder;
import io.gulliver.ui.command.KeptOrders;
import io.gulliver.ui.person.Person;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Orders of a person that concern many databases, see {@link KeptOrders}. */
@Component
class KeptBulk {
    private static final String KIND = "bulk";

    private final KeptOrders orders;
    private final BulkChange bulk;

    KeptBulk(KeptOrders orders, BulkChange bulk) {
        this.orders = orders;
        this.bulk = bulk;
    }

    /**
     * An order with what is known of it.
     *
     * @param program that it was given in
     * @param back address of the grid that it was given on
     * @param answer what it would do, or did
     */
    record Kept(String program, String back, BulkOrder order, BulkAnswer answer) {}

    /** Looks what an order would do, and keeps that; answers its key. Throws as {@link BulkChange#preview}. */
    String preview(String program, String back, BulkOrder order, Person by) {
        return orders.keep(KIND, by, new Kept(program, back, order, bulk.preview(program, order, by)));
    }

    /** The result of an order of this person when there is one, or else what was shown of it. */
    Optional<Kept> find(String program, String key, Person by) {
        return orders.find(KIND, key, by, Kept.class)
                .filter(kept -> kept.program().equals(program));
    }

    /**
     * Does an order as it was shown; one that is done already stays as it is. What was shown as refused is not tried.
     *
     * @param shown as {@link #find} answered it
     */
    void apply(String key, Kept shown, Person by) {
        orders.once(key, by, () -> {
            BulkAnswer before = shown.answer();
            Map<String, String> seen = before.databases().stream()
                    .filter(line -> line.seen() != null)
                    .collect(Collectors.toMap(BulkAnswer.Line::database, BulkAnswer.Line::seen));
            Map<String, BulkAnswer.Line> refused = before.databases().stream()
                    .filter(line -> line.outcome() == BulkAnswer.Outcome.REFUSED)
                    .collect(Collectors.toMap(BulkAnswer.Line::database, line -> line));
            BulkAnswer after = bulk.apply(shown.program(), shown.order(), seen, refused, key, by);
            return new Kept(shown.program(), shown.back(), shown.order(), after);
        });
    }
}
