package io.gulliver.adapter.feilong;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.gulliver.adapter.http.CallLog;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The client against a server that somebody names: {@code -Dgulliver.feilong.url=http://host:8080} and, where it asks for
 * tokens, {@code -Dgulliver.feilong.token-file=PATH}. Only reads; with {@code -Dgulliver.feilong.pool=ECKD:POOL},
 * {@code -Dgulliver.feilong.switch=NAME} and {@code -Dgulliver.feilong.userid=NAME} it makes that guest and deletes it again, and
 * with {@code -Dgulliver.feilong.image=file:///PATH} it imports and deploys that image too.
 */
class FeilongRealServerTest {

    private HttpFeilongClient client;

    @BeforeEach
    void connect() throws Exception {
        String url = System.getProperty("gulliver.feilong.url");
        assumeThat(url).as("-Dgulliver.feilong.url names a server").isNotNull();
        String tokenFile = System.getProperty("gulliver.feilong.token-file");
        String token =
                tokenFile == null ? null : Files.readString(Path.of(tokenFile)).strip();
        client = FeilongBench.client(URI.create(url), token, Duration.ofMinutes(5), CallLog.none());
    }

    private static @Nullable String named(String what) {
        return System.getProperty("gulliver.feilong." + what);
    }

    @Test
    void readsWhatIsThere() {
        FeilongScenario.readsWhatIsThere(client);
    }

    @Test
    void makesAGuestAndDeletesItAgain() {
        String pool = named("pool");
        String vswitch = named("switch");
        String userid = named("userid");
        assumeThat(pool != null && vswitch != null && userid != null)
                .as("-Dgulliver.feilong.pool, switch and userid say what may be made")
                .isTrue();
        FeilongScenario.makesAGuestAndDeletesItAgain(client, pool, vswitch, userid, named("image"));
    }

    @Test
    void reservesAndAttaches() {
        String userid = named("userid");
        assumeThat(userid != null && !client.fcpTemplates().isEmpty())
                .as("-Dgulliver.feilong.userid says what may be made, and the server has an FCP multipath template")
                .isTrue();
        FeilongScenario.reservesAndAttaches(client, userid);
    }
}
