package io.gulliver.ui.databases;

import io.gulliver.domain.people.Right;
import io.gulliver.persistence.view.SavedView;
import io.gulliver.persistence.view.SavedViews;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/** Keeps views of the grid for people, for page and API alike. */
@Component
public class ViewKeeping {
    private static final int LONGEST_NAME = 60;
    private static final int LONGEST_ADDRESS = 1000;

    private final SavedViews saved;
    private final Words words;

    ViewKeeping(SavedViews saved, Words words) {
        this.saved = saved;
        this.words = words;
    }

    /** A person's own views and those that others share. */
    public List<SavedView> list(String program, Person person) {
        return saved.list(program, person.name());
    }

    /**
     * Keeps a view under a name; one of the same name is replaced.
     *
     * @param address the query of the grid, with its question mark, or empty
     * @throws Refusal 422 when it is no view, 403 when the person may not share it
     */
    public SavedView keep(String program, Person person, String name, String address, boolean shared) {
        List<FieldProblem> wrong = new ArrayList<>();
        if (name.isBlank()) {
            wrong.add(new FieldProblem("/name", words.text("form.needed")));
        } else if (name.strip().length() > LONGEST_NAME) {
            wrong.add(new FieldProblem("/name", words.text("form.long")));
        }
        if (address.length() > LONGEST_ADDRESS) {
            wrong.add(new FieldProblem("/address", words.text("form.long")));
        }
        // only a query of this page is kept: a shared view leads nobody anywhere else
        if (!address.isEmpty() && !address.startsWith("?")) {
            wrong.add(new FieldProblem("/address", words.text("problem.kind")));
        }
        if (!wrong.isEmpty()) {
            throw Refusal.invalid(wrong);
        }
        if (shared && !person.may(Right.WORK)) {
            throw Refusal.forbidden("problem.views");
        }
        SavedView view = new SavedView(program, person.name(), name.strip(), address, shared);
        saved.keep(view);
        return view;
    }

    /** Forgets a view of one's own. Throws as {@link SavedViews#drop}. */
    public void drop(String program, Person person, String name) {
        saved.drop(program, person.name(), name);
    }
}
