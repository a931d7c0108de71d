package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.feilong.FeilongClient;
import io.gulliver.adapter.feilong.FeilongException;
import io.gulliver.adapter.feilong.FeilongException.Meaning;
import io.gulliver.adapter.feilong.model.Image;
import io.gulliver.adapter.feilong.model.ImageSpec;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.Map;
import java.util.Optional;

/**
 * {@code zvm.import-image}: the server's repository has this image.
 *
 * <p>An image is shared: the first server that needs it brings it, and it stays, as a golden volume does. One of this name with another
 * system or another checksum is never used.
 */
final class ImportImage implements StepAction {
    private static final String JOB = "import";

    private final Systems systems;

    ImportImage(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "zvm.import-image";
    }

    @Override
    public StepResult start(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        FeilongClient feilong = systems.feilong(inputs.text("zvm"));
        String image = inputs.text("image");
        if (feilong.findImage(image).isEmpty()) {
            if (inputs.findText("url").isEmpty()) {
                throw new StepFailedException(
                        FailureCode.INPUT_INVALID,
                        "The repository of Feilong " + feilong.system() + " has no image " + image
                                + ", and nobody has said where it is.",
                        "Have the z/VM team import it, or say its address (fact server.image.url), then retry the step.");
            }
            try {
                feilong.importImage(spec(inputs));
            } catch (FeilongException e) {
                if (!e.mayHaveHappened() && e.meaning() != Meaning.EXISTS
                        || feilong.findImage(image).isEmpty()) {
                    throw e;
                }
            }
        }
        return StepResult.started(JOB, Map.of(), "Image " + image + " is asked for");
    }

    private static ImageSpec spec(Inputs inputs) {
        return new ImageSpec(
                inputs.text("image"),
                inputs.text("url"),
                inputs.text("os_version"),
                inputs.findText("md5").orElse(null),
                null,
                inputs.findText("remote_host").orElse(null));
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        FeilongClient feilong = systems.feilong(inputs.text("zvm"));
        Image image = feilong.findImage(inputs.text("image"))
                .orElseThrow(() -> new StepFailedException(
                        FailureCode.STATE_CONFLICT,
                        "The repository of Feilong " + feilong.system() + " has no image " + inputs.text("image") + ".",
                        "Ask the z/VM team who deleted it, then retry the step."));
        requireSame(feilong, image, inputs);
        return StepResult.done(
                Map.of("image", image.name(), "os_version", image.osVersion()),
                "Image " + image.name() + " of " + image.osVersion() + " is in the repository of " + feilong.system());
    }

    private static void requireSame(FeilongClient feilong, Image image, Inputs inputs) {
        String system = inputs.text("os_version");
        Optional<String> md5 = inputs.findText("md5");
        String seen = image.md5();
        boolean other = !image.osVersion().equalsIgnoreCase(system);
        boolean changed = md5.isPresent() && seen != null && !seen.equalsIgnoreCase(md5.get());
        if (other || changed) {
            throw new StepFailedException(
                    FailureCode.NAME_TAKEN,
                    "Image " + image.name() + " of Feilong " + feilong.system() + " is another one: it holds "
                            + image.osVersion() + " with checksum " + seen + ", wanted " + system
                            + md5.map(sum -> " with checksum " + sum).orElse("") + ".",
                    "Name another image (fact server.image.name), or correct its system and checksum; then retry the step.");
        }
    }

    /** Nothing of it runs on by itself: the copy is within the call. */
    @Override
    public StepResult stop(StepCall call, StepContext context) {
        return StepResult.done(Map.of(), "Nothing runs");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        FeilongClient feilong = systems.feilong(inputs.text("zvm"));
        Optional<Image> there = feilong.findImage(inputs.text("image"));
        there.ifPresent(image -> requireSame(feilong, image, inputs));
        Rendering rendering = Rendering.of(call)
                .says(
                        there.isPresent()
                                ? "would find image " + inputs.text("image") + " in the repository"
                                : "would import image " + inputs.text("image") + " from "
                                        + inputs.findText("url").orElse("nowhere: its address is missing"));
        rendering.request(
                "Feilong " + feilong.system(),
                "POST /images, where the repository has none of this name",
                Map.of(
                        "image",
                        Map.of(
                                "image_name",
                                inputs.text("image"),
                                "url",
                                inputs.findText("url").orElse("«server.image.url»"),
                                "image_meta",
                                Map.of("os_version", inputs.text("os_version")))));
        return rendering.result(context);
    }
}
