package io.gulliver.activity.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.http.CallLog;
import io.gulliver.adapter.spectrumvirtualize.HttpSpectrumVirtualizeClient;
import io.gulliver.adapter.spectrumvirtualize.SpectrumVirtualizeException;
import io.gulliver.adapter.spectrumvirtualize.SpectrumVirtualizeProperties;
import io.gulliver.contract.storage.StorageLogin;
import io.gulliver.contract.storage.StoragePort;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.spectrumvirtualize.LabArray;
import io.gulliver.lab.spectrumvirtualize.LabArraySpec;
import io.gulliver.lab.spectrumvirtualize.LabArraySpec.PoolSpec;
import io.gulliver.lab.spectrumvirtualize.LabArraySpec.PortsetSpec;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hosts are made in the portset that the landscape names, and it is looked at before anything is made. */
class PortsetStorageTest {
    private static final String ARRAY = "fs-1";
    private static final String PORT = "C050760000000001";
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private LabContext lab;
    private LabArray array;

    @BeforeEach
    void start() {
        lab = LabContext.open(folder.resolve("lab"), LabPace.max(), Clock.systemUTC());
        open("8.5.4.0");
    }

    private void open(String level) {
        array = LabArray.start(
                lab,
                LabArraySpec.of(ARRAY, "gulliver", "secret", List.of(PoolSpec.standard("Pool0", 1L << 40)))
                        .at(
                                level,
                                List.of(
                                        new PortsetSpec("linux", "host", "fc", List.of(1)),
                                        new PortsetSpec("bare", "host", "fc", List.of()),
                                        new PortsetSpec("copies", "replication", "ethernet", List.of()))));
    }

    @AfterEach
    void stop() {
        array.close();
        lab.close();
    }

    private SpectrumVirtualizeStorage storage(@Nullable String portset) {
        return new SpectrumVirtualizeStorage(
                ARRAY,
                new HttpSpectrumVirtualizeClient(
                        new SpectrumVirtualizeProperties(
                                ARRAY,
                                array.uri(),
                                "gulliver",
                                "secret/fs-1",
                                lab.certificates().caFile(),
                                LIMIT,
                                LIMIT,
                                LIMIT),
                        () -> "secret",
                        CallLog.none()),
                portset);
    }

    @Test
    void itsPortsAloneServeTheHostAndAreZoned() {
        SpectrumVirtualizeStorage storage = storage("linux");
        List<String> zoned =
                storage.portsOfHosts().stream().map(StoragePort::wwpn).toList();
        assertThat(storage.ports()).hasSize(4);
        assertThat(zoned)
                .hasSize(2)
                .allMatch(wwpn -> array.targetFabrics().get(wwpn).equals("A"));

        storage.ensureHost("DB01", List.of(PORT));
        array.loggedIn(PORT, true);
        assertThat(storage.logins("DB01"))
                .extracting(StorageLogin::array)
                .as("it is logged in at all four")
                .containsExactlyInAnyOrderElementsOf(zoned);
        assertThat(storage.ensureHost("DB01", List.of(PORT)).wwpns()).containsExactly(PORT);
        assertThat(lab.ledger().entries(ARRAY, "mkhost")).hasSize(1);
    }

    @Test
    void aHostOfThisNameInAnotherPortsetIsSomebodys() {
        storage(null).ensureHost("DB01", List.of(PORT));

        assertThatThrownBy(() -> storage("linux").ensureHost("DB01", List.of(PORT)))
                .isInstanceOf(SpectrumVirtualizeException.class)
                .hasMessageContaining("with portset portset64, wanted linux")
                .hasMessageContaining("Nothing was changed");
        assertThat(storage(null).ensureHost("DB01", List.of(PORT)).name())
                .as("where the landscape names none, any is right")
                .isEqualTo("DB01");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nowhere | Array fs-1 has no portset nowhere; those for hosts over Fibre Channel are [portset64, linux, bare].",
                "copies | Portset copies of array fs-1 is of type replication for ethernet, wanted one of type host for fc.",
                "portset0 | Portset portset0 of array fs-1 is of type host for ethernet, wanted one of type host for fc.",
                "bare | Portset bare of array fs-1 has no Fibre Channel port."
            })
    void onlyOneOfHostsOverFibreChannelWithPortsWillDo(String portset, String words) {
        assertThatThrownBy(() -> storage(portset).portsOfHosts())
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining(words);
        assertThat(lab.ledger().entries(ARRAY, "mkhost")).isEmpty();
    }

    @Test
    void aLevelWithoutPortsetsSaysSo() {
        array.close();
        open("8.4.0.2");

        assertThatThrownBy(() -> storage("linux").portsOfHosts())
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("Array fs-1 has level 8.4.0.2")
                .hasMessageContaining("which has no portsets (Fibre Channel has them from 8.5 on)");
        assertThat(storage(null).portsOfHosts()).isEqualTo(storage(null).ports());
    }
}
