package io.gulliver.lab.oracle.tns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Bytes in and out of the front door, written here by the places that the sources name. */
class TnsFrontDoorTest {
    private static final String DESCRIPTOR = "(DESCRIPTION=(CONNECT_DATA=(SERVICE_NAME=orders)(UR=A)))";

    private static byte[] connect(int announced, String data) {
        byte[] text = data.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer packet = ByteBuffer.allocate(74 + text.length);
        packet.putShort((short) packet.capacity())
                .putShort((short) 0)
                .put((byte) 1)
                .put((byte) 0);
        packet.putShort(8, (short) 319).putShort(10, (short) 300).putShort(14, (short) 8192);
        packet.putShort(24, (short) announced).putShort(26, (short) 74);
        return packet.position(74).put(text).array();
    }

    private static byte[] data(String part) {
        ByteBuffer packet = ByteBuffer.allocate(10 + part.length());
        packet.putShort((short) packet.capacity())
                .putShort((short) 0)
                .put((byte) 6)
                .put((byte) 0);
        return packet.position(10).put(part.getBytes(StandardCharsets.US_ASCII)).array();
    }

    private static byte[] said(TnsFrontDoor door, byte[]... sent) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), door.port())) {
            for (byte[] packet : sent) {
                socket.getOutputStream().write(packet);
            }
            socket.shutdownOutput();
            return socket.getInputStream().readAllBytes();
        }
    }

    @Test
    void aRefusalHasThePlacesOfThePacketThatARealListenerSent() throws IOException {
        try (TnsFrontDoor door = TnsFrontDoor.open(Answer.refused(12514))) {
            byte[] answer = said(door, connect(DESCRIPTOR.length(), DESCRIPTOR));
            String text = "(DESCRIPTION=(TMP=)(VSNNUM=352321536)(ERR=12514)(ERROR_STACK=(ERROR=(CODE=12514)(EMFI=4))))";
            // Packet length 103, type 4, reasons 0x22 and 0, data length 91: as printed for a 21c XE.
            assertThat(Arrays.copyOf(answer, 12)).containsExactly(0, 103, 0, 0, 4, 0, 0, 0, 0x22, 0, 0, 91);
            assertThat(new String(answer, 12, answer.length - 12, StandardCharsets.US_ASCII))
                    .isEqualTo(text);
            assertThat(door.received()).containsExactly(new ConnectRequest(319, 300, 8192, false, false, DESCRIPTOR));
        }
    }

    @Test
    void connectDataThatComeInPiecesArePutTogether() throws IOException {
        String whole = DESCRIPTOR.replace("orders", "orders." + "x".repeat(300));
        try (TnsFrontDoor door = TnsFrontDoor.open(Answer.refused(12514))) {
            said(door, connect(whole.length(), ""), data(whole.substring(0, 120)), data(whole.substring(120)));
            assertThat(door.received()).containsExactly(new ConnectRequest(319, 300, 8192, false, true, whole));
        }
    }

    @Test
    void anAddressAloneIsSentAsTheAdministratorsGuideShowsIt() throws IOException {
        try (TnsFrontDoor door = TnsFrontDoor.open(Answer.redirectedByAddress("sales-server", 1521))) {
            byte[] answer = said(door, connect(DESCRIPTOR.length(), DESCRIPTOR));
            // "Received 76 bytes - Redirect packet. Redirect data length: 66", less the blanks of its print.
            String address = "(ADDRESS=(PROTOCOL=tcp)(HOST=sales-server)(PORT=1521))";
            assertThat(answer).hasSize(10 + address.length());
            assertThat(Arrays.copyOf(answer, 10))
                    .containsExactly(0, 10 + address.length(), 0, 0, 5, 0, 0, 0, 0, address.length());
        }
    }

    @Test
    void whatIsNoRequestIsNeitherKeptNorAnswered() throws IOException {
        try (TnsFrontDoor door = TnsFrontDoor.open(Answer.refused(12514))) {
            assertThat(said(door, "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII)))
                    .isEmpty();
            assertThat(said(door, data(DESCRIPTOR))).isEmpty();
            assertThat(said(door, connect(DESCRIPTOR.length() + 5, DESCRIPTOR))).isEmpty();
            assertThat(said(door, new byte[] {0, 3, 0, 0, 1, 0, 0, 0})).isEmpty();
            assertThat(door.received()).isEmpty();
        }
    }

    @Test
    void aClosedDoorEndsTheConnectionsThatWait() throws IOException {
        TnsFrontDoor door = TnsFrontDoor.open(Answer.silence());
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), door.port())) {
            socket.getOutputStream().write(connect(DESCRIPTOR.length(), DESCRIPTOR));
            await().until(() -> door.received().size() == 1);
            door.close();
            DataInputStream in = new DataInputStream(socket.getInputStream());
            int next;
            try {
                next = in.read();
            } catch (IOException reset) {
                next = -1;
            }
            assertThat(next).isEqualTo(-1);
        }
    }
}
