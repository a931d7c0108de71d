package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gulliver.lab.oracle.tns.Answer;
import io.gulliver.lab.oracle.tns.ConnectRequest;
import io.gulliver.lab.oracle.tns.TnsFrontDoor;
import io.gulliver.testing.ContractTools;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The same descriptors by two clients that we did not write, ojdbc and python-oracledb (thin): both must say the same to a
 * listener, and hear the same from it.
 */
@Tag("process")
class TwoClientsTest {
    private static final Path SCRIPT = Path.of("..", "src", "test", "clients", "connect_oracle.py");
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** What each client says of itself. */
    private static final Pattern OWN = Pattern.compile("\\(CID=(?:\\([^)]*\\))*\\)|\\(CONNECTION_ID=[^)]*\\)");

    private static final Pattern CONNECT_DATA = Pattern.compile("\\(CONNECT_DATA=((?:\\([^)]*\\))*)\\)");

    @TempDir
    private Path folder;

    @BeforeAll
    static void tools() {
        ContractTools.required();
    }

    private record Heard(String code, String words) {}

    /** What python-oracledb made of each descriptor. */
    private List<Heard> python(List<String> descriptors) throws IOException, InterruptedException {
        Path input = Files.write(folder.resolve("descriptors"), descriptors);
        Path output = folder.resolve("heard");
        Path errors = folder.resolve("errors");
        Process process = new ProcessBuilder(ContractTools.program("python").toString(), SCRIPT.toString())
                .redirectInput(input.toFile())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES))
                    .as("ended, having said: " + Files.readString(output))
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
        List<Heard> heard = new ArrayList<>();
        for (String line : Files.readAllLines(output, StandardCharsets.UTF_8)) {
            JsonNode one = JSON.readTree(line);
            heard.add(new Heard(one.get("code").asString(), one.get("words").asString()));
        }
        assertThat(heard).hasSameSizeAs(descriptors);
        return heard;
    }

    private static SQLException java(String descriptor) throws SQLException {
        String url = "jdbc:oracle:thin:@" + descriptor;
        Driver driver = DriverManager.getDriver(url);
        Properties properties = new Properties();
        properties.setProperty("user", "reader");
        properties.setProperty("password", "a-password-to-blank");
        properties.setProperty("oracle.net.CONNECT_TIMEOUT", "10000");
        properties.setProperty("oracle.jdbc.ReadTimeout", "10000");
        return catchThrowableOfType(
                SQLException.class, () -> driver.connect(url, properties).close());
    }

    /** What of the connect data is not about the client itself, in an order that both may choose. */
    private static List<String> asked(ConnectRequest request) {
        String descriptor = OWN.matcher(request.descriptor()).replaceAll("");
        Matcher data = CONNECT_DATA.matcher(descriptor);
        assertThat(data.find()).as(descriptor).isTrue();
        return Pattern.compile("\\([^)]*\\)")
                .matcher(data.group(1))
                .results()
                .map(result -> result.group().toUpperCase(Locale.ROOT))
                .sorted()
                .toList();
    }

    private static String descriptor(int port, String data) {
        return "(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST=127.0.0.1)(PORT=" + port + "))(CONNECT_DATA=" + data + "))";
    }

    private static String productOf(int port) {
        return new OracleSettings(
                        "orders",
                        "127.0.0.1",
                        port,
                        "orders",
                        "reader",
                        false,
                        OracleSettings.ORACLE_URL,
                        null,
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(5))
                .url()
                .substring("jdbc:oracle:thin:@".length());
    }

    @Test
    void bothAskTheListenerForTheSame() throws Exception {
        try (TnsFrontDoor door = TnsFrontDoor.open(Answer.refused(12514))) {
            int port = door.port();
            List<String> descriptors = List.of(
                    productOf(port),
                    descriptor(port, "(SERVICE_NAME=orders)(INSTANCE_NAME=ORDERS2)(UR=A)"),
                    descriptor(port, "(SERVICE_NAME=orders)"),
                    descriptor(port, "(SERVICE_NAME=orders)(UR=A)"),
                    descriptor(port, "(SID=ORDERS)(UR=A)"),
                    descriptor(port, "(SERVICE_NAME=orders)(SERVER=DEDICATED)(UR=A)"),
                    descriptor(port, "(SERVICE_NAME=" + "department.".repeat(20) + "example.com)(UR=A)"));
            for (String descriptor : descriptors) {
                java(descriptor);
            }
            List<ConnectRequest> byJava = door.received();
            python(descriptors);
            List<ConnectRequest> byPython =
                    door.received().subList(byJava.size(), door.received().size());
            assertThat(byJava).hasSameSizeAs(descriptors);
            assertThat(byPython).hasSameSizeAs(descriptors);
            for (int i = 0; i < descriptors.size(); i++) {
                assertThat(asked(byPython.get(i))).as(descriptors.get(i)).isEqualTo(asked(byJava.get(i)));
            }
            int last = descriptors.size() - 1;
            assertThat(byJava.get(last).apart()).as("what is long comes apart").isTrue();
            assertThat(byPython.get(last).apart())
                    .as("what is long comes apart")
                    .isTrue();
            assertThat(asked(byJava.get(0))).containsExactly("(SERVICE_NAME=ORDERS)", "(UR=A)");
        }
    }

    @Test
    void bothHearTheSameRefusal() throws Exception {
        List<Integer> codes = List.of(12505, 12514, 12516, 12526, 12527, 12528);
        Answer[] answers = codes.stream()
                .flatMap(code -> List.of(Answer.refused(code), Answer.refused(code)).stream())
                .toArray(Answer[]::new);
        try (TnsFrontDoor door = TnsFrontDoor.open(answers)) {
            for (int code : codes) {
                String descriptor =
                        descriptor(door.port(), code == 12505 ? "(SID=ORDERS)(UR=A)" : "(SERVICE_NAME=orders)(UR=A)");
                assertThat(java(descriptor).getErrorCode()).isEqualTo(code);
                assertThat(python(List.of(descriptor)).get(0).words()).contains("Similar to ORA-" + code);
            }
        }
    }

    @Test
    void bothFollowARedirectAndSendAgainWhatIsAskedForAgain() throws Exception {
        try (TnsFrontDoor node = TnsFrontDoor.open(Answer.refused(12528));
                TnsFrontDoor scan = TnsFrontDoor.open(
                        Answer.resend(),
                        Answer.redirected("127.0.0.1", node.port()),
                        Answer.resend(),
                        Answer.redirected("127.0.0.1", node.port()))) {
            String descriptor = descriptor(scan.port(), "(SERVICE_NAME=orders)(UR=A)");
            assertThat(java(descriptor).getErrorCode()).isEqualTo(12528);
            assertThat(python(List.of(descriptor)).get(0).words()).contains("ORA-12528");
            assertThat(scan.received()).hasSize(4);
            assertThat(node.received()).hasSize(2).allSatisfy(request -> {
                assertThat(request.redirected()).isTrue();
                assertThat(asked(request)).containsExactly("(SERVICE_NAME=ORDERS)", "(UR=A)");
            });
        }
    }

    @Test
    void bothTryTheSecondAddressWhereTheFirstIsDeadOrHangsUp() throws Exception {
        int dead;
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            dead = gone.getLocalPort();
        }
        // Cut in the middle of a packet, python-oracledb 26.1 takes the rest for the beginning of the next listener's
        // answer.
        try (TnsFrontDoor hangingUp = TnsFrontDoor.open(Answer.cut(0));
                TnsFrontDoor second = TnsFrontDoor.open(Answer.refused(12514))) {
            for (int first : List.of(dead, hangingUp.port())) {
                int before = second.received().size();
                String descriptor = "(DESCRIPTION=(FAILOVER=ON)(LOAD_BALANCE=OFF)(ADDRESS_LIST=(ADDRESS=(PROTOCOL=TCP)"
                        + "(HOST=127.0.0.1)(PORT=" + first + "))(ADDRESS=(PROTOCOL=TCP)(HOST=127.0.0.1)(PORT="
                        + second.port() + ")))(CONNECT_DATA=(SERVICE_NAME=orders)(UR=A)))";
                assertThat(java(descriptor).getErrorCode()).isEqualTo(12514);
                assertThat(python(List.of(descriptor)).get(0).words()).contains("Similar to ORA-12514");
                assertThat(second.received()).hasSize(before + 2);
            }
        }
    }
}
