/** What was answered to a request that may come again. */
@NullMarked
package io.gulliver.persistence.answer;

import org.jspecify.annotations.NullMarked;
