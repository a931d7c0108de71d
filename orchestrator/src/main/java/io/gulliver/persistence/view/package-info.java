/** What pages read: grid, summary and plan, filtered and sorted where the rows are. */
@NullMarked
package io.gulliver.persistence.view;

import org.jspecify.annotations.NullMarked;
