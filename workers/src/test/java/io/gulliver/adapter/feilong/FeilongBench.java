package io.gulliver.adapter.feilong;

import io.gulliver.adapter.feilong.model.DiskSpec;
import io.gulliver.adapter.feilong.model.GuestSpec;
import io.gulliver.adapter.feilong.model.ImageSpec;
import io.gulliver.adapter.http.CallLog;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.lab.feilong.GuestListener;
import io.gulliver.lab.feilong.LabFeilong;
import io.gulliver.lab.feilong.LabFeilongSpec;
import io.gulliver.lab.feilong.LabFeilongSpec.ImageFile;
import io.gulliver.lab.feilong.LabFeilongSpec.Pool;
import io.gulliver.lab.feilong.LabFeilongSpec.Zvm;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A lab with one z/VM system and its Feilong server, and a client of it; built fresh for each test. */
final class FeilongBench implements AutoCloseable {

    static final String SYSTEM = "zvm-1";
    static final String TOKEN = "canary-admin-token-0123456789";
    static final String POOL = "ECKD:POOL1";
    static final String MD5 = "0123456789abcdef0123456789abcdef";
    static final ImageSpec IMAGE =
            new ImageSpec("rhel94", "file:///var/lib/images/rhel94.img", "rhel9.4", MD5, null, null);

    final LabContext context;
    final LabFeilong lab;
    final HttpFeilongClient client;
    final List<CallLog.Call> calls = new CopyOnWriteArrayList<>();

    FeilongBench(Path directory) {
        this(directory, GuestListener.none(), spec(TOKEN, "1.6.7"));
    }

    FeilongBench(Path directory, GuestListener listener, LabFeilongSpec spec) {
        context = LabContext.open(directory, LabPace.max(), Clock.systemUTC());
        lab = LabFeilong.start(context, spec, listener);
        client = client(Duration.ofSeconds(30));
    }

    static LabFeilongSpec spec(@Nullable String token, String version) {
        return new LabFeilongSpec(SYSTEM, token, version, Duration.ofHours(1), zvm());
    }

    static Zvm zvm() {
        return new Zvm(
                "VM1",
                16,
                512 * 1024,
                List.of("MAINT", "TCPIP"),
                List.of(new Pool(POOL, 2, LabFeilongSpec.MODEL_54), new Pool("FBA:POOL2", 1, 100_000_000)),
                Map.of("VSW1", true, "VSWPLAIN", false),
                Map.of(IMAGE.url(), new ImageFile(10_016, MD5)),
                Map.of("prod", List.of(List.of("1a00", "1a01"), List.of("1b00", "1b01"))));
    }

    HttpFeilongClient client(Duration limit) {
        return client(lab.uri(), TOKEN, limit, calls::add);
    }

    static HttpFeilongClient client(URI uri, @Nullable String token, Duration limit, CallLog log) {
        return new HttpFeilongClient(
                new FeilongProperties(
                        SYSTEM,
                        uri,
                        token == null ? null : "env:FEILONG_TOKEN",
                        null,
                        Duration.ofSeconds(5),
                        limit,
                        limit,
                        limit),
                () -> token + "\n",
                log);
    }

    static GuestSpec guest(String userid) {
        return GuestSpec.linux(
                userid, 2, 8, 4096, "16G", List.of(DiskSpec.boot("10g", POOL), DiskSpec.raw("5g", POOL)));
    }

    long effects(String operation, Effect effect) {
        return context.ledger().entries(SYSTEM, operation).stream()
                .filter(entry -> entry.effect() == effect)
                .count();
    }

    @Override
    public void close() {
        lab.close();
        context.close();
    }
}
