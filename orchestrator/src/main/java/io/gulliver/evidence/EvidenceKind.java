package io.gulliver.evidence;

/** What kind of file this is, judged by its content, never by its name. */
public enum EvidenceKind {
    AWR_MINER("awr-miner", "AWR Miner capture"),
    SAR_TEXT("sar", "sar report as text"),
    SADF_JSON("sadf-json", "sadf -j report"),
    HOST_FACTS("host-facts", "output of commands on a Linux host"),
    AWR_REPORT("awr-report", "AWR report"),
    ZVM_REPORT("zvm-report", "z/VM Performance Toolkit report"),
    CP_ANSWERS("cp-answers", "answers of z/VM's control program"),
    HMC_OBJECTS("hmc-objects", "properties of partitions or machines from an HMC"),
    HMC_METRICS("hmc-metrics", "metrics of an HMC"),
    ARRAY_VOLUMES("array-volumes", "volumes and pools of a storage array"),
    LISTENER_LOG("listener-log", "log of an Oracle listener"),
    HOST_PROGRAMS("host-programs", "processes or crontab of a host"),
    DISCOVERY_SPOOL("discovery-spool", "output of the discovery script"),
    INVENTORY_CSV("inventory-csv", "inventory list"),
    INVENTORY_XLSX("inventory-xlsx", "inventory workbook"),
    NOT_RECOGNISED("not-recognised", "file of no known kind");

    private final String word;
    private final String title;

    EvidenceKind(String word, String title) {
        this.word = word;
        this.title = title;
    }

    /** As the API says it. */
    public String word() {
        return word;
    }

    /** As people say it. */
    public String title() {
        return title;
    }
}
