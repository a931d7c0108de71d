package io.gulliver.ui.api;

import io.gulliver.planning.sizing.CpuSizing;
import io.gulliver.ui.person.OpenToPlanners;
import io.gulliver.ui.whatif.WhatIf;
import io.gulliver.ui.whatif.WhatIfFigures;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
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
@Tag(name = "what-if", description = "The pure decisions on figures that you give; stores nothing")
class WhatIfApi {
    private static final String UNFIT = "Figures are missing or cannot be; each is named by a JSON pointer";

    private final WhatIf decisions;

    WhatIfApi(WhatIf decisions) {
        this.decisions = decisions;
    }

    /** Memory of a guest by both formulas. */
    @OpenToPlanners
    @PostMapping("/memory")
    @Operation(summary = "Memory of one guest, by both formulas, and an SGA from the advice")
    @ApiResponse(responseCode = "200", description = "Every figure with inputs, formula and rounding")
    @ApiResponse(responseCode = "422", description = UNFIT)
    WhatIf.MemoryAnswer memory(@RequestBody WhatIfFigures.Memory body) {
        return decisions.memory(body);
    }

    /** IFLs. */
    @OpenToPlanners
    @PostMapping("/cpu")
    @Operation(
            summary = "IFLs for a demand, for servers at their peaks, or for hosts over time",
            description = "Give one of demand, servers and hosts. What is required and what the chosen IFLs can do have"
                    + " different names.")
    @ApiResponse(responseCode = "200", description = "Every figure with inputs, formula and rounding")
    @ApiResponse(responseCode = "422", description = UNFIT)
    CpuSizing cpu(@RequestBody WhatIfFigures.Cpu body) {
        return decisions.cpu(body);
    }

    /** Storage and network. */
    @OpenToPlanners
    @PostMapping("/storage")
    @Operation(summary = "Capacity, arrays, volumes, ports and links of a target")
    @ApiResponse(responseCode = "200", description = "Every figure with inputs, formula and rounding")
    @ApiResponse(responseCode = "422", description = UNFIT)
    WhatIf.StorageAnswer storage(@RequestBody WhatIfFigures.Storage body) {
        return decisions.storage(body);
    }

    /** The ways across. */
    @OpenToPlanners
    @PostMapping("/method")
    @Operation(
            summary = "The ways across for facts that you give, ranked, and a target to propose",
            description = "Every way with blockers, warnings, remedies, outage with its range, room and licences")
    @ApiResponse(responseCode = "200", description = "All six ways, the best first, with reasons")
    @ApiResponse(responseCode = "422", description = UNFIT)
    WhatIf.MethodAnswer method(@RequestBody WhatIfFigures.Method body) {
        return decisions.method(body);
    }
}
