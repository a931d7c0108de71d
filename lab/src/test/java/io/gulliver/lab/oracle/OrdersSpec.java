package io.gulliver.lab.oracle;

import java.util.List;
import java.util.TreeMap;

/** The small database of 19 that tests of the lab's Oracle look at. */
final class OrdersSpec {
    static final String SYSTEM = "orders@lilliput";

    private OrdersSpec() {}

    /**
     * @param dba who logs on to it, with a password that is {@code a-password}
     * @param features as {@link LabDatabaseSpec} has them
     */
    static LabDatabaseSpec of(String dba, String... features) {
        return new LabDatabaseSpec(
                SYSTEM,
                "lilliput",
                "ORDERS",
                "orders",
                "19.24.0.0.0",
                true,
                LabDatabaseSpec.Kind.NON_CDB,
                "AL32UTF8",
                "AL16UTF16",
                8192,
                true,
                44,
                2,
                7,
                List.of("SHOP"),
                8,
                40,
                List.of(features),
                new TreeMap<>(),
                List.of(new LabAccount(dba, "a-password", List.of("DBA"))));
    }
}
