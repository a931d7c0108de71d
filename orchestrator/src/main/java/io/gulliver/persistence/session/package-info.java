/** Shows and ends the log-ins of people, whose rows are Spring Session's. */
@NullMarked
package io.gulliver.persistence.session;

import org.jspecify.annotations.NullMarked;
