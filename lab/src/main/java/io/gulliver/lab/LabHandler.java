package io.gulliver.lab;

/** Answers one kind of request of a simulator. */
@FunctionalInterface
public interface LabHandler {

    /**
     * Does what was asked and answers.
     *
     * @throws LabRefusal when the product would say no; nothing was changed
     */
    LabResponse handle(LabRequest request);
}
