package io.gulliver.lab.feilong;

import io.gulliver.lab.LabRefusal;
import io.gulliver.lab.LabResponse;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.lab.feilong.FeilongState.Kind;
import io.gulliver.lab.feilong.LabFeilongSpec.ImageFile;
import io.gulliver.lab.feilong.LabFeilongSpec.Pool;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The z/VM system itself, its pools of minidisks, and the server's repository of images. */
final class HostRoutes {

    private final LabFeilong feilong;
    private final FeilongState state;
    private final LabFeilongSpec spec;

    HostRoutes(LabFeilong feilong, FeilongState state, LabFeilongSpec spec) {
        this.feilong = feilong;
        this.state = state;
        this.spec = spec;
    }

    void add() {
        feilong.read("GET", "/host", "get-host", call -> FeilongAnswers.ok(host()));
        feilong.read("GET", "/host/guests", "list-host-guests", call -> {
            TreeSet<String> names = new TreeSet<>(spec.zvm().others());
            names.addAll(state.all(Kind.GUEST).keySet());
            ArrayNode list = LabFeilong.array();
            names.forEach(list::add);
            return FeilongAnswers.ok(list);
        });
        feilong.read("GET", "/host/diskpool", "get-disk-pool", this::diskPool);
        feilong.read("GET", "/images", "list-images", this::images);
        feilong.change("POST", "/images", "import-image", this::importImage);
        feilong.change("DELETE", "/images/{name}", "delete-image", this::deleteImage);
        feilong.read("GET", "/images/{name}/root_disk_size", "get-root-disk-size", call -> {
            ObjectNode image = requireImage(call.request().pathParameter("name"));
            return FeilongAnswers.ok(JsonMapper.shared()
                    .getNodeFactory()
                    .stringNode(String.valueOf(image.path("cylinders").asInt())));
        });
    }

    private ObjectNode host() {
        ObjectNode host = LabFeilong.object();
        host.put("zcc_userid", "ZCC");
        host.put("zvm_host", spec.zvm().name());
        host.put("zhcp", "zcc." + spec.zvm().name().toLowerCase(Locale.ROOT));
        host.put("cec_vendor", "IBM");
        host.put("cec_model", "3931");
        host.put("ipl_time", "IPL at 03/13/26 21:43:12 UTC");
        host.put("hypervisor_hostname", spec.zvm().name());
        host.put("hypervisor_type", "zvm");
        host.put("hypervisor_version", 740);
        host.put("vcpus", spec.zvm().cpus());
        host.put("vcpus_used", spec.zvm().cpus());
        // As read off the system in gigabytes with one decimal: the number has a point.
        host.put("memory_mb", (double) spec.zvm().memoryMib());
        long used = state.all(Kind.GUEST).values().stream()
                .filter(guest -> guest.path("on").asBoolean(false))
                .mapToLong(guest -> guest.path("active-memory").asLong())
                .sum();
        host.put("memory_mb_used", (double) used);
        ObjectNode cpu = host.putObject("cpu_info");
        cpu.put("architecture", "s390x");
        cpu.put("cec_model", "3931");
        spec.zvm().pools().stream().findFirst().ifPresent(pool -> space(pool, host));
        return host;
    }

    private void space(Pool pool, ObjectNode into) {
        long total = gigabytes(pool, pool.volumes() * pool.unitsPerVolume());
        long used = gigabytes(pool, state.taken(pool));
        into.put("disk_total", total);
        into.put("disk_used", used);
        into.put("disk_available", Math.max(0, total - used));
    }

    private static long gigabytes(Pool pool, long units) {
        return Math.round((double) units * pool.unitBytes() / (1L << 30));
    }

    private LabResponse diskPool(FeilongCall call) {
        Optional<String> name = call.request().query("poolname");
        Pool pool = name.isEmpty()
                ? spec.zvm().pools().get(0)
                : state.pool(name.get()).orElseThrow(() -> FeilongAnswers.noDiskPool(name.get()));
        ObjectNode output = LabFeilong.object();
        space(pool, output);
        return FeilongAnswers.ok(output);
    }

    // --- images ---------------------------------------------------------------------------------------------------

    private ObjectNode requireImage(String name) {
        return state.find(Kind.IMAGE, name)
                .orElseThrow(() -> FeilongAnswers.notThere(FeilongAnswers.IMAGE, "Image with name: " + name));
    }

    private LabResponse images(FeilongCall call) {
        ArrayNode list = LabFeilong.array();
        Optional<String> wanted = call.request().query("imagename");
        if (wanted.isPresent()) {
            list.add(shown(wanted.get(), requireImage(wanted.get())));
        } else {
            state.all(Kind.IMAGE).forEach((name, image) -> list.add(shown(name, image)));
        }
        return FeilongAnswers.ok(list);
    }

    private static ObjectNode shown(String name, ObjectNode image) {
        ObjectNode shown = LabFeilong.object();
        shown.put("imagename", name);
        shown.put("imageosdistro", image.path("os").asString());
        shown.put("md5sum", image.path("md5").asString());
        shown.put("disk_size_units", image.path("cylinders").asInt() + ":CYL");
        shown.put("image_size_in_bytes", String.valueOf(image.path("cylinders").asLong() * 849_960 / 3));
        shown.put("type", "rootonly");
        shown.putNull("comments");
        return shown;
    }

    private LabResponse importImage(FeilongCall call) {
        JsonNode asked = call.body().path("image");
        String name = asked.path("image_name").asString();
        String url = asked.path("url").asString();
        if (state.find(Kind.IMAGE, name).isPresent()) {
            throw new LabRefusal(exists(name));
        }
        ImageFile file = spec.zvm().images().get(url);
        if (file == null) {
            throw FeilongAnswers.sdkRefusal(
                    300,
                    FeilongAnswers.IMAGE,
                    url.startsWith("http") ? 9 : asked.has("remote_host") ? 10 : 12,
                    "Import image from " + url + " failed: no such file");
        }
        String md5 = asked.path("image_meta").path("md5sum").asString(file.md5());
        if (!md5.equalsIgnoreCase(file.md5())) {
            throw FeilongAnswers.sdkRefusal(
                    300,
                    FeilongAnswers.IMAGE,
                    4,
                    "Image import error: The md5sum after import is not same as source image");
        }
        ObjectNode image = LabFeilong.object();
        image.put("os", asked.path("image_meta").path("os_version").asString().toLowerCase(Locale.ROOT));
        image.put("md5", file.md5());
        image.put("cylinders", file.cylinders());
        state.save(Kind.IMAGE, name, image);
        feilong.record(call, Effect.CREATED, name, Map.of("url", url));
        return FeilongAnswers.done();
    }

    private static LabResponse exists(String name) {
        JsonNode envelope = JsonMapper.shared()
                .readTree(FeilongAnswers.sdk(
                                300,
                                FeilongAnswers.IMAGE,
                                13,
                                "Image import error: image name " + name + " already exist in image database")
                        .body());
        return LabResponse.json(409, envelope);
    }

    private LabResponse deleteImage(FeilongCall call) {
        String name = call.request().pathParameter("name");
        if (state.find(Kind.IMAGE, name).isPresent()) {
            state.delete(Kind.IMAGE, name);
            feilong.record(call, Effect.DELETED, name, Map.of());
        }
        return FeilongAnswers.done();
    }
}
