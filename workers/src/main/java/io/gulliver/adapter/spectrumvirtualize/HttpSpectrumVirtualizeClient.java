package io.gulliver.adapter.spectrumvirtualize;

import io.gulliver.adapter.spectrumvirtualize.SpectrumVirtualizeException.Kind;
import io.gulliver.adapter.spectrumvirtualize.WireRow.UnreadableAnswer;
import io.gulliver.adapter.spectrumvirtualize.model.ArraySystem;
import io.gulliver.adapter.spectrumvirtualize.model.FabricLogin;
import io.gulliver.adapter.spectrumvirtualize.model.Host;
import io.gulliver.adapter.spectrumvirtualize.model.HostPort;
import io.gulliver.adapter.spectrumvirtualize.model.HostSummary;
import io.gulliver.adapter.spectrumvirtualize.model.IoGroup;
import io.gulliver.adapter.spectrumvirtualize.model.Mapping;
import io.gulliver.adapter.spectrumvirtualize.model.Pool;
import io.gulliver.adapter.spectrumvirtualize.model.TargetPort;
import io.gulliver.adapter.spectrumvirtualize.model.Volume;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Speaks to an array over HTTPS: always POST, one token for all calls, commands that change something one after another.
 *
 * <p>The base path is {@code /rest/v1}; levels before about 8.4 answer 404 there and are spoken to under {@code /rest}. A token's life
 * is not computed, because it differs by level and setting: on 403 there is one new logon and one repeat, which is safe even for a
 * change, since a refused token means that nothing was done.
 */
public final class HttpSpectrumVirtualizeClient implements SpectrumVirtualizeClient {

    private static final Logger LOG = LoggerFactory.getLogger(HttpSpectrumVirtualizeClient.class);
    private static final List<String> BASE_PATHS = List.of("/rest/v1", "/rest");
    private static final int EXCERPT_CHARS = 2000;
    // What the array needs for itself after our time limit has cut the answer off; only for the second line of defence
    // below.
    private static final Duration GRACE = Duration.ofSeconds(2);

    private record Session(String base, String token) {}

    private record Answer(int status, String body) {}

    private final SpectrumVirtualizeProperties properties;
    private final Supplier<String> password;
    private final CallLog callLog;
    private final HttpClient http;
    private final JsonMapper json = JsonMapper.shared();
    private final Secrets secrets = new Secrets();
    // The array runs commands one after another and answers 429 to those who push; fair, so that nobody starves.
    private final ReentrantLock changes = new ReentrantLock(true);
    private final Object logonLock = new Object();
    private volatile @Nullable Session session;

    /**
     * Prepares the client; nothing is sent before the first call.
     *
     * @param password asked at each logon, so that a changed secret is picked up; never kept
     * @throws SpectrumVirtualizeException EXTERNAL when the CA file cannot be read
     */
    public HttpSpectrumVirtualizeClient(
            SpectrumVirtualizeProperties properties, Supplier<String> password, CallLog callLog) {
        this.properties = properties;
        this.password = password;
        this.callLog = callLog;
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                // A redirect would carry the token to another place.
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(Objects.requireNonNull(properties.connectTimeout()));
        Path caFile = properties.caFile();
        if (caFile != null) {
            builder.sslContext(trusting(caFile));
        }
        this.http = builder.build();
    }

    private SSLContext trusting(Path caFile) {
        try (InputStream pem = Files.newInputStream(caFile)) {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            Collection<? extends Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(pem);
            if (certificates.isEmpty()) {
                throw new GeneralSecurityException("it holds no certificate");
            }
            int number = 0;
            for (Certificate certificate : certificates) {
                trusted.setCertificateEntry("ca-" + number++, certificate);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, factory.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new SpectrumVirtualizeException(
                    properties.name(),
                    "connect",
                    0,
                    null,
                    "CA file " + caFile + " cannot be used: " + e.getMessage() + ".",
                    "Put the array's certificate, or that of its authority, there in PEM form.",
                    Kind.EXTERNAL,
                    false,
                    e);
        }
    }

    // --- what is there
    // ------------------------------------------------------------------------------------------------------

    @Override
    public ArraySystem fetchSystem() {
        Command command = new Command("lssystem", null, false, bytes());
        return read(command, answer -> {
            WireRow row = WireRow.one(answer);
            return new ArraySystem(
                    row.text("id"), row.text("name"), row.text("code_level"), row.textIfAny("product_name"));
        });
    }

    @Override
    public List<Pool> fetchPools() {
        return list(new Command("lsmdiskgrp", null, false, bytes()), HttpSpectrumVirtualizeClient::pool);
    }

    @Override
    public Optional<Pool> findPool(String name) {
        Command command = new Command("lsmdiskgrp", ArrayNames.require("pool", name), false, bytes());
        return find(command, HttpSpectrumVirtualizeClient::pool);
    }

    private static Pool pool(WireRow row) {
        return new Pool(
                row.text("id"),
                row.text("name"),
                row.text("status"),
                row.number("capacity"),
                row.number("free_capacity"),
                row.number("virtual_capacity"),
                row.number("extent_size"),
                row.yes("data_reduction"));
    }

    @Override
    public List<IoGroup> fetchIoGroups() {
        return list(
                new Command("lsiogrp", null, false, options()),
                row -> new IoGroup(
                        row.text("id"),
                        row.text("name"),
                        row.countIfAny("node_count"),
                        row.countIfAny("vdisk_count"),
                        row.countIfAny("host_count")));
    }

    @Override
    public List<TargetPort> fetchTargetPorts() {
        return list(
                new Command("lstargetportfc", null, false, options()),
                row -> new TargetPort(
                        row.text("id"),
                        Wwpns.canonical(row.text("WWPN")),
                        row.textIfAny("port_id"),
                        // Levels differ: the node that carries the port now, or just the node.
                        row.textIfAny("current_node_id").isEmpty()
                                ? row.textIfAny("node_id")
                                : row.textIfAny("current_node_id"),
                        row.yes("host_io_permitted")));
    }

    @Override
    public List<FabricLogin> fetchLogins(String hostName) {
        ObjectNode options = options().put("host", ArrayNames.require("host", hostName));
        return list(
                new Command("lsfabric", null, false, options),
                row -> new FabricLogin(
                        row.text("remote_wwpn"),
                        row.text("local_wwpn"),
                        row.textIfAny("node_name"),
                        row.text("state"),
                        row.textIfAny("name")));
    }

    // --- volumes
    // ------------------------------------------------------------------------------------------------------------

    @Override
    public List<Volume> fetchVolumes(VolumeFilter filter) {
        ObjectNode options = bytes();
        if (!filter.filterValue().isEmpty()) {
            options.put("filtervalue", filter.filterValue());
        }
        return list(new Command("lsvdisk", null, false, options), HttpSpectrumVirtualizeClient::volume);
    }

    @Override
    public Optional<Volume> findVolume(String name) {
        Command command = new Command("lsvdisk", ArrayNames.require("volume", name), false, bytes());
        return find(command, HttpSpectrumVirtualizeClient::volume);
    }

    private static Volume volume(WireRow row) {
        // The list counts thin and compressed copies; the detail view says yes or no for each copy.
        return new Volume(
                row.text("id"),
                row.text("name"),
                row.text("status"),
                row.text("IO_group_id"),
                row.text("mdisk_grp_name"),
                row.number("capacity"),
                row.yes("se_copy") || row.countIfAny("se_copy_count") > 0,
                row.yes("compressed_copy") || row.countIfAny("compressed_copy_count") > 0,
                row.text("vdisk_UID"));
    }

    @Override
    public String createVolume(NewVolume wanted) {
        ObjectNode options = options()
                .put("name", wanted.name())
                .put("pool", wanted.poolName())
                .put("size", Long.toString(wanted.capacityBytes()))
                .put("unit", "b")
                .put("iogrp", wanted.ioGroupId());
        switch (wanted.provisioning()) {
            case THICK -> {}
            case THIN -> options.put("thin", true);
            case COMPRESSED -> options.put("compressed", true);
            case DEDUPLICATED -> options.put("compressed", true).put("deduplicated", true);
        }
        return change(new Command("mkvolume", null, true, options), HttpSpectrumVirtualizeClient::createdId);
    }

    @Override
    public void expandVolume(String name, long growByBytes) {
        if (growByBytes <= 0 || growByBytes % 512 != 0) {
            throw new IllegalArgumentException("Volume " + name + ": cannot grow by " + growByBytes
                    + " bytes, wanted a positive multiple of 512.");
        }
        ObjectNode options = options().put("size", Long.toString(growByBytes)).put("unit", "b");
        change(new Command("expandvdisksize", ArrayNames.require("volume", name), true, options), answer -> true);
    }

    @Override
    public boolean deleteVolume(String name, boolean removeMappings) {
        ObjectNode options = options();
        if (removeMappings) {
            options.put("removehostmappings", true);
        }
        return remove(new Command("rmvolume", ArrayNames.require("volume", name), true, options));
    }

    // --- hosts
    // --------------------------------------------------------------------------------------------------------------

    @Override
    public List<HostSummary> fetchHosts() {
        return list(
                new Command("lshost", null, false, options()),
                row -> new HostSummary(
                        row.text("id"), row.text("name"), row.text("status"), row.countIfAny("port_count")));
    }

    @Override
    public Optional<Host> findHost(String name) {
        return find(
                new Command("lshost", ArrayNames.require("host", name), false, options()),
                row -> new Host(
                        row.text("id"),
                        row.text("name"),
                        row.text("status"),
                        row.textIfAny("type"),
                        row.list("nodes", Function.identity()).stream()
                                // iSCSI and NVMe ports stand in the same list, without a WWPN.
                                .filter(port -> !port.textIfAny("WWPN").isEmpty())
                                .map(port -> new HostPort(
                                        Wwpns.canonical(port.text("WWPN")),
                                        port.countIfAny("node_logged_in_count"),
                                        port.textIfAny("state")))
                                .toList()));
    }

    @Override
    public Optional<Host> findHostByPort(String wwpn) {
        String wanted = Wwpns.canonical(wwpn);
        for (HostSummary summary : fetchHosts()) {
            Optional<Host> host =
                    findHost(summary.name()).filter(found -> found.wwpns().contains(wanted));
            if (host.isPresent()) {
                return host;
            }
        }
        return Optional.empty();
    }

    @Override
    public String createHost(String name, List<String> wwpns) {
        ObjectNode options = options()
                .put("name", ArrayNames.require("host", name))
                .put("fcwwpn", Wwpns.joined(wwpns))
                .put("force", true)
                .put("type", "generic")
                .put("protocol", "scsi");
        return change(new Command("mkhost", null, true, options), HttpSpectrumVirtualizeClient::createdId);
    }

    @Override
    public void addHostPorts(String name, List<String> wwpns) {
        ObjectNode options = options().put("fcwwpn", Wwpns.joined(wwpns)).put("force", true);
        change(new Command("addhostport", ArrayNames.require("host", name), true, options), answer -> true);
    }

    @Override
    public boolean deleteHost(String name) {
        return remove(new Command("rmhost", ArrayNames.require("host", name), true, options()));
    }

    // --- mappings
    // -----------------------------------------------------------------------------------------------------------

    @Override
    public List<Mapping> fetchMappingsOfVolume(String volumeName) {
        return list(
                new Command("lsvdiskhostmap", ArrayNames.require("volume", volumeName), false, options()),
                row -> new Mapping(
                        row.text("id"),
                        row.text("name"),
                        row.text("vdisk_UID"),
                        row.text("host_id"),
                        row.text("host_name"),
                        Math.toIntExact(row.number("SCSI_id"))));
    }

    @Override
    public List<Mapping> fetchMappingsOfHost(String hostName) {
        return list(
                new Command("lshostvdiskmap", ArrayNames.require("host", hostName), false, options()),
                row -> new Mapping(
                        row.text("vdisk_id"),
                        row.text("vdisk_name"),
                        row.text("vdisk_UID"),
                        row.text("id"),
                        row.text("name"),
                        Math.toIntExact(row.number("SCSI_id"))));
    }

    @Override
    public int mapVolume(NewMapping request) {
        ObjectNode options = options().put("host", request.hostName());
        Integer scsiId = request.scsiId();
        if (scsiId != null) {
            options.put("scsi", Integer.toString(scsiId));
        }
        if (request.shared()) {
            options.put("force", true);
        }
        Command command = new Command("mkvdiskhostmap", request.volumeName(), true, options);
        return change(command, answer -> Math.toIntExact(WireRow.one(answer).number("id")));
    }

    @Override
    public boolean unmapVolume(String volumeName, String hostName) {
        ObjectNode options = options().put("host", ArrayNames.require("host", hostName));
        return remove(new Command("rmvdiskhostmap", ArrayNames.require("volume", volumeName), true, options));
    }

    // --- reading answers
    // ----------------------------------------------------------------------------------------------------

    /** One command line of the product as a request: command, positional argument, options without dashes. */
    private record Command(String name, @Nullable String object, boolean changing, ObjectNode options) {

        String path() {
            // URLEncoder writes a form, where a blank is a plus; in a path it is %20.
            return object == null
                    ? "/" + name
                    : "/" + name + "/"
                            + URLEncoder.encode(object, StandardCharsets.UTF_8).replace("+", "%20");
        }

        String label() {
            return object == null ? name : name + "/" + object;
        }
    }

    private ObjectNode options() {
        return json.createObjectNode();
    }

    /** Options that make the array send sizes as bytes; without it they are human text in binary units. */
    private ObjectNode bytes() {
        return options().put("bytes", true);
    }

    private static String createdId(JsonNode answer) {
        return WireRow.one(answer).text("id");
    }

    private <T> List<T> list(Command command, Function<WireRow, T> reader) {
        return read(command, answer -> WireRow.rows(answer).stream().map(reader).toList());
    }

    /** A missing object is a failed command here, not an empty answer. */
    private <T> Optional<T> find(Command command, Function<WireRow, T> reader) {
        try {
            return read(command, answer -> Optional.of(reader.apply(WireRow.one(answer))));
        } catch (SpectrumVirtualizeException e) {
            if (e.objectMissing()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Removing what is not there is done already. */
    private boolean remove(Command command) {
        try {
            return change(command, answer -> true);
        } catch (SpectrumVirtualizeException e) {
            if (e.objectMissing()) {
                return false;
            }
            throw e;
        }
    }

    private <T> T change(Command command, Function<JsonNode, T> reader) {
        Duration limit = Objects.requireNonNull(properties.changeTimeout());
        try {
            // Each command before us ends within the limit; ten of them in a row means that the array is overrun.
            if (!changes.tryLock(limit.toMillis() * 10, TimeUnit.MILLISECONDS)) {
                throw failure(
                        command,
                        0,
                        null,
                        "waited too long behind other changes; nothing was sent.",
                        "Lower the number of steps that this array may run at once.",
                        Kind.TRANSIENT,
                        false,
                        null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure(
                    command,
                    0,
                    null,
                    "interrupted while it waited for other changes; nothing was sent.",
                    "Start the step again.",
                    Kind.TRANSIENT,
                    false,
                    e);
        }
        try {
            return read(command, reader);
        } finally {
            changes.unlock();
        }
    }

    private <T> T read(Command command, Function<JsonNode, T> reader) {
        Answer answer = call(command);
        try {
            String body = answer.body().isBlank() ? "\"\"" : answer.body();
            JsonNode node = json.readTree(body);
            return reader.apply(node == null ? MissingNode.getInstance() : node);
        } catch (JacksonException | UnreadableAnswer | ArithmeticException | IllegalArgumentException e) {
            String reason = e instanceof JacksonException broken ? broken.getOriginalMessage() : e.getMessage();
            throw failure(
                    command,
                    answer.status(),
                    null,
                    "the answer cannot be read (" + reason + "): " + excerpt(answer.body()) + ".",
                    "Report this with the array's level.",
                    Kind.BUG,
                    command.changing(),
                    e);
        }
    }

    // --- the wire
    // -----------------------------------------------------------------------------------------------------------

    private Answer call(Command command) {
        Session current = session;
        if (current == null) {
            current = logon(command, null);
        }
        Answer answer = send(command, current);
        if (answer.status() == 403) {
            // Nothing was done: the token is checked before the command is looked at.
            answer = send(command, logon(command, current));
        }
        if (answer.status() == 200) {
            return answer;
        }
        throw refused(command, answer);
    }

    private Answer send(Command command, Session current) {
        String body = json.writeValueAsString(command.options());
        Duration limit =
                Objects.requireNonNull(command.changing() ? properties.changeTimeout() : properties.readTimeout());
        HttpRequest.Builder request = request(current.base() + command.path(), limit)
                .header("Content-Type", "application/json")
                .header("X-Auth-Token", current.token())
                .POST(BodyPublishers.ofString(body));
        return exchange(command, request.build(), body, limit, Function.identity());
    }

    /**
     * Fetches a token. Who comes with a token that another thread has replaced meanwhile gets the new one, so that a hundred waiting
     * calls make one logon.
     */
    private Session logon(Command command, @Nullable Session refused) {
        synchronized (logonLock) {
            Session current = session;
            if (current != null && current != refused) {
                return current;
            }
            session = null;
            String secret = password.get();
            secrets.learn(secret);
            Answer answer = new Answer(404, "");
            for (String base : BASE_PATHS) {
                answer = logon(command, base, secret);
                if (answer.status() == 404) {
                    continue;
                }
                if (answer.status() == 200) {
                    Session fresh = new Session(base, token(command, answer));
                    session = fresh;
                    return fresh;
                }
                break;
            }
            throw logonRefused(command, answer);
        }
    }

    private Answer logon(Command command, String base, String secret) {
        Duration limit = Objects.requireNonNull(properties.readTimeout());
        HttpRequest request = request(base + "/auth", limit)
                .header("X-Auth-Username", properties.user())
                .header("X-Auth-Password", secret)
                .POST(BodyPublishers.noBody())
                .build();
        Command auth = new Command("auth", null, false, command.options());
        return exchange(auth, request, "", limit, body -> {
            // Learn the token before anything is logged; what holds none is not trusted to be harmless.
            try {
                JsonNode token = json.readTree(body).path("token");
                if (token.isString()) {
                    secrets.learn(token.asString());
                    return body;
                }
            } catch (JacksonException e) {
                LOG.debug("array={} operation=auth answer is not JSON", properties.name());
            }
            return MessageCode.extract(body) != null ? body : "(" + body.length() + " characters, not shown)";
        });
    }

    private String token(Command command, Answer answer) {
        try {
            JsonNode token = json.readTree(answer.body()).path("token");
            if (token.isString() && !token.asString().isEmpty()) {
                return token.asString();
            }
        } catch (JacksonException e) {
            LOG.debug("array={} operation=auth answer is not JSON", properties.name());
        }
        throw failure(
                command,
                answer.status(),
                null,
                "the logon was answered without a token.",
                "Check that the address is the array's REST service (port 7443).",
                Kind.EXTERNAL,
                false,
                null);
    }

    private SpectrumVirtualizeException logonRefused(Command command, Answer answer) {
        int status = answer.status();
        if (status == 404) {
            return failure(
                    command,
                    404,
                    null,
                    "there is no REST service under /rest/v1 or /rest.",
                    "Check the address (port 7443) and the array's level.",
                    Kind.EXTERNAL,
                    false,
                    null);
        }
        if (status == 401 || status == 403 || "CMMVC7017E".equals(MessageCode.extract(answer.body()))) {
            return failure(
                    command,
                    status,
                    MessageCode.extract(answer.body()),
                    "the logon of user " + properties.user() + " was refused.",
                    "Check user, password (" + properties.passwordReference() + ") and whether the user is locked.",
                    Kind.EXTERNAL,
                    false,
                    null);
        }
        return refused(new Command("auth", null, false, options()), answer);
    }

    private HttpRequest.Builder request(String path, Duration limit) {
        return HttpRequest.newBuilder(URI.create(trimmed(properties.address()) + path))
                .header("Accept", "application/json")
                .timeout(limit);
    }

    private static String trimmed(URI address) {
        String text = address.toString();
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }

    /** One request on the wire, its line in the call log, and its time limit. */
    private Answer exchange(
            Command command, HttpRequest request, String body, Duration limit, Function<String, String> loggable) {
        long start = System.nanoTime();
        CompletableFuture<HttpResponse<String>> pending =
                http.sendAsync(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
        try {
            // The request's own time limit ends with the head of the answer; this one also covers a body that drips.
            HttpResponse<String> response = pending.get(limit.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
            log(command, request, body, response.statusCode(), loggable.apply(response.body()), start);
            return new Answer(response.statusCode(), response.body());
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            log(command, request, body, 0, cause.toString(), start);
            throw unreachable(command, cause, limit);
        } catch (TimeoutException e) {
            pending.cancel(true);
            log(command, request, body, 0, "the answer did not end", start);
            throw unreachable(command, e, limit);
        } catch (InterruptedException e) {
            pending.cancel(true);
            Thread.currentThread().interrupt();
            log(command, request, body, 0, "interrupted", start);
            throw failure(
                    command,
                    0,
                    null,
                    "interrupted while it waited for the answer.",
                    "Look whether it was done, then start the step again.",
                    Kind.TRANSIENT,
                    command.changing(),
                    e);
        }
    }

    private void log(Command command, HttpRequest request, String body, int status, String answer, long start) {
        Duration duration = Duration.ofNanos(System.nanoTime() - start);
        LOG.debug(
                "product=spectrum-virtualize array={} operation={} object={} status={} ms={}",
                properties.name(),
                command.name(),
                command.object(),
                status,
                duration.toMillis());
        try {
            callLog.record(new CallLog.Call(
                    properties.name(),
                    command.name(),
                    request.method(),
                    request.uri().getRawPath(),
                    secrets.blank(body),
                    status,
                    excerpt(answer),
                    duration));
        } catch (RuntimeException e) {
            LOG.warn("array={} operation={} call log refused a line", properties.name(), command.name(), e);
        }
    }

    /** Secrets are blanked before cutting, lest half a secret remain at the edge. */
    private String excerpt(String text) {
        String blanked = secrets.blank(text).strip();
        return blanked.length() <= EXCERPT_CHARS ? blanked : blanked.substring(0, EXCERPT_CHARS) + "...";
    }

    // --- what went wrong
    // ----------------------------------------------------------------------------------------------------

    private SpectrumVirtualizeException unreachable(Command command, Throwable cause, Duration limit) {
        boolean changing = command.changing();
        if (cause instanceof SSLException && distrusted(cause)) {
            return failure(
                    command,
                    0,
                    null,
                    "the certificate that " + properties.address() + " shows is not one that "
                            + (properties.caFile() == null
                                    ? "this Java trusts"
                                    : "CA file " + properties.caFile() + " vouches for")
                            + " (" + cause.getMessage() + "); no password was sent.",
                    "Either the certificate was renewed or someone stands between: ask the array's owner, and only when"
                            + " the new one is confirmed put it into the CA file.",
                    Kind.EXTERNAL,
                    false,
                    cause);
        }
        if (cause instanceof SSLException) {
            return failure(
                    command,
                    0,
                    null,
                    "no TLS connection to " + properties.address() + " (" + cause.getMessage() + "); nothing was sent.",
                    "Check that the address is the array's REST service (port 7443) and that no proxy is between.",
                    Kind.TRANSIENT,
                    false,
                    cause);
        }
        if (cause instanceof HttpConnectTimeoutException
                || cause instanceof ConnectException
                || cause instanceof UnknownHostException) {
            return failure(
                    command,
                    0,
                    null,
                    "no connection to " + properties.address()
                            + (cause instanceof HttpConnectTimeoutException
                                    ? " within " + properties.connectTimeout().toSeconds() + " s"
                                    : " (" + reason(cause) + ")")
                            + "; nothing was sent.",
                    "A change of the configuration node takes one to two minutes; if it lasts, check network and firewall.",
                    Kind.TRANSIENT,
                    false,
                    cause);
        }
        if (cause instanceof HttpTimeoutException || cause instanceof TimeoutException) {
            return failure(
                    command,
                    0,
                    null,
                    "no answer within " + limit.toSeconds() + " s" + (changing ? "; it may have been done." : "."),
                    changing ? "Look whether it was done before repeating." : "Try again.",
                    Kind.TRANSIENT,
                    changing,
                    cause);
        }
        return failure(
                command,
                0,
                null,
                "the connection broke (" + cause + ")" + (changing ? "; it may have been done." : "."),
                changing ? "Look whether it was done before repeating." : "Try again.",
                Kind.TRANSIENT,
                changing,
                cause);
    }

    /** Whether it is the certificate that was refused, and not the talk about it that broke. */
    private static boolean distrusted(Throwable e) {
        for (Throwable t = e; t != null; t = t.getCause()) {
            if (t instanceof CertificateException) {
                return true;
            }
        }
        return false;
    }

    /** In words: the HTTP client's own exception has none, neither for an unknown name nor for a refused connection. */
    private static String reason(Throwable e) {
        String words = "connection refused";
        for (Throwable t = e; t != null; t = t.getCause()) {
            if (t instanceof UnresolvedAddressException || t instanceof UnknownHostException) {
                return "the host name is not known";
            }
            if (t.getMessage() != null && !(t instanceof ClosedChannelException)) {
                words = t.getMessage();
            }
        }
        return words;
    }

    private SpectrumVirtualizeException refused(Command command, Answer answer) {
        int status = answer.status();
        String code = MessageCode.extract(answer.body());
        String seen = "status " + status + ", " + excerpt(answer.body()) + ".";
        Optional<MessageCode> known = MessageCode.find(code);
        if (known.isPresent()) {
            MessageCode line = known.get();
            return failure(
                    command, status, code, line.meaning() + " Seen: " + seen, line.advice(), line.kind(), false, null);
        }
        boolean changing = command.changing();
        if (code != null) {
            return failure(
                    command,
                    status,
                    code,
                    seen,
                    "Look the code up in the vendor's message list.",
                    Kind.EXTERNAL,
                    false,
                    null);
        }
        return switch (status) {
            case 400 -> failure(command, status, null, seen, "Report this with the call log.", Kind.BUG, false, null);
            case 401, 403 ->
                failure(
                        command,
                        status,
                        null,
                        seen,
                        "The logon worked but the command was refused: give user " + properties.user()
                                + " a wider role.",
                        Kind.EXTERNAL,
                        false,
                        null);
            case 404 ->
                failure(
                        command,
                        status,
                        null,
                        "the array does not know this command; " + seen,
                        "Check the array's level.",
                        Kind.EXTERNAL,
                        false,
                        null);
            case 405 -> failure(command, status, null, seen, "Report this with the call log.", Kind.BUG, false, null);
            case 409, 429, 503 ->
                failure(command, status, null, "the array is busy; " + seen, "Try again.", Kind.TRANSIENT, false, null);
            // The command line's own failures carry a code; without one something before it broke, at an unknown
            // moment.
            case 500, 502, 504 ->
                failure(
                        command,
                        status,
                        null,
                        seen,
                        changing ? "Look whether it was done before repeating." : "Try again.",
                        Kind.TRANSIENT,
                        changing,
                        null);
            default ->
                failure(
                        command,
                        status,
                        null,
                        seen,
                        "Check that the address is the array's REST service.",
                        Kind.EXTERNAL,
                        changing,
                        null);
        };
    }

    private SpectrumVirtualizeException failure(
            Command command,
            int status,
            @Nullable String code,
            String message,
            String advice,
            Kind kind,
            boolean outcomeUnknown,
            @Nullable Throwable cause) {
        return new SpectrumVirtualizeException(
                properties.name(), command.label(), status, code, message, advice, kind, outcomeUnknown, cause);
    }

    @Override
    public String toString() {
        return "array " + properties.name() + " at " + properties.address();
    }
}
