/** What a DS8000 answers, as records. */
@NullMarked
package io.gulliver.adapter.ds8000.model;

import org.jspecify.annotations.NullMarked;
