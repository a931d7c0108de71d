/** The command line over the REST API: its verbs, options and help come from the committed description. */
@NullMarked
package io.gulliver.ctl;

import org.jspecify.annotations.NullMarked;
