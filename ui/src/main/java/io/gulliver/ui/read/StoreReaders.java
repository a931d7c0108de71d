package io.gulliver.ui.read;

import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;

/** The readers of the pages on the stores, as one import beside the face. */
@Configuration(proxyBeanMethods = false)
@ComponentScan
public class StoreReaders {}
