package io.gulliver.lab.oracle.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.lab.oracle.driver.LabDescriptor.Endpoint;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabDescriptorTest {

    @Test
    void readsADescriptorOverSeveralLinesInAnyCase() {
        LabDescriptor read = LabDescriptor.parse("""
                (description =
                  (connect_timeout = 10)(TRANSPORT_CONNECT_TIMEOUT=500 ms)
                  (ADDRESS_LIST = (FAILOVER = on)
                    (ADDRESS = (PROTOCOL = tcp)(HOST = vip1)(PORT = 1521))
                    (ADDRESS = (PROTOCOL = TCP)(HOST = 2001:db8::1)(PORT = 1522)))
                  (CONNECT_DATA = (SERVICE_NAME = orders.example.com)(INSTANCE_NAME = ORDERS2)(UR = a)))
                """);
        assertThat(read)
                .isEqualTo(new LabDescriptor(
                        java.util.List.of(new Endpoint("vip1", 1521), new Endpoint("2001:db8::1", 1522)),
                        true,
                        "orders.example.com",
                        null,
                        "ORDERS2",
                        true,
                        Duration.ofMillis(500),
                        Duration.ofSeconds(10)));
        assertThat(LabDescriptor.parse(read.request()))
                .isEqualTo(new LabDescriptor(
                        java.util.List.of(), true, "orders.example.com", null, "ORDERS2", true, null, null));
    }

    @Test
    void readsEasyConnectWhichHasNoWordForARestrictedInstance() {
        LabDescriptor read = LabDescriptor.parse("//crete:1521/orders/ORDERS1");
        assertThat(read.endpoints()).containsExactly(new Endpoint("crete", 1521));
        assertThat(read.request())
                .isEqualTo("(DESCRIPTION=(CONNECT_DATA=(SERVICE_NAME=orders)(INSTANCE_NAME=ORDERS1)))");
        assertThat(read.unrestricted()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(DESCRIPTION=(CONNECT_DATA=(SERVICE_NAME=a)(SID=b)))                              | beside SID",
                "(DESCRIPTION=(CONNECT_DATA=(SERVICE_NAME=a)(UR=B)))                               | UR=B",
                "(DESCRIPTION=(UR=A)(CONNECT_DATA=(SERVICE_NAME=a)))                               | UR is not played in DESCRIPTION",
                "(DESCRIPTION=(CONNECT_DATA=(SERVICE_NAME=a)(SERVICE_NAME=b)))                     | stands twice",
                "(DESCRIPTION=(CONNECT_DATA=(SERVICE_NAME=a))                                      | is missing",
                "(DESCRIPTION=(CONNECT_DATA=(SERVICE_NAME=a))))                                    | not balanced",
                "(DESCRIPTION=(CONNECT_DATA=(SERVICE_NAME=)))                                      | no value",
                "(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST=h))(CONNECT_DATA=(SERVICE_NAME=a)))     | an address is",
                "(DESCRIPTION=(CONNECT_TIMEOUT=soon)(CONNECT_DATA=(SERVICE_NAME=a)))               | no time",
                "(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST=h)(PORT=1)))                            | one CONNECT_DATA",
                "host:1521:SID                                                                     | neither"
            })
    void refusesWhatDoesNotBelong(String text, String why) {
        assertThatThrownBy(() -> LabDescriptor.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }
}
