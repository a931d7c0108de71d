/** People at the pages: their log-ins. */
@NullMarked
package io.gulliver.service.people;

import org.jspecify.annotations.NullMarked;
