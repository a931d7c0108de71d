@NullMarked
package io.gulliver.adapter.ds8000;

import org.jspecify.annotations.NullMarked;
