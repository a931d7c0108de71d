package io.gulliver.adapter.hmc;

import io.gulliver.adapter.hmc.model.PartitionSpec;
import io.gulliver.adapter.hmc.model.StorageGroupSpec;
import io.gulliver.adapter.hmc.model.StorageVolumeSpec;
import io.gulliver.adapter.http.CallLog;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.hmc.LabHmc;
import io.gulliver.lab.hmc.LabHmcSetup;
import io.gulliver.lab.hmc.LabHmcSetup.Machine;
import io.gulliver.lab.hmc.PartitionListener;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A lab with one HMC and one machine (8 IFLs, 16 GiB), and a client of it; built fresh for each test. */
final class LabBench implements AutoCloseable {

    static final String SYSTEM = "hmc-1";
    static final String USER = "gulliver";
    static final String PASSWORD = "canary-hmc-password";
    static final String KEY = "step-key";

    final LabContext context;
    final LabHmc lab;
    final HttpHmcClient client;
    final List<CallLog.Call> calls = new CopyOnWriteArrayList<>();

    LabBench(Path directory) {
        this(directory, PartitionListener.none(), machine("A1"));
    }

    LabBench(Path directory, PartitionListener listener) {
        this(directory, listener, machine("A1"));
    }

    /** @param machines of which one is A1 */
    LabBench(Path directory, PartitionListener listener, Machine... machines) {
        context = LabContext.open(directory, LabPace.max(), Clock.systemUTC());
        lab = LabHmc.start(context, SYSTEM, LabHmcSetup.of(USER, PASSWORD, machines), listener);
        client = client(lab.uri(), context.certificates().caFile(), PASSWORD, calls::add);
    }

    /** A machine with cards for FCP and FICON, and a control unit of volumes 00 to 0f and aliases f8 to ff. */
    static Machine machine(String name) {
        return new Machine(
                name, 8, 16_384, 10, true, 2, 1, 2, List.of(new LabHmcSetup.ControlUnit("ds-1", "20", "0f", "f8")));
    }

    /** A client with time limits that suit a test: short, since the lab hangs on purpose. */
    static HttpHmcClient client(URI uri, Path caFile, String password, CallLog log) {
        return new HttpHmcClient(
                new HmcProperties(SYSTEM, uri, USER, caFile, Duration.ofSeconds(5), Duration.ofSeconds(3)),
                () -> password,
                log);
    }

    String cpc() {
        return client.findCpc("A1").orElseThrow().objectUri();
    }

    String partition(String name, int ifls, long memoryMib) {
        return client.createPartition(cpc(), PartitionSpec.linux(name, KEY, ifls, memoryMib));
    }

    /** At the lab's maximum speed a job has ended at the next look. */
    JobObservation start(String partitionUri) {
        return client.observe(client.startPartition(partitionUri));
    }

    StorageGroupSpec group(String name) {
        return StorageGroupSpec.fcp(
                cpc(),
                name,
                KEY,
                2,
                List.of(StorageVolumeSpec.boot("boot", 32), StorageVolumeSpec.data("data01", 512)));
    }

    StorageGroupSpec ficon(String name) {
        return StorageGroupSpec.ficon(
                cpc(),
                name,
                KEY,
                2,
                List.of(
                        StorageVolumeSpec.eckd("data01", 65_520, "2000"),
                        StorageVolumeSpec.eckd("redo01", 5_000, "200A")));
    }

    @Override
    public void close() {
        client.close();
        lab.close();
        context.close();
    }
}
