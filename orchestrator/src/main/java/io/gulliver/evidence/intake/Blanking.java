package io.gulliver.evidence.intake;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipException;

/**
 * Takes passwords, tokens and keys out of a text before it is kept: command lines of processes and of cron hold them, and
 * logs, settings and statements do.
 *
 * <p>Each becomes {@code ***}; all else keeps its bytes. A secret is known by the word before it ({@code password=},
 * {@code -w} of an LDAP command), by the form of a login ({@code scott/tiger@orcl}, {@code https://user:word@host}), or by
 * the marks of a private key. A word that is a secret and looks like none stays.
 */
public final class Blanking {
    /** What stands in place of a secret. */
    static final String BLANK = "***";

    /** A line that is longer is looked at in pieces, cut at a blank or comma where there is one. */
    private static final int LONGEST = 256 * 1024;

    /** A word in quotation marks; the first group of each expression below is what becomes {@code ***}. */
    private static final String QUOTED = "\"(?:[^\"\\\\]|\\\\.)*\"|'[^']*'|";

    /** Without one of these, in small letters, a line holds no secret that is known here. */
    private static final List<String> HINTS = List.of(
            "passw",
            "passp",
            "pass:",
            "-pass",
            "sshpass",
            "kennwort",
            "pwd",
            "-pw",
            "secret",
            "token",
            "api_key",
            "apikey",
            "api-key",
            "access_key",
            "accesskey",
            "access-key",
            "private_key",
            "private-key",
            "privatekey",
            "private key",
            "fastopen_key",
            "credential",
            "identified",
            "authorization",
            "bearer ",
            "mysql",
            "mariadb",
            "curl ",
            "wget ",
            "ldap",
            "smbclient",
            " using ",
            "sqlplus ",
            "sqlldr ",
            "expdp ",
            "impdp ",
            "exp ",
            "imp ",
            "rman ",
            "sqlcl ",
            "dgmgrl ",
            "userid=",
            "@");

    /** Those hints that begin with a letter or sign, at its number. */
    private static final List<List<String>> BY_FIRST = byFirst();

    /** {@code password=…}, {@code "token": "…"}, {@code -Dkey.secret=…}; the key and what follows it are the other groups. */
    private static final Pattern KEYED = Pattern.compile(
            "(?i)(?:^|[^\\w.$-])(?P<key>[\"']?[\\w.$-]{0,80}(?:passw|passphrase|kennwort|pwd|secret|token|api_?-?key|access_?-?key"
                    + "|private_?-?key|credential|fastopen_key)[\\w.$-]{0,80}[\"']?)\\s*(?:=>|=|:)\\s*(?P<value>"
                    + QUOTED
                    + "[^\\s,;&|)<>\"']+)");
    /** Keys whose values only look like secrets. */
    private static final Pattern NO_SECRET_KEY = Pattern.compile(
            "(?i).*(file|path|dir|location|life|grace|reuse|expire|lock|length|versions?|count|limit|policy"
                    + "|verify|attempts|type|encryption)[\\w\"']*|.*\\b(old)?pwd");

    private static final Pattern NO_SECRET_VALUE =
            Pattern.compile("(?i)[\"']?(null|true|false|none|yes|no|exclusive|shared|unlimited|default|\\*+|)[\"']?");

    private static final Pattern FLAG = Pattern.compile(
            "(?i)\\s--?(?:[\\w.-]{0,60}[.-])?(?:password|passwd|passphrase|pass|pwd|pw|secret|token|api-?key)(?:\\s+|=)("
                    + QUOTED
                    + "[^-\\s,;&|)<>\"'][^\\s,;&|)<>\"']*)");
    private static final Pattern XML = Pattern.compile("(?i)<[\\w:.-]*(?:passw\\w*|secret|token)>([^<]+)</");
    private static final Pattern IDENTIFIED =
            Pattern.compile("(?i)\\bidentified\\s+by\\s+(?:values\\s+)?(\"[^\"]*\"|'[^']*'|[^\\s;]+)");
    private static final Pattern ADDRESS = Pattern.compile("(?i)[a-z][a-z0-9+.-]*://[^\\s:/@]*:([^\\s@/]+)@");
    private static final Pattern LOGIN = Pattern.compile(
            "(?:^|[^\\w/.@-])[A-Za-z][\\w$#]{0,127}(?:\\[[\\w$#]+\\])?/(\\\\?\"[^\"]*\"|[^\\s/@\"']+)@");
    private static final Pattern HEADER = Pattern.compile(
            "(?i)\\bauthorization[\"']?\\s*[:=]\\s*[\"']?(?:(?:basic|bearer|digest|token)\\s+)?([^\\s\"']+)");
    private static final Pattern BEARER = Pattern.compile("(?i)\\bbearer\\s+([\\w.~+/=-]{16,})");
    /** Programs that take a password in a form of their own. */
    private static final List<Pattern> OF_PROGRAMS = List.of(
            Pattern.compile("(?i)\\b(?:mysql|mysqldump|mysqladmin|mariadb)\\b[^|;]*?\\s-p([^\\s]+)"),
            Pattern.compile("(?i)\\bsshpass\\s+-p\\s*([^\\s]+)"),
            Pattern.compile("(?i)\\b(?:curl|wget)\\b[^|;]*?\\s(?:-u|--user)[ =]?\\s*[\"']?[^\\s:'\"]+:([^\\s'\"]+)"),
            Pattern.compile("(?i)\\bldap\\w+\\b[^|;]*?\\s-w\\s+([^\\s]+)"),
            Pattern.compile("(?i)\\bpass:([^\\s\"']+)"),
            Pattern.compile("(?i)\\bsmbclient\\b[^|;]*?\\s-U\\s*[^\\s%]+%([^\\s]+)"),
            Pattern.compile("(?i)\\bdb2\\b[^|;]*?\\buser\\s+\\S+\\s+using\\s+([^\\s]+)"));
    /** Programs of Oracle take {@code user/word} also without a place behind it. */
    private static final Pattern ORACLE =
            Pattern.compile("(?i)\\b(sqlplus|sqlldr|expdp|impdp|exp|imp|rman|dgmgrl|sqlcl)\\b");

    private static final Pattern ORACLE_LOGIN = Pattern.compile(
            "(?i)(?:(?:^|/|\\s)(?:sqlplus|sqlldr|expdp|impdp|exp|imp|rman|dgmgrl|sqlcl)(?:\\s+-\\w+(?:\\s+\\d+)?)*\\s+"
                    + "|(?:userid|target|catalog|auxiliary|connect|conn)[\\s=]+)[\"']?[a-z][\\w$#]{0,127}/([^\\s/@\"';]+)");
    private static final Pattern KEY_BEGINS = Pattern.compile("-----BEGIN [A-Z ]*PRIVATE KEY-----.*");
    private static final Pattern KEY_ENDS = Pattern.compile(".*-----END [A-Z ]*PRIVATE KEY-----.*");

    private final boolean keepWidth;
    private boolean insideKey;
    private long line;
    private long count;
    private long first;

    private static List<List<String>> byFirst() {
        List<List<String>> lists = new ArrayList<>();
        for (char c = 0; c < 128; c++) {
            String first = String.valueOf(c);
            lists.add(HINTS.stream().filter(hint -> hint.startsWith(first)).toList());
        }
        return lists;
    }

    /** Whether a line is worth a closer look: most are not, and files are long. */
    private static boolean hinted(String text) {
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            char small = c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
            if (small < 128) {
                List<String> hints = BY_FIRST.get(small);
                for (int h = 0; h < hints.size(); h++) {
                    String hint = hints.get(h);
                    if (text.regionMatches(true, i, hint, 0, hint.length())
                            && (c != '@' || text.lastIndexOf('/', i) >= 0)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private Blanking(boolean keepWidth) {
        this.keepWidth = keepWidth;
    }

    /**
     * How much was blanked.
     *
     * @param words secrets that were replaced
     * @param firstLine of the first one, 0 when there is none
     */
    public record Outcome(long words, long firstLine) {}

    /**
     * Copies a text without its secrets; one line is in memory at a time.
     *
     * @param plain unpacked; read to its end, or to where it is damaged
     * @param keepWidth whether columns stand at fixed places, so that what comes after a secret must stay where it is
     */
    public static Outcome copy(InputStream plain, OutputStream out, boolean keepWidth) throws IOException {
        Blanking blanking = new Blanking(keepWidth);
        byte[] chunk = new byte[64 * 1024];
        byte[] kept = new byte[4 * 1024];
        int length = 0;
        while (true) {
            int some;
            try {
                some = plain.read(chunk);
            } catch (EOFException | ZipException damaged) {
                // the reader meets it too and says so
                some = -1;
            }
            if (some < 0) {
                break;
            }
            for (int i = 0; i < some; i++) {
                if (length == kept.length) {
                    kept = Arrays.copyOf(kept, Math.min(LONGEST, length * 2));
                }
                kept[length++] = chunk[i];
                if (chunk[i] == '\n') {
                    blanking.write(kept, length, out);
                    blanking.line++;
                    length = 0;
                } else if (length == LONGEST) {
                    int end = length;
                    while (end > LONGEST / 2 && kept[end - 1] != ' ' && kept[end - 1] != ',') {
                        end--;
                    }
                    end = end == LONGEST / 2 ? length : end;
                    blanking.write(kept, end, out);
                    System.arraycopy(kept, end, kept, 0, length - end);
                    length -= end;
                }
            }
        }
        if (length > 0) {
            blanking.write(kept, length, out);
        }
        return new Outcome(blanking.count, blanking.first);
    }

    private void write(byte[] bytes, int length, OutputStream out) throws IOException {
        // one sign a byte, so that every byte that is no secret's comes back as it was
        String text = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
        String blanked = line(text);
        if (blanked.equals(text)) {
            out.write(bytes, 0, length);
        } else {
            out.write(blanked.getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    /**
     * Where a private key begins that does not end within a text: whoever takes a text in parts cuts it there, or what
     * follows is not known for a key's.
     *
     * @param text in any encoding that keeps ASCII, of whole lines
     * @param length so many bytes of it
     * @return offset of the line that begins the key; -1 when there is none
     */
    public static int openKey(byte[] text, int length) {
        String signs = new String(text, 0, length, StandardCharsets.ISO_8859_1);
        int open = -1;
        for (int at = 0; signs.indexOf("-----", at) >= 0; ) {
            // lines that have no such sign are passed over at once
            at = signs.lastIndexOf('\n', signs.indexOf("-----", at)) + 1;
            int end = signs.indexOf('\n', at);
            end = end < 0 ? length : end;
            String line = signs.substring(at, end).strip();
            if (open < 0 && KEY_BEGINS.matcher(line).matches()) {
                open = at;
            } else if (open >= 0 && KEY_ENDS.matcher(line).matches()) {
                open = -1;
            }
            if (end == length) {
                break;
            }
            at = end + 1;
        }
        return open;
    }

    /** A text of one line without its secrets. */
    static String blanked(String text) {
        return new Blanking(false).line(text);
    }

    private String line(String text) {
        if (insideKey) {
            insideKey = !KEY_ENDS.matcher(text.strip()).matches();
            return insideKey
                    ? secret(text.strip()) + text.substring(text.stripTrailing().length())
                    : text;
        }
        if (!hinted(text)) {
            if (text.startsWith("-----BEGIN")
                    && KEY_BEGINS.matcher(text.strip()).matches()) {
                insideKey = true;
            }
            return text;
        }
        if (KEY_BEGINS.matcher(text.strip()).matches()) {
            insideKey = true;
            return text;
        }
        String now = keyed(text);
        for (Pattern pattern : List.of(FLAG, XML, IDENTIFIED, ADDRESS, LOGIN, HEADER, BEARER)) {
            now = firstGroup(pattern, now);
        }
        String lower = now.toLowerCase(Locale.ROOT);
        for (Pattern pattern : OF_PROGRAMS) {
            now = firstGroup(pattern, now);
        }
        if (ORACLE.matcher(lower).find() || lower.contains("userid=")) {
            now = firstGroup(ORACLE_LOGIN, now);
        }
        return now;
    }

    private String keyed(String text) {
        Matcher matcher = KEYED.matcher(text);
        StringBuilder to = new StringBuilder();
        int copied = 0;
        int from = 0;
        while (from < text.length() && matcher.find(from)) {
            String key = matcher.group("key");
            String value = matcher.group("value");
            int end = matcher.end("value");
            // JSON stays JSON: a number or a truth without quotation marks is no secret there
            boolean json = key.endsWith("\"") && !value.startsWith("\"");
            boolean plain = json
                    || NO_SECRET_KEY.matcher(key).matches()
                    || NO_SECRET_VALUE.matcher(value).matches();
            to.append(text, copied, matcher.start("value")).append(plain ? value : quoted(value));
            copied = end;
            // a closing quotation mark may stand before the next key
            from = Math.max(end - 1, from + 1);
        }
        return to.append(text, copied, text.length()).toString();
    }

    private String firstGroup(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        StringBuilder to = new StringBuilder();
        int copied = 0;
        while (copied < text.length() && matcher.find(copied)) {
            String value = matcher.group(1);
            to.append(text, copied, matcher.start(1))
                    .append(NO_SECRET_VALUE.matcher(value).matches() ? value : quoted(value));
            // what stands behind the word may be the beginning of the next one's place
            copied = matcher.end(1);
        }
        return to.append(text, copied, text.length()).toString();
    }

    /** The marks around a value stay, so that what reads it still finds its end. */
    private String quoted(String value) {
        char mark = value.charAt(0);
        boolean marked =
                value.length() > 1 && (mark == '"' || mark == '\'') && value.charAt(value.length() - 1) == mark;
        return marked ? mark + secret(value.substring(1, value.length() - 1)) + mark : secret(value);
    }

    private String secret(String value) {
        if (count++ == 0) {
            first = line + 1;
        }
        return keepWidth && value.length() > BLANK.length()
                ? BLANK + " ".repeat(value.length() - BLANK.length())
                : BLANK;
    }
}
