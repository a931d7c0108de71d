/** Reads what z/VM says of itself, its processors, its memory and its guests: printed reports and answers of CP. Pure. */
@NullMarked
package io.gulliver.evidence.zvm;

import org.jspecify.annotations.NullMarked;
