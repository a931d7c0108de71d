package io.gulliver.evidence.intake;

import io.gulliver.evidence.EvidenceKind;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.Reading;
import io.gulliver.evidence.array.ArrayReader;
import io.gulliver.evidence.awrminer.AwrMinerReader;
import io.gulliver.evidence.awrreport.AwrReportReader;
import io.gulliver.evidence.discovery.SpoolReader;
import io.gulliver.evidence.hmc.HmcMetricsReader;
import io.gulliver.evidence.hmc.HmcObjectsReader;
import io.gulliver.evidence.host.HostReader;
import io.gulliver.evidence.sar.SadfJsonReader;
import io.gulliver.evidence.sar.SarTextReader;
import io.gulliver.evidence.zvm.CpReader;
import io.gulliver.evidence.zvm.PerfkitReader;
import java.io.IOException;
import java.io.InputStream;

/** The reader of each kind of evidence that tells facts of one database or its host. */
public final class EvidenceReaders {
    private EvidenceReaders() {}

    /** Whether a file of this kind gives facts; an inventory gives databases instead. */
    public static boolean take(EvidenceKind kind) {
        return switch (kind) {
            case AWR_MINER,
                    SAR_TEXT,
                    SADF_JSON,
                    HOST_FACTS,
                    AWR_REPORT,
                    ZVM_REPORT,
                    CP_ANSWERS,
                    HMC_OBJECTS,
                    HMC_METRICS,
                    ARRAY_VOLUMES,
                    DISCOVERY_SPOOL,
                    LISTENER_LOG,
                    HOST_PROGRAMS -> true;
            case INVENTORY_CSV, INVENTORY_XLSX, NOT_RECOGNISED -> false;
        };
    }

    /**
     * Reads a file to its end.
     *
     * @param in plain or gzipped; not closed
     * @throws IllegalArgumentException a kind that gives no facts
     * @throws IOException only when the stream itself fails; nothing in the content does
     */
    public static Reading read(EvidenceKind kind, InputStream in, EvidenceOrigin origin) throws IOException {
        return switch (kind) {
            case AWR_MINER -> AwrMinerReader.read(in, origin);
            case SAR_TEXT -> SarTextReader.read(in, origin).reading();
            case SADF_JSON -> SadfJsonReader.read(in, origin).reading();
            case HOST_FACTS -> HostReader.read(in, origin);
            case AWR_REPORT -> AwrReportReader.read(in, origin);
            case ZVM_REPORT -> PerfkitReader.read(in, origin).reading();
            case CP_ANSWERS -> CpReader.read(in, origin);
            case HMC_OBJECTS -> HmcObjectsReader.read(in, origin);
            case HMC_METRICS -> HmcMetricsReader.read(in, origin);
            case ARRAY_VOLUMES, LISTENER_LOG, HOST_PROGRAMS -> ArrayReader.read(in, origin);
            case DISCOVERY_SPOOL -> SpoolReader.read(in, origin);
            case INVENTORY_CSV, INVENTORY_XLSX, NOT_RECOGNISED ->
                throw new IllegalArgumentException("no facts come from a file of kind " + kind.word());
        };
    }
}
