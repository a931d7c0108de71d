package io.gulliver.planning.sizing;

import io.gulliver.planning.figure.Derivation;
import org.jspecify.annotations.Nullable;

/**
 * Files of a target database beside its data, each figure with its derivation.
 *
 * @param redoLog one online redo log, MB
 * @param redoGroups groups of them
 * @param redoLogs room of all, MB
 * @param recoveryArea limit of the recovery area, MB
 * @param temporary temporary files, MB; null while those of the source are not known
 * @param undo files of its undo tablespaces together, MB; null while those of the source are not known
 */
public record FileSizing(
        Derivation redoLog,
        Derivation redoGroups,
        Derivation redoLogs,
        Derivation recoveryArea,
        @Nullable Derivation temporary,
        @Nullable Derivation undo) {}
