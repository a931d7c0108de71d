package io.gulliver.lab.hmc;

import io.gulliver.lab.LabHttp;
import io.gulliver.lab.LabResponse;
import io.gulliver.lab.hmc.HmcState.Kind;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Asynchronous jobs: asking, tidying away; cancelling is supported by none of ours, as by few of the real ones. */
final class JobRoutes {

    private static final String DELETED = "lab-deleted";

    private final LabHmc hmc;
    private final HmcState state;

    JobRoutes(LabHmc hmc, HmcState state) {
        this.hmc = hmc;
        this.state = state;
    }

    void add(LabHttp http) {
        http.read("GET", "/api/jobs/{id}", "query-job", hmc.within(call -> {
            ObjectNode shown = HmcState.shown(require(call, call.request().path()));
            shown.remove("object-uri");
            return LabResponse.json(200, shown);
        }));
        http.read("DELETE", "/api/jobs/{id}", "delete-job", hmc.within(call -> {
            ObjectNode job = require(call, call.request().path());
            if (job.path("status").asString().equals("running")) {
                throw call.refuse(409, 40, "The job has not ended");
            }
            if (job.has("lab-due")) {
                // The partition still settles by this job; only the caller's view of it ends.
                job.put(DELETED, true);
                state.save(Kind.JOB, job);
            } else {
                state.remove(Kind.JOB, job);
            }
            return LabResponse.empty(204);
        }));
        http.read("POST", "/api/jobs/{id}/operations/cancel", "cancel-job", hmc.within(call -> {
            ObjectNode job = require(call, call.objectUri("/operations/cancel"));
            throw job.path("status").asString().equals("running")
                    ? call.refuse(404, 4, "The job does not support cancellation")
                    : call.refuse(409, 41, "The job has already ended");
        }));
    }

    private ObjectNode require(HmcCall call, String uri) {
        ObjectNode job = state.require(call, Kind.JOB, uri);
        if (job.has(DELETED)) {
            throw call.notFound();
        }
        return job;
    }

    /** The answer to a call that began a job. */
    static LabResponse accepted(ObjectNode job) {
        ObjectNode answer = JsonMapper.shared().createObjectNode();
        answer.put("job-uri", HmcState.uri(job));
        return LabResponse.json(202, answer);
    }
}
