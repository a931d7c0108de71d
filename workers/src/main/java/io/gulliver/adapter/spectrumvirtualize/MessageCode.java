package io.gulliver.adapter.spectrumvirtualize;

import io.gulliver.adapter.http.HttpSystemException.Kind;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The one table of the product's message codes that we know, and what each means for us. The texts that follow a code are translated
 * by the array, so only the code counts.
 *
 * <p>Sources: "our fact sheet" is the vendor's message reference as used by both IBM Ansible collections and by the public OpenStack
 * driver's simulator; "CSI" is the error list of IBM's block storage CSI driver. A code that is not here is EXTERNAL: a person looks.
 */
enum MessageCode {
    // --- absent
    /** Object named by the path does not exist. */
    CMMVC5753E(Kind.CONFLICT, true, "The object does not exist.", "Check the name, or create the object first."),
    /** As 5753E, or the name breaks the naming rules; we check names before sending, so it means absent. */
    CMMVC5754E(Kind.CONFLICT, true, "The object does not exist.", "Check the name, or create the object first."),
    /** An object named in the options (pool, host) does not exist; on delete it counts as done. */
    CMMVC5804E(
            Kind.CONFLICT, true, "An object named in the command does not exist.", "Create what it depends on first."),
    /** Volume not found, said by the newer volume commands (CSI). */
    CMMVC8957E(Kind.CONFLICT, true, "The volume does not exist.", "Check the name, or create the volume first."),

    // --- already so, or something stands in the way: look, then decide
    /** Duplicate name. Either our own earlier attempt, or somebody else's object. */
    CMMVC6035E(Kind.CONFLICT, false, "An object of that name already exists.", "Read it and compare before going on."),
    /** Volume is mapped already; mapping to a second host needs force. */
    CMMVC6071E(Kind.CONFLICT, false, "The volume is already mapped to a host.", "List its mappings and compare."),
    /** Volume is already mapped to this host (CSI). */
    CMMVC5878E(Kind.CONFLICT, false, "The volume is already mapped to this host.", "List its mappings and compare."),
    /** SCSI id taken on that host. */
    CMMVC5879E(
            Kind.CONFLICT, false, "The SCSI id is in use on that host.", "Choose another id, or let the array choose."),
    /** Delete refused: mapped, or part of a copy relation. */
    CMMVC5840E(
            Kind.CONFLICT,
            false,
            "The volume was not deleted: it is mapped or has copies.",
            "Remove its mappings first."),
    /** Unmap of what is not mapped (CSI); counts as done. */
    CMMVC5842E(Kind.CONFLICT, true, "The volume is not mapped to that host.", "Nothing is left to do."),
    /** Port or host removal refused: the host still sees volumes. */
    CMMVC5871E(Kind.CONFLICT, false, "A port of the host belongs to a mapping.", "Remove the host's mappings first."),
    /** WWPN belongs to another host (CSI). */
    CMMVC5867E(Kind.CONFLICT, false, "The port belongs to another host.", "Find its owner and ask the storage team."),

    /** A FlashCopy mapping is in a state in which the command is not possible. */
    CMMVC5903E(
            Kind.CONFLICT,
            false,
            "The FlashCopy mapping is in another state.",
            "Look at the mapping, and wait or stop it first."),

    // --- passing
    /** Volume not ready. */
    CMMVC9083E(Kind.TRANSIENT, false, "The volume is not ready.", "Wait and try again."),
    /** As 9083E. */
    CMMVC9104E(Kind.TRANSIENT, false, "The volume is not ready.", "Wait and try again."),

    // --- no space
    /** Not enough extents in the pool; seen on expand (CSI) and on older levels on create. */
    CMMVC5860E(
            Kind.CAPACITY, false, "The pool has not enough free space.", "Free or add space, or choose another pool."),
    /** Not enough extents in the pool, on create (CSI). */
    CMMVC8710E(
            Kind.CAPACITY, false, "The pool has not enough free space.", "Free or add space, or choose another pool."),

    // --- the request cannot be
    /** I/O group or pool does not compress. */
    CMMVC7050E(Kind.REQUEST, false, "Compression is not possible here.", "Ask for a thin or thick volume."),
    /** Pool does not allow the wanted kind of volume (CSI). */
    CMMVC9292E(Kind.REQUEST, false, "The pool does not allow this kind of volume.", "Choose another kind or pool."),
    /** Deduplication outside a data reduction pool (CSI). */
    CMMVC9301E(Kind.REQUEST, false, "The pool is not a data reduction pool.", "Choose another kind or pool."),

    /** Source and target of a FlashCopy mapping differ in size. */
    CMMVC5924E(
            Kind.REQUEST,
            false,
            "Source and target volume differ in size.",
            "Make the target exactly as large as the source, in bytes."),

    // --- theirs
    /** Logon failed. */
    CMMVC7017E(Kind.EXTERNAL, false, "The logon failed.", "Check user, password and whether the user is locked."),

    // --- ours: never treat one of these as "absent"
    /** No id given. */
    CMMVC5701E(Kind.BUG, false, "No object was named.", "Report this with the call log."),
    /** Value too long (CSI). */
    CMMVC5703E(Kind.BUG, false, "A value is too long.", "Report this with the call log."),
    /** Parameter missing. */
    CMMVC5707E(Kind.BUG, false, "A parameter is missing.", "Report this with the call log and the array's level."),
    /** Parameter not supported by this level. */
    CMMVC5709E(
            Kind.BUG, false, "A parameter is not supported.", "Report this with the call log and the array's level."),
    /** Invalid data in a parameter (CSI). */
    CMMVC5711E(Kind.BUG, false, "A value is not valid.", "Report this with the call log."),
    /** Parameters exclude each other. */
    CMMVC5713E(Kind.BUG, false, "Parameters exclude each other.", "Report this with the call log."),
    /** Name too long (CSI). */
    CMMVC5738E(Kind.BUG, false, "The name is too long.", "Report this with the call log."),
    /** Filter not valid (CSI). */
    CMMVC5741E(Kind.BUG, false, "The filter is not valid.", "Report this with the call log and the array's level."),
    /** Parameter invalid. */
    CMMVC5767E(Kind.BUG, false, "A parameter is not valid.", "Report this with the call log."),
    /** Bad name; we check before sending. */
    CMMVC6527E(Kind.BUG, false, "The name is not valid.", "Report this with the call log."),
    /** Bad iSCSI name; we never send one. */
    CMMVC6581E(Kind.BUG, false, "The iSCSI name is not valid.", "Report this with the call log."),
    /** ArrayCommand not supported by this level. */
    CMMVC7205E(Kind.BUG, false, "The command is not supported.", "Report this with the array's level.");

    /** How a code looks inside an error text; E is an error, W a warning that came with success. */
    private static final Pattern CODE = Pattern.compile("CMMVC\\d{4,5}[EW]");

    private final Kind kind;
    private final boolean meansMissing;
    private final String meaning;
    private final String advice;

    MessageCode(Kind kind, boolean meansMissing, String meaning, String advice) {
        this.kind = kind;
        this.meansMissing = meansMissing;
        this.meaning = meaning;
        this.advice = advice;
    }

    Kind kind() {
        return kind;
    }

    boolean meansMissing() {
        return meansMissing;
    }

    String meaning() {
        return meaning;
    }

    String advice() {
        return advice;
    }

    /** The first code in a text; null when there is none. */
    static @Nullable String extract(String text) {
        Matcher matcher = CODE.matcher(text);
        return matcher.find() ? matcher.group() : null;
    }

    /** The table's line for a code; empty for null and for codes we do not know. */
    static Optional<MessageCode> find(@Nullable String code) {
        return Arrays.stream(values())
                .filter(known -> known.name().equals(code))
                .findFirst();
    }
}
