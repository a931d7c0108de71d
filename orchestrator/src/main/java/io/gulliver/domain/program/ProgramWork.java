package io.gulliver.domain.program;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is under way in a program and what it waits for: by what the keeper of its time goes.
 *
 * @param busy steps between their begin and their end: being prepared, acting, watched, tried again, stopped or undone;
 *     planned times, people and slots are not waited for here
 * @param watching steps that wait for another run, and see some seconds later that it has come so far
 * @param commands words of people that their run has not heard yet
 * @param outages runs whose outage has begun and is not over
 * @param tasks open tasks and decisions of people
 * @param due the next planned time that a step waits for, by the program's calendar; null for none
 * @param changes grows with every event of a run
 */
public record ProgramWork(
        int busy,
        int watching,
        int commands,
        int outages,
        int tasks,
        @Nullable Instant due,
        long changes) {}
