package io.gulliver.ui.tasks;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.domain.plan.WorkingHours;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.domain.task.Task;
import io.gulliver.domain.task.TaskDue;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.persistence.view.TaskReader;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** When open tasks are due, each by the working hours and the calendar of its program. */
@Component
public class TaskDates {
    private final TaskReader tasks;
    private final ProgramReader programs;
    private final ProgramCalendar calendar;

    public TaskDates(TaskReader tasks, ProgramReader programs, ProgramCalendar calendar) {
        this.tasks = tasks;
        this.programs = programs;
        this.calendar = calendar;
    }

    /** By the task's id; those that are closed, that need attention, or that nobody estimated are missing. */
    public Map<String, TaskDue> of(List<Task> list) {
        Map<String, Duration> estimates =
                tasks.estimates(list.stream().map(Task::id).toList());
        Map<String, Optional<WorkingHours>> hours = new HashMap<>();
        Map<String, TaskDue> due = new HashMap<>();
        for (Task task : list) {
            if (task.closedAt() == null) {
                TaskDue.of(
                                task.kind(),
                                task.openedAt(),
                                estimates.get(task.id()),
                                task.snoozedUntil(),
                                hours.computeIfAbsent(task.program(), this::hours)
                                        .orElse(null),
                                calendar.now(task.program()))
                        .ifPresent(one -> due.put(task.id(), one));
            }
        }
        return due;
    }

    private Optional<WorkingHours> hours(String program) {
        return programs.find(program)
                .flatMap(one ->
                        Optional.ofNullable(ProgramPolicy.of(one).hours()).map(hours -> hours.in(one.zone())));
    }
}
