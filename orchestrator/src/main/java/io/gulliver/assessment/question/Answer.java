package io.gulliver.assessment.question;

import java.util.List;

/**
 * The answer to one question.
 *
 * @param question as people ask it
 * @param verdict in a word: {@code yes}, {@code after remedy}, {@code no}, {@code unknown}, or a figure
 * @param sentence that says it
 * @param evidence what it rests on
 * @param missing what would make it surer
 */
public record Answer(String question, String verdict, String sentence, List<Point> evidence, List<String> missing) {
    public Answer {
        evidence = List.copyOf(evidence);
        missing = List.copyOf(missing);
    }

    /**
     * One thing that an answer rests on.
     *
     * @param text of it
     * @param source who says so
     */
    public record Point(String text, String source) {}
}
