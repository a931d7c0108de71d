package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.hmc.HmcClient;
import io.gulliver.adapter.hmc.HmcException;
import io.gulliver.adapter.hmc.HmcJob;
import io.gulliver.adapter.hmc.model.BootServer;
import io.gulliver.adapter.hmc.model.OsMessage;
import io.gulliver.adapter.hmc.model.Partition;
import io.gulliver.adapter.hmc.model.PartitionStatus;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.adapter.ssh.JobFile;
import io.gulliver.adapter.ssh.SshHost;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.landscape.InstallationServer;
import io.gulliver.domain.landscape.InstallationServer.Installer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * {@code hmc.install-linux}: the installer of a release has put its system onto the boot volume, and the partition is down again.
 *
 * <p>A kickstart document or AutoYaST profile, the parameters of its kernel and an .ins file that names them are put beside the
 * release's tree; the partition loads that .ins file over SFTP or FTP and the installer reads the document over HTTP. The console tells
 * the end: what was installed says at last that it is complete. That is kept where nothing loses it, at the partition, which boots from
 * nothing from then on; so a worker that comes later need not read the console of a partition that is down, which has none. A partition
 * that goes down without having said so is a failed installation: nothing boots from its volume. The files are taken away at the end,
 * however it was, and by undoing.
 *
 * <p>A partition that boots from its volume was installed before, since that is set after this step; it is never installed again.
 */
final class InstallLinux implements StepAction {
    /** Stands for an installation of before: nothing is watched. */
    private static final String BEFORE = "installed before";

    private static final String BOOTS_FROM_NOTHING = "none";
    private static final Duration PERIOD = Duration.ofSeconds(2);
    /** What Linux on the mainframe has room for beside the kernel when it is loaded so; longer in newer kernels. */
    private static final int MOST_PARAMETERS = 895;

    private static final int LINES_TOLD = 8;
    private static final int LINES_KEPT = 200;
    private static final List<String> ALWAYS_KICKSTART =
            List.of("chrony", "device-mapper-multipath", "openssh-server", "sudo");
    private static final List<String> ALWAYS_AUTOYAST = List.of("chrony", "multipath-tools", "openssh", "sudo");

    private final Systems systems;
    private final HostScripts scripts;
    private final RequiredPackages packages;
    private final Clock clock;

    InstallLinux(Systems systems, Clock clock) {
        this.systems = systems;
        this.scripts = new HostScripts(systems);
        this.packages = RequiredPackages.load();
        this.clock = clock;
    }

    @Override
    public String name() {
        return "hmc.install-linux";
    }

    /**
     * All that is made of the inputs.
     *
     * @param files name of its files without their ending
     * @param document for the installer
     * @param parameters for the kernel, one line
     */
    private record Plan(
            Systems.InstallationSource source,
            InstallationServer.Release release,
            InstallMessages messages,
            String files,
            String document,
            String parameters) {
        String documentName() {
            return files + (release.installer() == Installer.KICKSTART ? ".ks" : ".xml");
        }

        /** The .ins file as the console's login sees it: beside the release's own. */
        String insFile() {
            String own = release.insFile();
            return own.substring(0, own.lastIndexOf('/') + 1) + files + ".ins";
        }

        String ownInsFile() {
            String own = release.insFile();
            return own.substring(own.lastIndexOf('/') + 1);
        }

        String hash() {
            return sha256(document);
        }
    }

    private Plan plan(StepCall call) {
        Inputs inputs = Inputs.of(call);
        Systems.InstallationSource source = source(inputs);
        InstallationServer.Release release = release(inputs, source);
        InstallMessages messages = new InstallMessages(HostScripts.jobId(call, "install"));
        InstallFacts facts = facts(call, release, messages);
        String installed = ScriptTemplate.load("installed.sh")
                .render(Map.of(
                        "token",
                        messages.token(),
                        "administrator",
                        facts.administrator().user()));
        String files = files(call) + call.round();
        boolean kickstart = release.installer() == Installer.KICKSTART;
        String address = release.tree().toString().replaceFirst("/+$", "") + "/" + files + (kickstart ? ".ks" : ".xml");
        String parameters =
                kickstart ? KickstartDocument.parameters(facts, address) : AutoYastDocument.parameters(facts, address);
        if (parameters.length() > MOST_PARAMETERS) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "The parameters of the installer's kernel have " + parameters.length()
                            + " characters, and there is room for " + MOST_PARAMETERS + ": " + parameters,
                    "Shorten the address of the tree in gulliver.landscape.systems." + source.name()
                            + ".installation, or name fewer name servers, then retry.");
        }
        return new Plan(
                source,
                release,
                messages,
                files,
                kickstart ? KickstartDocument.of(facts, installed) : AutoYastDocument.of(facts, installed),
                parameters);
    }

    private Systems.InstallationSource source(Inputs inputs) {
        if (!inputs.text("way").equals("installer")) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "server.image.way is \"" + inputs.text("way") + "\"; this step knows installer alone.",
                    "Correct it in the program's facts of the server.");
        }
        return systems.installationServer(inputs.text("server"));
    }

    private static InstallationServer.Release release(Inputs inputs, Systems.InstallationSource source) {
        String version = inputs.text("version");
        return source.server()
                .find(version)
                .orElseThrow(() -> new StepFailedException(
                        FailureCode.INPUT_INVALID,
                        "Installation server " + source.name() + " has no release \"" + version + "\"; it has "
                                + source.server().releases().stream()
                                        .map(InstallationServer.Release::version)
                                        .toList() + ".",
                        "Correct server.image.version in the program's facts of the server, or add the release to the landscape and"
                                + " restart the workers."));
    }

    private InstallFacts facts(StepCall call, InstallationServer.Release release, InstallMessages messages) {
        Inputs inputs = Inputs.of(call);
        String host = inputs.text("host");
        SshHost software = systems.host(host);
        SshHost administrator = systems.privileged(host);
        if (!software.user().equals(inputs.text("user"))) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "The landscape logs in to " + host + " as " + software.user()
                            + ", and oracle_user of the playbook is " + inputs.text("user")
                            + ": an installation makes one owner of Oracle's software.",
                    "Make both the same, then retry.");
        }
        SortedMap<String, Integer> groups = groups(inputs.texts("groups"));
        return new InstallFacts(
                ResourceOwner.ofStep(call),
                messages.token(),
                release,
                wwid(inputs.textsByName("boot")),
                inputs.text("name"),
                inputs.text("network").replaceFirst("/.*", ""),
                prefix(inputs.text("network")),
                inputs.text("gateway"),
                inputs.text("device"),
                // An installer asks at the usual port.
                inputs.texts("name_servers").stream()
                        .map(server -> server.replaceFirst(":[0-9]+$", ""))
                        .toList(),
                inputs.findTexts("time_servers"),
                inputs.text("time_zone"),
                inputs.text("selinux"),
                inputs.whole("listener_port"),
                wanted(release),
                groups,
                new InstallFacts.Software(
                        new InstallFacts.Login(software.user(), systems.publicKey(software)),
                        inputs.whole("user_id"),
                        inputs.text("group")),
                new InstallFacts.Login(administrator.user(), systems.publicKey(administrator)));
    }

    private List<String> wanted(InstallationServer.Release release) {
        boolean kickstart = release.installer() == Installer.KICKSTART;
        List<String> all = new ArrayList<>(kickstart ? ALWAYS_KICKSTART : ALWAYS_AUTOYAST);
        String major = release.version().replaceFirst("^[^0-9]*([0-9]+).*$", "$1");
        all.addAll(packages.byDistribution().getOrDefault((kickstart ? "rhel-" : "sles-") + major, List.of()));
        return all;
    }

    private static String wwid(SortedMap<String, String> boot) {
        if (boot.size() != 1) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "An installer writes to one boot volume; the run has " + boot.keySet() + ".",
                    "Look at the step that makes the boot volume.");
        }
        return boot.get(boot.firstKey());
    }

    private static int prefix(String network) {
        String length = network.substring(network.indexOf('/') + 1);
        return length.matches("[0-9]{1,3}") ? Integer.parseInt(length) : 0;
    }

    private static SortedMap<String, Integer> groups(List<String> given) {
        SortedMap<String, Integer> groups = new TreeMap<>();
        for (String one : given) {
            if (!one.matches("[^=]+=[0-9]{1,9}")) {
                throw new StepFailedException(
                        FailureCode.INPUT_INVALID,
                        "\"" + one + "\" among oracle_groups is no NAME=ID.",
                        "Correct the parameter in the program's policy, then retry.");
            }
            groups.put(one.substring(0, one.indexOf('=')), Integer.valueOf(one.substring(one.indexOf('=') + 1)));
        }
        return groups;
    }

    /** Says run, and by its hash the step; the number of the round follows. */
    private static String files(StepCall call) {
        return "gulliver-" + call.migration().value().replaceAll("[^A-Za-z0-9]", "-") + "-"
                + HostScripts.stepId(call, "install") + "-r";
    }

    @Override
    public StepResult start(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        Plan plan = plan(call);
        HmcClient hmc = systems.hmc(inputs.text("hmc"));
        Partition partition = hmc.fetchPartition(inputs.text("partition"));
        requireOurs(call, partition);
        if (partition.bootDevice().equals("storage-volume")) {
            return StepResult.started(
                    BEFORE,
                    Map.of(),
                    "Partition " + partition.name() + " boots from its volume already: it was installed before");
        }
        EvidenceRef document = context.evidence(plan.documentName(), "text", plan.document());
        boolean ofThisRound = plan.insFile().equals(partition.bootFtpInsfile());
        if (ofThisRound && !partition.state().isDown() && !partition.state().isBroken()) {
            return new StepResult(
                    false,
                    Map.of(),
                    job("", clock.instant()),
                    null,
                    List.of(document),
                    "Partition " + partition.name() + " is loaded from " + plan.insFile() + " already");
        }
        put(call, plan);
        if (!partition.state().isDown()) {
            PartitionLifecycle.bringDown(hmc, partition.objectUri(), context);
        }
        hmc.bootFromServer(
                partition.objectUri(),
                new BootServer(
                        plan.source().protocol(),
                        plan.source().address(),
                        plan.source().user(),
                        plan.insFile()),
                plan.source().password().get());
        Partition set = hmc.fetchPartition(partition.objectUri());
        if (!plan.insFile().equals(set.bootFtpInsfile())
                || !plan.source().protocol().equals(set.bootDevice())) {
            throw new StepFailedException(
                    FailureCode.TEMPORARILY_UNAVAILABLE,
                    "HMC " + hmc.system() + " said done, but partition " + set.name() + " boots by " + set.bootDevice()
                            + " from " + set.bootFtpInsfile() + ".",
                    "The step looks again at its next try.");
        }
        return new StepResult(
                false,
                Map.of(),
                job(begin(hmc, set), clock.instant()),
                null,
                List.of(document),
                plan.release().version() + " is being installed on " + partition.name() + " from "
                        + plan.source().name());
    }

    private static void requireOurs(StepCall call, Partition partition) {
        if (!ResourceOwner.isOfRun(partition.description(), call)) {
            throw new StepFailedException(
                    FailureCode.NAME_TAKEN,
                    "Partition " + partition.name() + " is not of this run: its description is \""
                            + partition.description() + "\". Nothing was changed.",
                    "Ask who runs the HMC whose it is.");
        }
    }

    /** The job's address, or nothing when its answer was lost and it begins all the same. */
    private static String begin(HmcClient hmc, Partition partition) {
        try {
            return hmc.startPartition(partition.objectUri()).uri();
        } catch (HmcException e) {
            if (e.mayHaveHappened()
                    && !hmc.fetchPartition(partition.objectUri()).state().isDown()) {
                return "";
            }
            throw e;
        }
    }

    private void put(StepCall call, Plan plan) {
        HostScripts.Output said = scripts.demand(
                call,
                plan.source().server().host(),
                "put-installation",
                ScriptTemplate.load("put-installation.sh").render(putValues(call, plan)),
                List.of(
                        JobFile.text("document", plan.document()),
                        JobFile.text("parameters", plan.parameters() + "\n")));
        if (!said.output().contains("sha256 " + plan.hash())) {
            throw new StepFailedException(
                    FailureCode.TEMPORARILY_UNAVAILABLE,
                    "What lies on " + plan.source().server().host() + " as " + plan.documentName()
                            + " is not what was put there: " + said.lastLine() + ".",
                    "The step puts it there again at its next try.");
        }
    }

    private static SortedMap<String, String> putValues(StepCall call, Plan plan) {
        return new TreeMap<>(Map.of(
                "directory",
                plan.release().directory(),
                "ins",
                plan.ownInsFile(),
                "name",
                plan.files(),
                "document",
                plan.documentName(),
                "owner",
                ResourceOwner.ofStep(call)));
    }

    private void remove(StepCall call, Systems.InstallationSource source, InstallationServer.Release release) {
        scripts.demand(
                call,
                source.server().host(),
                "remove-installation",
                ScriptTemplate.load("remove-installation.sh")
                        .render(Map.of("directory", release.directory(), "prefix", files(call))),
                List.of());
    }

    /** What a later call has to know: the job of the start, and since when it is waited. */
    private static String job(String start, Instant since) {
        return since.getEpochSecond() + " " + start;
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        Plan plan = plan(call);
        if (BEFORE.equals(call.job())) {
            return installed(
                    plan,
                    List.of(),
                    "Its partition boots from its volume: " + plan.release().version() + " was installed before");
        }
        HmcClient hmc = systems.hmc(inputs.text("hmc"));
        String uri = inputs.text("partition");
        String[] job = String.valueOf(call.job()).split(" ", -1);
        Instant until =
                Instant.ofEpochSecond(Long.parseLong(job[0])).plus(Duration.ofMinutes(inputs.whole("limit_minutes")));
        AtomicReference<Partition> partition = new AtomicReference<>(hmc.fetchPartition(uri));
        AtomicReference<List<String>> console = new AtomicReference<>(List.of());
        boolean ended = context.waitFor(
                () -> {
                    // The start first: a status seen after its end is one that it has left behind.
                    boolean starting = !job[1].isEmpty()
                            && !hmc.observe(new HmcJob(job[1], "start-partition"))
                                    .ended();
                    console.set(read(hmc, uri, console.get()));
                    partition.set(hmc.fetchPartition(uri));
                    context.progress(waiting(console.get()));
                    if (!complete(partition.get()) && plan.messages().isComplete(console.get())) {
                        hmc.updatePartition(uri, Map.of("boot-device", BOOTS_FROM_NOTHING));
                        partition.set(hmc.fetchPartition(uri));
                    }
                    return !starting && isDown(partition.get())
                            || plan.messages().hasFailed(console.get())
                            || !clock.instant().isBefore(until);
                },
                PERIOD,
                Duration.ofSeconds(Math.max(0, call.patienceSeconds())));
        if (!ended) {
            return StepResult.running(String.valueOf(call.job()), waiting(console.get()));
        }
        boolean down = isDown(partition.get());
        List<EvidenceRef> evidence = console.get().isEmpty()
                ? List.of()
                : List.of(context.evidence(
                        "installation.txt",
                        "log",
                        ConsoleLines.of(console.get()).last(LINES_KEPT)));
        String why = complete(partition.get())
                ? ""
                : plan.messages().hasFailed(console.get())
                        ? "the installer gave up"
                        : down
                                ? "its partition went down without a word that it is complete" + jobSaid(hmc, job[1])
                                : "it was not complete after " + inputs.whole("limit_minutes") + " minutes";
        // From terminated, too, it is brought to where it can be started; and from paused, in which one is that halted
        // by itself.
        PartitionLifecycle.bringDown(hmc, uri, context);
        remove(call, plan.source(), plan.release());
        if (!why.isEmpty()) {
            throw failed(call, plan, why, console.get());
        }
        return installed(
                plan,
                evidence,
                plan.release().version() + " lies on the boot volume of "
                        + partition.get().name() + ", which is down and boots from nothing");
    }

    /**
     * Whether it runs no more: what halted when it was complete is paused from then on, and what is paused before has perhaps not
     * begun yet.
     */
    private static boolean isDown(Partition partition) {
        PartitionStatus state = partition.state();
        return state.isDown() || state.isBroken() || state == PartitionStatus.PAUSED && complete(partition);
    }

    /** What was installed has said so, and the partition was told to boot from nothing. */
    private static boolean complete(Partition partition) {
        return partition.bootDevice().equals(BOOTS_FROM_NOTHING);
    }

    private static String jobSaid(HmcClient hmc, String start) {
        if (start.isEmpty()) {
            return "";
        }
        String message = hmc.observe(new HmcJob(start, "start-partition")).message();
        return message.isEmpty() ? "" : " (" + message + ")";
    }

    private static StepFailedException failed(StepCall call, Plan plan, String why, List<String> console) {
        String last = ConsoleLines.of(console).last(LINES_TOLD);
        return new StepFailedException(
                FailureCode.JOB_FAILED,
                "The installation of " + plan.release().version() + " on "
                        + Inputs.of(call).text("host") + " failed: " + why
                        + "; nothing boots from its volume. "
                        + (last.isEmpty() ? "Its console showed nothing." : "Its console showed last:\n" + last),
                "The document is in the evidence, the tree is " + plan.release().tree() + " on "
                        + plan.source().name() + ". Mend the cause, then retry: the installation begins anew.");
    }

    private static StepResult installed(Plan plan, List<EvidenceRef> evidence, String message) {
        Map<String, Object> outputs = new LinkedHashMap<>();
        outputs.put("image", plan.release().version());
        outputs.put("document_sha256", plan.hash());
        return new StepResult(true, outputs, null, null, evidence, message);
    }

    /** What the console shows now; what it showed while it cannot be read. */
    private static List<String> read(HmcClient hmc, String partition, List<String> before) {
        try {
            return hmc.osMessages(partition, 0).stream().map(OsMessage::text).toList();
        } catch (HmcException e) {
            if (e.is(409, 332)) {
                return before; // it does not print yet, or no more
            }
            throw e;
        }
    }

    private static Progress waiting(List<String> console) {
        String last = ConsoleLines.of(console).last(1);
        return new Progress(0, null, "", null, last.isEmpty() ? "no message yet" : "last message: " + last);
    }

    @Override
    public StepResult stop(StepCall call, StepContext context) {
        return takeBack(call, context);
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        return takeBack(call, context);
    }

    /** Stops an installation and takes its files away; what it wrote goes with the volume. */
    private StepResult takeBack(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        Systems.InstallationSource source = source(inputs);
        HmcClient hmc = systems.hmc(inputs.text("hmc"));
        Optional<Partition> partition = PartitionLifecycle.find(hmc, inputs.text("partition"));
        if (partition.isPresent()
                && ResourceOwner.isOfRun(partition.get().description(), call)
                && String.valueOf(partition.get().bootFtpInsfile()).contains(files(call))
                && partition.get().bootDevice().equals(source.protocol())) {
            PartitionLifecycle.bringDown(hmc, partition.get().objectUri(), context);
            hmc.updatePartition(partition.get().objectUri(), Map.of("boot-device", BOOTS_FROM_NOTHING));
        }
        remove(call, source, release(inputs, source));
        return StepResult.done(
                Map.of(), "No file of the installation is on " + source.name() + ", and no partition loads from it");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        Systems.InstallationSource source = source(inputs);
        InstallationServer.Release release = release(inputs, source);
        SshHost software = systems.host(inputs.text("host"));
        SshHost administrator = systems.privileged(inputs.text("host"));
        systems.publicKey(software);
        systems.publicKey(administrator);
        systems.hmc(inputs.text("hmc")).version();
        Rendering rendering = Rendering.of(call)
                .says("would install " + release.version() + " from " + release.tree() + " on " + inputs.text("host")
                        + " by a "
                        + (release.installer() == Installer.KICKSTART ? "kickstart document" : "profile of AutoYaST")
                        + " with public keys of " + software.user() + " and " + administrator.user());
        if (inputs.known("boot", "network", "gateway", "device", "name", "name_servers", "partition")) {
            Plan plan = plan(call);
            rendering.file(source.server().host(), plan.documentName(), plan.document());
        }
        rendering.script(
                source.server().host(),
                "put-installation.sh",
                Map.of(
                        "directory",
                        release.directory(),
                        "ins",
                        release.insFile().substring(release.insFile().lastIndexOf('/') + 1),
                        "name",
                        files(call) + call.round(),
                        "document",
                        files(call) + call.round() + (release.installer() == Installer.KICKSTART ? ".ks" : ".xml"),
                        "owner",
                        ResourceOwner.ofStep(call)));
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("boot-device", source.protocol());
        body.put("boot-ftp-host", source.address());
        body.put("boot-ftp-username", source.user());
        body.put("boot-ftp-password", "«password of " + source.name() + "»");
        body.put("boot-ftp-insfile", release.insFile().replaceFirst("[^/]*$", files(call) + call.round() + ".ins"));
        rendering.request("HMC " + inputs.text("hmc"), "POST " + rendering.shown("partition"), body);
        rendering.request(
                "HMC " + inputs.text("hmc"),
                "POST " + rendering.shown("partition")
                        + "/operations/start, then its console every two seconds until the installation is complete",
                null);
        return rendering.result(context);
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
