package io.gulliver.assessment.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.domain.landscape.AddressPool;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerAddressTest {
    private static Map<String, String> answer(String part, String value) {
        Map<String, String> answer = new TreeMap<>(Map.of(
                "server_name", "lnx01.db.bank.example",
                "server_address", "10.20.30.41/24",
                "gateway", "10.20.30.1",
                "vlan", "312",
                "name_servers", "10.1.1.53, 10.1.2.53:5353",
                "time_servers", "ntp1.bank.example 10.1.1.123"));
        answer.put(part, value);
        return answer;
    }

    @Test
    void anAnswerThatFitsTogetherIsReadAndComesBackAsItWas() {
        Map<String, String> answer = answer("vlan", "none");
        assertThat(AddressAnswer.problems(answer)).isEmpty();
        ServerAddress read = AddressAnswer.read(answer);
        assertThat(read.host()).isEqualTo("10.20.30.41");
        assertThat(read.vlan()).isNull();
        assertThat(read.nameServers()).containsExactly("10.1.1.53", "10.1.2.53:5353");
        assertThat(AddressAnswer.read(AddressAnswer.of(read))).isEqualTo(read);
        assertThat(AddressAnswer.of(read).keySet()).isEqualTo(AddressAnswer.PARTS);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "", textBlock = """
            server_name    | lnx01                | name of a host with its domain
            server_name    | lnx_01.bank.example  | name of a host with its domain
            server_name    | 10.20.30.41          | name of a host with its domain
            server_address | 10.20.30.41          | no prefix length
            server_address | 10.20.30.41/33       | no prefix length; wanted 1 to 32
            server_address | 10.20.30.256/24      | no IP address
            server_address | 010.20.30.41/24      | no IP address
            server_address | 10.20.30.0/24        | the network itself or its broadcast address
            server_address | 10.20.30.255/24      | the network itself or its broadcast address
            server_address | 10.20.31.41/24       | does not lie in network 10.20.31.0/24
            server_address | lnx01/24             | no IP address
            gateway        | 10.20.31.1           | does not lie in network 10.20.30.0/24
            gateway        | 10.20.30.41          | address and gateway are both
            gateway        | 2001:db8::1          | does not lie in network
            vlan           | 4095                 | wanted 1 to 4094
            vlan           | 0                    | wanted 1 to 4094
            vlan           | trunk                | wanted 1 to 4094, or none
            name_servers   | dns1.bank.example    | no IP address
            name_servers   | 10.1.1.53:0          | no port
            time_servers   | -                    | neither a name nor an address
            time_servers   | ,                    | no time server is given
            name_servers   | ,                    | no name server is given
            """)
    void anAnswerThatDoesNotFitSaysWhatDoesNot(String part, String value, String why) {
        assertThat(AddressAnswer.problems(answer(part, value)).values())
                .anySatisfy(problem -> assertThat(problem).contains(why));
    }

    @Test
    void ofIpv6TheLastAddressIsOneLikeOthers() {
        Map<String, String> answer = answer("server_address", "2001:db8:0:1:ffff:ffff:ffff:ffff/64");
        answer.put("gateway", "2001:db8:0:1::1");
        answer.put("name_servers", "[2001:db8::53]:5353, 2001:db8::54");
        assertThat(AddressAnswer.problems(answer)).isEmpty();
        answer.put("gateway", "2001:db8:0:2::1");
        assertThat(AddressAnswer.problems(answer)).containsKey("gateway");
    }

    @Test
    void aSubnetHoldsItsAddressesAndNoOthers() {
        Random random = new Random(1726);
        for (int i = 0; i < 2000; i++) {
            int prefix = 8 + random.nextInt(23);
            long base = random.nextLong(0x1_0000_0000L) >>> 32 - prefix << 32 - prefix;
            long size = 1L << 32 - prefix;
            Subnet subnet = Subnet.parse(dotted(base) + "/" + prefix);
            long place = random.nextLong(size);
            assertThat(subnet.holds(Subnet.address(dotted(base + place))))
                    .as(subnet + " and " + dotted(base + place))
                    .isEqualTo(place > 0 && place < size - 1);
            if (base + size < 0x1_0000_0000L) {
                assertThat(subnet.holds(Subnet.address(dotted(base + size)))).isFalse();
            }
            assertThat(Subnet.around(Subnet.address(dotted(base + place)), prefix))
                    .isEqualTo(subnet);
        }
        assertThatThrownBy(() -> Subnet.parse("10.20.30.5/24"))
                .hasMessageContaining("is an address within a subnet; the subnet is 10.20.30.0/24");
        assertThat(Subnet.parse("10.20.30.4/31").holds(Subnet.address("10.20.30.5")))
                .isTrue();
    }

    private static String dotted(long address) {
        return (address >> 24 & 255) + "." + (address >> 16 & 255) + "." + (address >> 8 & 255) + "." + (address & 255);
    }

    private static AddressPool pool(String first, String last, String gateway) {
        return new AddressPool(
                "db",
                "10.20.30.0/24",
                first,
                last,
                gateway,
                312,
                "db.bank.example",
                List.of("10.1.1.53"),
                List.of("10.1.1.1"));
    }

    @Test
    void aPoolGivesWhatLiesInItButItsGateway() {
        AddressPool pool = pool("10.20.30.40", "10.20.30.43", "10.20.30.41");
        assertThat(AddressPools.problems(pool)).isEmpty();
        assertThat(AddressPools.addresses(pool)).containsExactly("10.20.30.40", "10.20.30.42", "10.20.30.43");
        assertThat(AddressPools.of(pool, "LNX01", "10.20.30.42").problems()).isEmpty();
        assertThat(AddressPools.of(pool, "LNX01", "10.20.30.42").name()).isEqualTo("lnx01.db.bank.example");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            10.20.30.43 | 10.20.30.40  | 10.20.30.1  | no addresses
            10.20.30.40 | 10.20.31.43  | 10.20.30.1  | with 10.20.31.43: gateway 10.20.30.1 does not lie
            10.20.30.40 | 10.20.30.255 | 10.20.30.1  | with 10.20.30.255: 10.20.30.255/24 is the network itself
            10.20.30.40 | 2001:db8::1  | 10.20.30.1  | no addresses
            10.20.30.40 | 10.99.30.40  | 10.20.30.1  | more than 4096
            10.20.30.40 | 10.20.30.41  | 10.21.30.1  | does not lie in network
            """)
    void aPoolThatGivesNoAddressIsRefused(String first, String last, String gateway, String why) {
        assertThat(AddressPools.problems(pool(first, last, gateway)))
                .anySatisfy(problem -> assertThat(problem).contains(why));
    }
}
