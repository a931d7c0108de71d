/** What is done on the server's own machine, by whoever may read its settings: no log-in is asked there. */
@NullMarked
package io.gulliver.service.console;

import org.jspecify.annotations.NullMarked;
