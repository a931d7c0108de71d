package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.adapter.oracle.ConnectDescriptor.Endpoint;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectDescriptorTest {
    private static final Endpoint DB1 = new Endpoint("db1", 1521);
    private static final Endpoint VIP2 = new Endpoint("[2001:db8::2]", 1522);

    private static String url(ConnectDescriptor where, String template) {
        return new OracleSettings(
                        "orders@db1",
                        where,
                        "MOVER",
                        false,
                        template,
                        null,
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(10))
                .url();
    }

    private static ConnectDescriptor service(boolean restricted) {
        return new ConnectDescriptor(List.of(DB1), "orders", null, null, restricted);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "false |      |         | false | (ADDRESS=(PROTOCOL=TCP)(HOST=db1)(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=orders))",
                "true  |      |         | false | (ADDRESS=(PROTOCOL=TCP)(HOST=db1)(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=orders)(UR=A))",
                "true  |      | ORDERS2 | false | (ADDRESS=(PROTOCOL=TCP)(HOST=db1)(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=orders)(INSTANCE_NAME=ORDERS2)(UR=A))",
                "true  | ORCL |         | false | (ADDRESS=(PROTOCOL=TCP)(HOST=db1)(PORT=1521))(CONNECT_DATA=(SID=ORCL)(UR=A))",
                "true  |      |         | true  | (FAILOVER=ON)(ADDRESS_LIST=(ADDRESS=(PROTOCOL=TCP)(HOST=db1)(PORT=1521))(ADDRESS=(PROTOCOL=TCP)(HOST=2001:db8::2)(PORT=1522)))(CONNECT_DATA=(SERVICE_NAME=orders)(UR=A))"
            })
    void writesOneLine(boolean restricted, String sid, String instance, boolean several, String wanted) {
        ConnectDescriptor where = new ConnectDescriptor(
                several ? List.of(DB1, VIP2) : List.of(DB1), sid == null ? "orders" : null, sid, instance, restricted);
        assertThat(where.text(Duration.ofSeconds(9)))
                .isEqualTo("(DESCRIPTION=(CONNECT_TIMEOUT=9)(TRANSPORT_CONNECT_TIMEOUT=5)" + wanted + ")");
        // A reader that we did not write with it finds the same.
        var read = io.gulliver.lab.oracle.driver.LabDescriptor.parse(where.text(Duration.ofSeconds(9)));
        assertThat(read.service()).isEqualTo(sid == null ? "orders" : null);
        assertThat(read.sid()).isEqualTo(sid);
        assertThat(read.instance()).isEqualTo(instance);
        assertThat(read.unrestricted()).isEqualTo(restricted);
        assertThat(read.endpoints()).hasSize(several ? 2 : 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"db1)(PORT=1", "db 1", "db1=x", "", "db1/evil?a=b", "'db1'", "db1\n", "[::1", "(x)"})
    void refusesHostsThatADescriptorWouldReadDifferently(String host) {
        assertThatThrownBy(() -> new ConnectDescriptor(List.of(new Endpoint(host, 1521)), "orders", null, null, true))
                .hasMessageContaining("do not make an address");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"orders)(UR=A", "or ders", "orders=1", "", "\"orders\"", "orders,b", "orders\\", "orders@x"})
    void refusesServicesAndSidsThatADescriptorWouldReadDifferently(String name) {
        assertThatThrownBy(() -> new ConnectDescriptor(List.of(DB1), name, null, null, true))
                .hasMessageContaining("do not make an address");
        assertThatThrownBy(() -> new ConnectDescriptor(List.of(DB1), null, name, null, true))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ConnectDescriptor(List.of(DB1), "orders", null, name, true))
                .hasMessageContaining("no name of an instance");
    }

    @Test
    void namesAServiceOrASid() {
        assertThatThrownBy(() -> new ConnectDescriptor(List.of(DB1), "orders", "ORDERS", null, true))
                .hasMessageContaining("either a service or a SID");
        assertThatThrownBy(() -> new ConnectDescriptor(List.of(DB1), null, null, null, true))
                .hasMessageContaining("either a service or a SID");
        assertThatThrownBy(() -> new ConnectDescriptor(List.of(), "orders", null, null, true))
                .hasMessageContaining("has a host");
    }

    @Test
    void anEasyConnectTemplateGivesWayWhereItLacksTheWords() {
        String easy = "jdbc:oracle:thin:@//{host}:{port}/{service}";
        assertThat(url(service(false), easy)).isEqualTo("jdbc:oracle:thin:@//db1:1521/orders");
        assertThat(url(service(true), easy))
                .startsWith("jdbc:oracle:thin:@(DESCRIPTION=(")
                .contains("(HOST=db1)(PORT=1521)")
                .endsWith("(UR=A)))");
        assertThat(url(new ConnectDescriptor(List.of(DB1, VIP2), "orders", null, null, false), easy))
                .contains("(HOST=2001:db8::2)(PORT=1522)")
                .doesNotContain("UR=");
        // Everything behind one relay: its fixed place stands for each address.
        assertThat(url(
                        new ConnectDescriptor(List.of(DB1, new Endpoint("db2", 1521)), "orders", null, null, true),
                        "jdbc:oracle:thin:@//relay:{port}/{service}"))
                .contains("(ADDRESS=(PROTOCOL=TCP)(HOST=relay)(PORT=1521))(CONNECT_DATA=");
    }

    @Test
    void adescriptorOfTheOperatorIsTakenAsItIs() {
        String own = "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(PROTOCOL=TCPS)(HOST={host})(PORT={port}))"
                + "(CONNECT_DATA=(SERVICE_NAME={service})))";
        assertThat(url(service(true), own)).endsWith("(HOST=db1)(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=orders)))");
        assertThat(url(new ConnectDescriptor(List.of(DB1), "orders", null, "ORDERS2", true), own))
                .endsWith("(SERVICE_NAME=orders)(INSTANCE_NAME=ORDERS2)))");
        assertThat(url(new ConnectDescriptor(List.of(DB1), null, "ORCL", null, true), own))
                .endsWith("(CONNECT_DATA=(SID=ORCL)))");
        assertThatThrownBy(() -> url(
                        new ConnectDescriptor(List.of(DB1), null, "ORCL", null, true),
                        "jdbc:oracle:thin:@tcps://{host}:{port}/{service}?wallet_location=/w"))
                .hasMessageContaining("the template has {descriptor}");
    }
}
