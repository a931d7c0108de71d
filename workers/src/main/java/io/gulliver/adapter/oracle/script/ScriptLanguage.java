package io.gulliver.adapter.oracle.script;

import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A language that scripts are written in, with the one way to put a value into it. */
public enum ScriptLanguage {

    /** Data Pump parameter file: plain words as they are, everything else in double quotes. */
    PARFILE {
        @Override
        public String escape(String value) {
            // Commas separate list items and %U numbers dump files: both are meant by whoever gives such a value.
            if (PLAIN.matcher(value).matches()) {
                return value;
            }
            if (value.indexOf('"') >= 0 || value.indexOf('\\') >= 0) {
                throw refused(this, value, "double quotes and backslashes have no certain meaning in a parameter file");
            }
            return '"' + value + '"';
        }
    },

    /** Text literal in SQL, with its quotes. */
    SQL_LITERAL {
        @Override
        public String escape(String value) {
            return "'" + value.replace("'", "''") + "'";
        }
    },

    /** Name in SQL, with its quotes. */
    SQL_IDENTIFIER {
        @Override
        public String escape(String value) {
            if (value.isEmpty() || value.length() > 128 || value.indexOf('"') >= 0) {
                throw refused(this, value, "a name has 1 to 128 characters and no double quote");
            }
            return '"' + value + '"';
        }
    },

    /** Word of a POSIX shell, with its quotes. */
    SHELL {
        @Override
        public String escape(String value) {
            return "'" + value.replace("'", "'\\''") + "'";
        }
    },

    /** Text in RMAN, with its quotes; a number as it is. */
    RMAN {
        @Override
        public String escape(String value) {
            if (value.matches("\\d{1,9}")) {
                return value;
            }
            if (value.indexOf('\'') >= 0) {
                throw refused(this, value, "a single quote ends the text");
            }
            return "'" + value + "'";
        }
    },

    /** Name in RMAN, as it is: letters, digits, underscore, dollar. */
    RMAN_NAME {
        @Override
        public String escape(String value) {
            if (!value.matches("[A-Za-z][A-Za-z0-9_$]{0,127}")) {
                throw refused(this, value, "a name without quotes has letters, digits, _ and $");
            }
            return value;
        }
    },

    /** Word of RMAN's own, in capitals. */
    RMAN_WORD {
        @Override
        public String escape(String value) {
            if (!value.matches("[A-Z]{1,30}")) {
                throw refused(this, value, "a word of the language is written in capitals");
            }
            return value;
        }
    },

    /** A number of channels in RMAN, as the commands that allocate them for one block. */
    RMAN_CHANNELS {
        @Override
        public String escape(String value) {
            if (!value.matches("[1-9]\\d?")) {
                throw refused(this, value, "a block allocates 1 to 99 channels");
            }
            return IntStream.rangeClosed(1, Integer.parseInt(value))
                    .mapToObj(channel -> "ALLOCATE CHANNEL c" + channel + " DEVICE TYPE DISK;")
                    .collect(Collectors.joining("\n"));
        }
    },

    /** Value in a connect descriptor of Oracle Net, as it is. */
    NET {
        @Override
        public String escape(String value) {
            if (!value.matches("[A-Za-z0-9._$#:-]+")) {
                throw refused(this, value, "host, port and service have letters, digits and . _ - $ # :");
            }
            return value;
        }
    },

    /** Value of a DBCA response file: the rest of a line. */
    RESPONSE_FILE {
        @Override
        public String escape(String value) {
            if (value.indexOf('\\') >= 0 || value.indexOf('#') >= 0) {
                throw refused(this, value, "backslash and # have a meaning of their own in a response file");
            }
            return value;
        }
    };

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.,:/%$+-]+");

    /**
     * Writes a value so that the language reads exactly this value.
     *
     * @throws IllegalArgumentException when the language cannot say it
     */
    public abstract String escape(String value);

    private static IllegalArgumentException refused(ScriptLanguage language, String value, String why) {
        return new IllegalArgumentException(
                "A value of " + value.length() + " characters cannot stand in a " + language + ": " + why + ".");
    }
}
