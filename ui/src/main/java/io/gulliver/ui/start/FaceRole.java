package io.gulliver.ui.start;

import io.gulliver.ui.FaceConfiguration;
import io.gulliver.ui.read.StoreReaders;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The pages and the API, in processes with the role {@code web}. */
@Configuration(proxyBeanMethods = false)
@WithRole(ProcessRole.WEB)
@Import({FaceConfiguration.class, StoreReaders.class})
class FaceRole {}
