package io.gulliver.lab.hmc;

import io.gulliver.lab.Documents;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the operating systems of partitions and their loader have printed, as the HMC keeps it: so many messages a partition, the
 * oldest goes first, and a gap in the numbers says so. They outlive a stop of the partition.
 *
 * <p>Fields {@code sequence-number}, {@code message-text}, {@code message-id}, {@code is-held}, {@code is-priority}: python-zhmcclient
 * 1.26, {@code list_os_messages} and its examples. The others are unverified; how many an HMC keeps is not published.
 */
final class ConsoleMessages {

    private static final int KEPT = 400;
    private static final String KIND = "console";

    private final Documents documents;
    private final String system;
    private final Clock clock;
    private final Map<String, Long> read = new HashMap<>();

    ConsoleMessages(Documents documents, String system, Clock clock) {
        this.documents = documents;
        this.system = system;
        this.clock = clock;
    }

    /** One message for each line. */
    void print(ObjectNode partition, List<String> lines) {
        String uri = HmcState.uri(partition);
        ObjectNode kept = kept(uri);
        ArrayNode messages = (ArrayNode) kept.get("messages");
        long next = kept.path("next").asLong();
        for (String line : lines) {
            messages.addObject()
                    .put("sequence-number", next)
                    .put("message-id", next)
                    .put("message-text", line + "\n")
                    .put("timestamp", clock.millis())
                    .put("is-held", false)
                    .put("is-priority", false)
                    .put("sound-alarm", false)
                    .put("os-name", partition.path("name").asString());
            next++;
        }
        while (messages.size() > KEPT) {
            messages.remove(0);
        }
        kept.put("next", next);
        documents.put(system, KIND, uri, kept);
    }

    private ObjectNode kept(String uri) {
        return documents.find(system, KIND, uri).map(ObjectNode.class::cast).orElseGet(() -> {
            ObjectNode fresh = JsonMapper.shared().createObjectNode().put("next", 1);
            fresh.putArray("messages");
            return fresh;
        });
    }

    /** The messages from one number to another, both included. */
    ArrayNode list(String uri, long begin, long end) {
        ArrayNode listed = JsonMapper.shared().createArrayNode();
        for (JsonNode message : kept(uri).path("messages")) {
            long number = message.path("sequence-number").asLong();
            if (number >= begin && number <= end) {
                listed.add(message);
                read.merge(uri, number, Math::max);
            }
        }
        return listed;
    }

    /** Whether the newest message has been listed since this console was opened. */
    boolean isRead(String uri) {
        return read.getOrDefault(uri, 0L) == kept(uri).path("next").asLong() - 1;
    }

    void forget(String uri) {
        documents.delete(system, KIND, uri);
    }
}
