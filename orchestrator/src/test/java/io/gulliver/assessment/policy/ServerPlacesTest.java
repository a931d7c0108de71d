package io.gulliver.assessment.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where databases put their files on a server that is built, without anybody's saying so. */
class ServerPlacesTest {
    @Test
    void redoLogsGoOntoTheVolumesForThem() {
        assertThat(ServerPlaces.of(Map.of("server.redo.volumes", List.of("redo01"))))
                .isEqualTo(Map.of("redo_destination", List.of("/u03/redo")));
        assertThat(ServerPlaces.of(
                        Map.of("server.redo.volumes", List.of("redo01"), "server.redo.mount", "/oracle/redo")))
                .isEqualTo(Map.of("redo_destination", List.of("/oracle/redo/redo")));
    }

    @Test
    void aServerWithoutVolumesForThemSaysNothing() {
        assertThat(ServerPlaces.of(Map.of("server.redo.volumes", List.of()))).isEmpty();
        assertThat(ServerPlaces.of(Map.of())).isEmpty();
    }

    @Test
    void onAsmTheyAreDiskGroups() {
        assertThat(ServerPlaces.of(Map.of("server.storage", "asm", "server.redo.volumes", List.of("redo01"))))
                .isEqualTo(Map.of(
                        "datafile_destination", "+DATA",
                        "recovery_area", "+DATA",
                        "redo_destination", List.of("+REDO")));
        assertThat(ServerPlaces.of(Map.of("server.storage", "asm")))
                .isEqualTo(Map.of("datafile_destination", "+DATA", "recovery_area", "+DATA"));
        assertThat(ServerPlaces.of(Map.of("server.storage", "file-system"))).isEmpty();
    }

    @Test
    void aRecoveryAreaGoesOntoVolumesOfItsOwnWhereThereAreSome() {
        assertThat(ServerPlaces.of(Map.of("server.recovery.volumes", List.of("fra01"))))
                .isEqualTo(Map.of("recovery_area", "/u04/fra"));
        assertThat(ServerPlaces.of(
                        Map.of("server.recovery.volumes", List.of("fra01"), "server.recovery.mount", "/oracle/back")))
                .isEqualTo(Map.of("recovery_area", "/oracle/back/fra"));
        assertThat(ServerPlaces.of(Map.of("server.storage", "asm", "server.recovery.volumes", List.of("fra01"))))
                .isEqualTo(Map.of("datafile_destination", "+DATA", "recovery_area", "+FRA"));
        assertThat(ServerPlaces.of(Map.of("server.recovery.volumes", List.of())))
                .isEmpty();
    }
}
