package io.gulliver.ui.whatif;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Published cases with all their figures, to look at before one types one's own. */
final class Examples {
    private static final String SERVERS = """
            PRPPR1\tXeon E5-2697v2 2.7 GHz\t24\t7.6\t1
            PRPPR2\tXeon E5-2697v2 2.7 GHz\t24\t3.3\t1
            IPDRM2PR1\tXeon E5-2697v2 2.7 GHz\t24\t8.8\t1
            IPDRB1PR2\tXeon E5-2697v2 2.7 GHz\t24\t4.9\t1
            P04DB05E1\tXeon E5-2699v3 2.3 GHz\t36\t8.1\t1
            P04DB05E2\tXeon E5-2699v3 2.3 GHz\t36\t1.8\t1
            P04DB07B1\tXeon E5-2699v3 2.3 GHz\t36\t17.6\t1
            P04DB07B2\tXeon E5-2699v3 2.3 GHz\t36\t9.5\t1
            """;
    private static final String ADVICE = """
            134400\t2827684\t1329325293
            143360\t2804128\t1286111932
            152320\t2792632\t1286111932
            161280\t2764310\t1241612459
            170240\t2741036\t1206501603
            179200\t2720566\t1174606027
            188160\t2702901\t1144639619
            197120\t2695610\t1125347941
            206080\t2684113\t1125347941
            215040\t2673738\t1108242652
            224000\t2663924\t1091394585
            """;

    private Examples() {}

    /** Keys of the examples of a question. */
    static List<String> of(Question question) {
        return switch (question) {
            case MEMORY -> List.of("two-databases");
            case CPU -> List.of("eight-servers");
            case STORAGE -> List.of("read-heavy");
            case METHOD -> List.of("small-database");
        };
    }

    /** The texts of an example by pointer. */
    static Map<String, String> texts(Question question) {
        Map<String, String> texts = new LinkedHashMap<>();
        switch (question) {
            case MEMORY -> {
                texts.put("/production", "on");
                texts.put("paste/instances", "DB1\t143360\t40960\t2115\t\nDB2\t71680\t40960\t100\t");
                texts.put("/largePagesMb", "245760");
                texts.put("/guestMb", "438952");
                texts.put("/currentSgaMb", "143360");
                texts.put("/sgaLimitMb", "174080");
                texts.put("paste/advice", ADVICE);
            }
            case CPU -> texts.put("paste/servers", SERVERS);
            case STORAGE -> {
                texts.put("/usedGb", "217700");
                texts.put("/array", "FS9110 (AF7)");
                texts.put("/readIops", "108953");
                texts.put("/writeIops", "11862");
                texts.put("/readMbPerSecond", "15900");
                texts.put("/writeMbPerSecond", "1400");
            }
            case METHOD -> {
                texts.put("/windowMinutes", "240");
                texts.put("paste/facts", """
                        source_release\t19.22
                        source_edition\tenterprise
                        source_topology\tsingle
                        archivelog\tyes
                        charset_equal\tyes
                        data_gb\t200
                        index_gb\t60
                        redo_mb_s\t4.2
                        gg_licensed\tno
                        """);
            }
        }
        return texts;
    }
}
