package io.gulliver.ui.frame;

import java.time.Duration;
import org.springframework.http.CacheControl;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.resource.VersionResourceResolver;

/**
 * Style sheets, scripts and pictures under an address with the digest of what is in them ({@code app-<32 hex digits>.css}, as
 * pages ask for them) are kept by browsers for a year: a new release has other addresses. Under their plain address they are
 * asked for again each time (see {@code face-defaults.properties}).
 */
@Component
class StaticFiles implements WebMvcConfigurer {
    private static final String DIGEST = "/{file:.+-[0-9a-f]{32}\\.[a-z]+}";
    private static final CacheControl KEPT =
            CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable();

    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        keep(registry, "/{folder:css|js|img}" + DIGEST, "classpath:/static/");
        keep(registry, "/vendor/{name}" + DIGEST, "classpath:/static/vendor/");
        keep(registry, "/webjars/{name}/{version}/{folder}" + DIGEST, "classpath:/META-INF/resources/webjars/");
    }

    private static void keep(ResourceHandlerRegistry registry, String addresses, String folder) {
        registry.addResourceHandler(addresses)
                .addResourceLocations(folder)
                .setCacheControl(KEPT)
                .resourceChain(true)
                .addResolver(new VersionResourceResolver().addContentVersionStrategy("/**"));
    }
}
