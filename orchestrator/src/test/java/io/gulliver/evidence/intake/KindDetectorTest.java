package io.gulliver.evidence.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.evidence.EvidenceKind;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KindDetectorTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`Linux 5.14.0-70.el9.x86_64 (host1) \t11/21/2026 \t_x86_64_\t(8 CPU)\n\n12:00:01 AM CPU %user` | SAR_TEXT",
                "`{\"sysstat\": {\"hosts\": [{\"nodename\": \"host1\"}]}}` | SADF_JSON",
                "`\n\nSQL> @awr\nORA-00942: table or view does not exist\n~~BEGIN-OS-INFORMATION~~\n` | AWR_MINER",
                "`notes,application,\"database\",environment\nx,y,z,test` | INVENTORY_CSV",
                "`WORKLOAD REPOSITORY report for\n\nDB Name  DB Id` | AWR_REPORT",
                "`<html><head><title>AWR Report for DB: ORCL, Inst: orcl</title>` | AWR_REPORT",
                "`<html>\n<h1 class=\"awr\">\nWORKLOAD REPOSITORY report for\n</h1>` | AWR_REPORT",
                "`WORKLOAD REPOSITORY COMPARE PERIOD REPORT` | NOT_RECOGNISED",
                "`Architecture:        s390x\nCPU(s): 8` | HOST_FACTS",
                "`==== gulliver uname\ns390x` | HOST_FACTS",
                "`{\n  \"blockdevices\": [ {\"name\":\"sda\"} ] }` | HOST_FACTS",
                "`[{\"ifindex\":1,\"ifname\":\"lo\"}]` | HOST_FACTS",
                "`mpatha (36005) dm-0 IBM,2145\nsize=1G` | HOST_FACTS",
                "`PK\u0003\u0004 [Content_Types].xml` | INVENTORY_XLSX",
                "`PK\u0003\u0004 photo.png` | NOT_RECOGNISED",
                "`{\"other\": 1}` | NOT_RECOGNISED",
                "`name,size\nx,1` | NOT_RECOGNISED",
                "`` | NOT_RECOGNISED"
            })
    void tellsAFileByItsContent(String content, EvidenceKind kind) {
        assertThat(KindDetector.detect(content.getBytes(StandardCharsets.UTF_8)).kind())
                .isEqualTo(kind);
    }

    @Test
    void saysWhatItLookedForAndWhatItSaw() {
        assertThat(KindDetector.detect("name,size\nx,1".getBytes(StandardCharsets.UTF_8))
                        .explanation())
                .contains("~~BEGIN-", "WORKLOAD REPOSITORY", "sysstat", "lscpu", "'name,size'");
    }

    /** Read as if they were Linux's, these would size wrong. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "`\nAIX dbaix01 2 7 00F6F5D04C00    01/10/26\n\nSystem configuration: lcpu=32 ent=4.00` | sar of AIX",
                "`\nSunOS sol01 5.10 Generic_144488-12 sun4v    01/10/2026\n` | sar or uname of Solaris",
                "`HP-UX hp01 B.11.31 U ia64    01/10/26` | sar or uname of HP-UX",
                "`System configuration: lcpu=32 mem=131072MB ent=4.00` | lparstat, vmstat or iostat of AIX",
                "`Node Name                                  : dbaix01` | lparstat -i of AIX",
                "`System Model: IBM,8286-42A\nProcessor Type: PowerPC_POWER8` | prtconf of AIX",
                "`System Configuration:  Oracle Corporation  sun4v\nMemory size: 65536 Megabytes` | prtconf or prtdiag of Solaris",
                "`The physical processor has 8 cores and 64 virtual processors (0-63)` | psrinfo of Solaris",
                "`CPU info:\n  2 Intel(R) Itanium(R) Processor 9350s` | machinfo of HP-UX",
                "`Host Name:                 WINDB01\nOS Name:                   Microsoft Windows Server 2019` | systeminfo of Windows",
                "`kthr    memory              page              faults              cpu` | vmstat of AIX or Solaris"
            })
    void figuresOfOtherSystemsAreRefusedWithAClearWord(String content, String system) {
        KindDetector.Detected detected = KindDetector.detect(content.getBytes(StandardCharsets.UTF_8));
        assertThat(detected.kind()).isEqualTo(EvidenceKind.NOT_RECOGNISED);
        assertThat(detected.explanation())
                .contains("of " + system + ", which is not read", "upload an AWR Miner capture or an AWR report");
    }
}
