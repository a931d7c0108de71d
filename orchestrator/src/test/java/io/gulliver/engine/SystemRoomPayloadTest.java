package io.gulliver.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gulliver.contract.activity.CheckedSystem;
import io.gulliver.contract.activity.SystemCheck;
import io.gulliver.contract.activity.SystemRoom;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The question for the room of a system, and its answer, between processes of this release and of the one before. */
class SystemRoomPayloadTest {
    private final ObjectMapper mapper = Payloads.mapper();

    private <T> T through(T value, Class<T> type) throws JsonProcessingException {
        return mapper.readValue(mapper.writeValueAsString(value), type);
    }

    @Test
    void questionAndAnswerArriveAsTheyWereSent() throws JsonProcessingException {
        SystemCheck asked = SystemCheck.of("hmc", "hmc1").withRoom(List.of());
        assertThat(through(asked, SystemCheck.class)).isEqualTo(asked);
        SystemCheck ofPools = SystemCheck.of("feilong", "zvm1").withRoom(List.of("ECKD:SYSTEM"));
        assertThat(through(ofPools, SystemCheck.class)).isEqualTo(ofPools);
        CheckedSystem answer = CheckedSystem.good("Logged on.")
                .having(List.of(
                        SystemRoom.of("CPC1", SystemRoom.MEMORY, 1024, 512.5),
                        SystemRoom.unread("CPC2", SystemRoom.IFLS, "It did not answer.")));
        assertThat(through(answer, CheckedSystem.class)).isEqualTo(answer);
    }

    @Test
    void whatTheReleaseBeforeAsksNamesNoPools() throws JsonProcessingException {
        assertThat(mapper.readValue(
                                "{\"kind\":\"hmc\",\"name\":\"hmc1\",\"host\":null,\"port\":0,\"service\":null,\"room\":true}",
                                SystemCheck.class)
                        .pools())
                .isNull();
    }

    @Test
    void whatTheReleaseBeforeSaysHasNoRoom() throws JsonProcessingException {
        assertThat(mapper.readValue(
                                "{\"kind\":\"hmc\",\"name\":\"hmc1\",\"host\":null,\"port\":0,\"service\":null}",
                                SystemCheck.class)
                        .room())
                .isNull();
        assertThat(mapper.readValue(
                                "{\"good\":true,\"code\":null,\"message\":\"Logged on.\",\"advice\":null}",
                                CheckedSystem.class)
                        .rooms())
                .isNull();
    }
}
