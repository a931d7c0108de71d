package io.gulliver.activity.discovery;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.DiscoveryQuestions;
import io.gulliver.adapter.oracle.DiscoveryScript;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.adapter.oracle.OracleStatement.Load;
import io.gulliver.adapter.oracle.OracleStatements;
import io.gulliver.adapter.ssh.SshException;
import io.gulliver.contract.activity.DiscoveryScripts;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.landscape.ConnectionPurpose;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code discovery.way}: finds out how a source database can be asked, before anything is: by the driver, by SQL*Plus on
 * its host, or by the script that a person runs and whose output is uploaded.
 *
 * <p>The driver is not tried where the release is known to be one that it is not certified for. Whatever was refused is
 * said in {@code why}. For a person's run the script is kept as evidence {@code discovery.sql}.
 */
final class DiscoverWay extends ShortAction {
    /** A host that does not answer is asked again this often before a person is. */
    private static final int PATIENCE = 3;

    private final Databases databases;
    private final Systems systems;
    private final DiscoveryQuestions questions = DiscoveryQuestions.of(OracleStatements.load());

    DiscoverWay(Databases databases, Systems systems) {
        super("discovery.way");
        this.databases = databases;
        this.systems = systems;
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        rendering.says("Would find out whether the driver speaks with " + rendering.database("")
                + ", or else SQL*Plus on its host answers");
    }

    /** It only looks, so an evaluation does too: the steps behind it can then be rendered in full. */
    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        if (!Inputs.of(call).known("host", "service", "credential")) {
            return super.evaluate(call, context);
        }
        StepResult seen = run(call, context);
        return Rendering.of(call)
                .says("Asks the listener, or the host, which way its questions can go")
                .says("Now: " + seen.message())
                .result(context, seen.outputs());
    }

    /** What was found: the way, and why not a better one. */
    private record Found(SourceWay way, String release, String why) {
        Found on(SourceWay next, String more) {
            return new Found(next, release, (why + " " + more).strip());
        }
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Address address = Address.of(call, "");
        Found found = driver(call, context, address);
        if (found.way() != SourceWay.DRIVER) {
            found = host(call, address, found);
        }
        if (found.way() == SourceWay.SCRIPT) {
            UploadedSpool spool = UploadedSpool.of(call);
            if (spool.usable(Instant.now())) {
                found = found.on(
                        SourceWay.SPOOL,
                        "The output of the discovery script of " + spool.at() + " was uploaded, and is taken.");
            }
        }
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("way", found.way().word());
        out.put("why", found.why());
        List<EvidenceRef> evidence = found.way() == SourceWay.SCRIPT
                ? List.of(context.evidence(
                        DiscoveryScripts.FILE,
                        "script",
                        script(
                                questions,
                                found.release(),
                                DiscoveryPolicy.of(call).packLicensed())))
                : List.of();
        return new StepResult(true, out, null, null, evidence, address.name() + " is asked " + words(found));
    }

    private static String words(Found found) {
        return switch (found.way()) {
            case DRIVER -> "by the driver";
            case HOST -> "by SQL*Plus on its host. " + found.why();
            case SPOOL -> "no more: " + found.why();
            case SCRIPT, UNKNOWN -> "by a person who runs " + DiscoveryScripts.FILE + ". " + found.why();
        };
    }

    private Found driver(StepCall call, StepContext context, Address address) {
        String known = Driver.digits(Inputs.of(call).findText("known_release").orElse(""));
        if (!Driver.mayBeTried(known)) {
            return new Found(SourceWay.UNKNOWN, known, Driver.why(known));
        }
        try (OracleClient client = databases.read(address, ConnectionPurpose.READ, context)) {
            String release = client.release();
            return Driver.certified(release)
                    ? new Found(SourceWay.DRIVER, release, "")
                    : new Found(SourceWay.UNKNOWN, release, Driver.older(release));
        } catch (OracleException e) {
            if (!Driver.refused(e)) {
                throw e;
            }
            return new Found(SourceWay.UNKNOWN, known, Driver.why(e));
        }
    }

    private Found host(StepCall call, Address address, Found found) {
        try {
            systems.jobs().status(systems.host(address.host()), HostScripts.jobId(call, ScriptQueryRunner.PROBE));
            return found.on(SourceWay.HOST, "");
        } catch (StepFailedException e) {
            if (!e.failure().code().equals(FailureCode.SYSTEM_UNKNOWN.name())) {
                throw e;
            }
            return found.on(SourceWay.SCRIPT, e.failure().message());
        } catch (SshException e) {
            return switch (e.kind()) {
                case TRANSIENT, TIMEOUT -> {
                    if (call.attempt() < PATIENCE) {
                        throw e;
                    }
                    yield found.on(SourceWay.SCRIPT, String.valueOf(e.getMessage()));
                }
                case AUTH, HOST_KEY -> found.on(SourceWay.SCRIPT, String.valueOf(e.getMessage()));
                case REMOTE, CONFLICT, CAPACITY -> throw e; // there is a way, once somebody mends the host
            };
        }
    }

    /**
     * The script for a person's run.
     *
     * @param release digits as far as known; empty for one that every release since 10.2 understands
     */
    static String script(DiscoveryQuestions questions, String release, boolean packLicensed) {
        return DiscoveryScript.of(questions, release.isEmpty() ? DiscoveryScript.OLDEST : release)
                .render(packLicensed ? Load.AWR : Load.SAMPLE, true, null, DiscoveryScript.SPOOL);
    }

    /** What a person can do instead, as two sentences. */
    static String byHand(StepCall call, String sid) {
        String path = "/api/v1/programs/" + call.program() + "/databases/" + call.database();
        return "Have a DBA of " + sid + " run the read-only script there (GET " + path
                + "/discovery-script, then sqlplus -S"
                + " / as sysdba @" + DiscoveryScripts.FILE + "), and upload " + DiscoveryScript.SPOOL
                + " as evidence of the database (its page Facts, or POST " + path + "/evidence).";
    }
}
