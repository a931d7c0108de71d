package io.gulliver.ui.read;

import io.gulliver.domain.plan.StageProgress;
import io.gulliver.domain.plan.StageStatus;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.ui.frame.StageCell;
import io.gulliver.ui.frame.Status;
import java.util.List;

/** Stages as stored, as cells of a page. */
final class StageCells {
    private StageCells() {}

    static List<StageCell> of(List<StageProgress> stages) {
        return stages.stream().map(StageCells::of).toList();
    }

    private static StageCell of(StageProgress stage) {
        StageTimes times = stage.times();
        Status status = status(stage.status());
        return new StageCell(
                times.stage(),
                status,
                status == Status.RUNNING && stage.total() > 0 ? stage.text() : null,
                stage.total() == 0 ? 0 : Math.max(0, Math.min(100, 100 * stage.done() / stage.total())),
                stage.since(),
                times.baselineEnd(),
                times.plannedEnd(),
                times.forecastEnd(),
                times.actualEnd());
    }

    static Status status(StageStatus status) {
        return switch (status) {
            case NONE -> Status.NONE;
            case READY -> Status.READY;
            case RUNNING -> Status.RUNNING;
            case WAITING -> Status.WAITING;
            case BLOCKED -> Status.BLOCKED;
            case FAILED -> Status.FAILED;
            case DONE -> Status.DONE;
            case SKIPPED -> Status.SKIPPED;
            case ROLLED -> Status.ROLLED;
        };
    }

    static StageStatus stored(Status status) {
        return switch (status) {
            case NONE -> StageStatus.NONE;
            case READY -> StageStatus.READY;
            case RUNNING -> StageStatus.RUNNING;
            case WAITING -> StageStatus.WAITING;
            case BLOCKED -> StageStatus.BLOCKED;
            case FAILED -> StageStatus.FAILED;
            case DONE -> StageStatus.DONE;
            case SKIPPED -> StageStatus.SKIPPED;
            case ROLLED -> StageStatus.ROLLED;
        };
    }
}
