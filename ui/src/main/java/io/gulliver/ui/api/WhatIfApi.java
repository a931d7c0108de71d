package io.gulliver.ui.api;

import io.gulliver.domain.people.Right;
import io.gulliver.planning.sizing.CpuSizing;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.whatif.WhatIf;
import io.gulliver.ui.whatif.WhatIfFigures;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * What-if: the pure decisions on figures that somebody gives. Nothing is stored; every figure carries its derivation.
 *
 * <p>Viewers may ask too, by name: no POST is open to whoever is logged in, not even one that changes nothing.
 */
@RestController
@RequestMapping("/api/v1/what-if")
class WhatIfApi {
    private static final String UNFIT = "Figures are missing or cannot be; each is named by a JSON pointer";

    private final WhatIf decisions;

    WhatIfApi(WhatIf decisions) {
        this.decisions = decisions;
    }

    /** Memory of a guest by both formulas. */
    @OpenTo(value = Right.READ, token = Right.READ)
    @PostMapping("/memory")
    WhatIf.MemoryAnswer memory(@RequestBody WhatIfFigures.Memory body) {
        return decisions.memory(body);
    }

    /** IFLs, as the other answers have theirs. */
    record CpuAnswer(CpuSizing sizing) {}

    /** IFLs. */
    @OpenTo(value = Right.READ, token = Right.READ)
    @PostMapping("/cpu")
    CpuAnswer cpu(@RequestBody WhatIfFigures.Cpu body) {
        return new CpuAnswer(decisions.cpu(body));
    }

    /** Storage and network. */
    @OpenTo(value = Right.READ, token = Right.READ)
    @PostMapping("/storage")
    WhatIf.StorageAnswer storage(@RequestBody WhatIfFigures.Storage body) {
        return decisions.storage(body);
    }

    /** The ways across. */
    @OpenTo(value = Right.READ, token = Right.READ)
    @PostMapping("/method")
    WhatIf.MethodAnswer method(@RequestBody WhatIfFigures.Method body) {
        return decisions.method(body);
    }
}
