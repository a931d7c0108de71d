/** What is written on paper, without a server. */
@NullMarked
package io.gulliver.ui.paper;

import org.jspecify.annotations.NullMarked;
