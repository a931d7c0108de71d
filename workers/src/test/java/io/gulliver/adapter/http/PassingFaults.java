package io.gulliver.adapter.http;

import io.gulliver.lab.FaultKind;
import java.util.List;

/** What may happen to a call and passes: a client that looks, acts and looks again ends right whichever of them strikes. */
public final class PassingFaults {
    public static final List<FaultKind> ALL = List.of(
            FaultKind.RESET_BEFORE,
            FaultKind.RESET_AFTER,
            FaultKind.HANG_BEFORE,
            FaultKind.HANG,
            FaultKind.STATUS_409,
            FaultKind.STATUS_429,
            FaultKind.STATUS_500,
            FaultKind.STATUS_500_AFTER,
            FaultKind.STATUS_503,
            FaultKind.HTML_BODY,
            FaultKind.SESSION_EXPIRED);

    private PassingFaults() {}
}
