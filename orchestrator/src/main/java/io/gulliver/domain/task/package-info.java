/** Human work: tasks, gates and the evidence they carry. */
@NullMarked
package io.gulliver.domain.task;

import org.jspecify.annotations.NullMarked;
