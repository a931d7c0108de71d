package io.gulliver.ui.risks;

/** What can be done to many entries of the register at once, each on its own. */
public enum RegisterAction {
    /** Has somebody answer for them. */
    OWNER,
    /** Gives them a day until when. */
    DUE,
    /** Accepts or rejects what is proposed, closes what is open, opens what is over. */
    STATE;

    /** How many entries one order may name. */
    public static final int MOST = 1_000;
}
