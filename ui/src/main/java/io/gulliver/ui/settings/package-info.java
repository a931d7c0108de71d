/** The outer systems that Gulliver talks to, and the people and playbooks it knows. */
@NullMarked
package io.gulliver.ui.settings;

import org.jspecify.annotations.NullMarked;
