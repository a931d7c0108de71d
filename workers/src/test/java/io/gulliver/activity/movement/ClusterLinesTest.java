package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is read of Clusterware's words. */
class ClusterLinesTest {
    /** A line that no manual has counts for nothing: what is not said is not seen. */
    @Test
    void whatIsNotSaidIsNotSeen() {
        ClusterLines lines =
                ClusterLines.of("==== gulliver cluster\nnode1:\nCRS-4537: Cluster Ready Services is online\n"
                        + "CRS-4529: Cluster Synchronization Services is online\n==== gulliver status\n"
                        + "Instance crm1 is running on node node1.example.com\nInstance crm2 is not running on node node2\n"
                        + "Database is running.\n");
        assertThat(lines.online()).as("the Event Manager says nothing").isEmpty();
        assertThat(lines.running()).isEqualTo(Map.of("crm1", "node1"));
        assertThat(lines.stopped()).containsExactly("crm2");
        assertThat(lines.management()).isEmpty();
    }
}
