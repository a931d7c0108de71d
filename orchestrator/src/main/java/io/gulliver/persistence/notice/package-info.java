/** What people were told of, who was to hear it, and whether that arrived. */
@NullMarked
package io.gulliver.persistence.notice;

import org.jspecify.annotations.NullMarked;
