@NullMarked
package io.gulliver.ui.api.description;

import org.jspecify.annotations.NullMarked;
