package io.gulliver.lab.oracle;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns a query in Oracle's words into one in the words of the store that holds the lab's rows. */
final class OracleWords {

    private static final Pattern OWNED = Pattern.compile("(?i)\\b(?:PERFSTAT|SYS)\\s*\\.\\s*(?=[A-Z_\"])");
    private static final Pattern TRUNCATED =
            Pattern.compile("(?i)\\bTRUNC\\s*\\(\\s*([A-Za-z0-9_$#.]+)\\s*,\\s*'(HH24|HH|DD|DDD|MM|MON|MI)'\\s*\\)");
    private static final Pattern LIMIT = Pattern.compile("(?i)(?<![A-Za-z0-9_$#\"])(LIMIT|LOCAL)(?![A-Za-z0-9_$#\"])");

    private static final Pattern ZONE = Pattern.compile("(?i)(?<![A-Za-z0-9_$#\".])DBTIMEZONE(?![A-Za-z0-9_$#\"])");

    /** Two texts compared, as Oracle does it: by the bytes of the database's character set. */
    private static final Pattern BYTES =
            Pattern.compile("(\"[^\"]{1,128}\") (>=|<) UTL_RAW\\.CAST_TO_VARCHAR2\\(HEXTORAW\\(\\?\\)\\)");

    private OracleWords() {}

    static String store(String text, String characterSet) {
        String sql = text.replace("UTL_RAW.CAST_FROM_BINARY_DOUBLE(", "LAB_RAW_DOUBLE(")
                .replace("UTL_RAW.CAST_FROM_BINARY_FLOAT(", "LAB_RAW_FLOAT(")
                .replace("UTL_I18N.STRING_TO_RAW(", "LAB_STRING_TO_RAW(")
                .replace("UTL_RAW.CAST_TO_RAW(", "LAB_CAST_TO_RAW('" + characterSet + "', ")
                .replace("DBMS_ROWID.ROWID_CREATE(", "LAB_ROWID_CREATE(")
                // What lies at a path of the repository of XML DB.
                .replace("DBMS_LOB.SUBSTR(XDBURITYPE(any_path).getClob(), 1000, 1)", "LAB$TEXT")
                // By a number of unknown precision the store divides to a hundred thousand digits.
                .replace("/ ?", "/ CAST(? AS BIGINT)")
                // The store has one of its own, which knows no character sets.
                .replace("ORA_HASH(", "LAB_ORA_HASH('" + characterSet + "', ");
        sql = BYTES.matcher(sql)
                .replaceAll(match -> Matcher.quoteReplacement("LAB_BYTES('" + characterSet + "', " + match.group(1)
                        + ") " + match.group(2) + " LAB_HEXTORAW(?)"));
        sql = outside(sql, OWNED, match -> "");
        sql = outside(sql, ZONE, match -> "'+00:00'");
        sql = TRUNCATED
                .matcher(sql)
                .replaceAll(match ->
                        Matcher.quoteReplacement("DATE_TRUNC(" + unit(match.group(2)) + ", " + match.group(1) + ")"));
        return outside(sql, LIMIT, match -> '"' + match.group(1).toUpperCase(java.util.Locale.ROOT) + '"');
    }

    private static String unit(String format) {
        switch (format.toUpperCase(java.util.Locale.ROOT)) {
            case "HH24", "HH":
                return "HOUR";
            case "MI":
                return "MINUTE";
            case "MM", "MON":
                return "MONTH";
            default:
                return "DAY";
        }
    }

    /** Replaces outside of literals only. */
    private static String outside(
            String sql, Pattern pattern, java.util.function.Function<java.util.regex.MatchResult, String> words) {
        StringBuilder out = new StringBuilder();
        int at = 0;
        Matcher literal = Pattern.compile("'(?:[^']|'')*'").matcher(sql);
        while (literal.find()) {
            out.append(pattern.matcher(sql.substring(at, literal.start()))
                    .replaceAll(match -> Matcher.quoteReplacement(words.apply(match))));
            out.append(literal.group());
            at = literal.end();
        }
        return out.append(pattern.matcher(sql.substring(at))
                        .replaceAll(match -> Matcher.quoteReplacement(words.apply(match))))
                .toString();
    }
}
