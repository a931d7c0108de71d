package io.gulliver.lab.storage;

import io.gulliver.lab.Documents;
import java.util.Locale;
import tools.jackson.databind.node.JsonNodeFactory;

/** From which volumes a sealed image has started: it makes its host keys once, and has them until its volume is deleted. */
public final class FirstStarts {
    private static final String SYSTEM = "power";
    private static final String KIND = "started-once";

    private final Documents documents;

    public FirstStarts(Documents documents) {
        this.documents = documents;
    }

    /**
     * A server starts from a volume with a sealed image.
     *
     * @param uid of the volume
     * @return whether it is the first start
     */
    public boolean start(String uid, String server) {
        if (documents.find(SYSTEM, KIND, id(uid)).isPresent()) {
            return false;
        }
        documents.put(SYSTEM, KIND, id(uid), JsonNodeFactory.instance.stringNode(server));
        return true;
    }

    /** A volume is deleted; storage may give its identifier to another. */
    public void deleted(String uid) {
        documents.delete(SYSTEM, KIND, id(uid));
    }

    private static String id(String uid) {
        return uid.toLowerCase(Locale.ROOT);
    }
}
