package io.gulliver.lab.oracle.driver;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.SQLFeatureNotSupportedException;

/**
 * Gives a plain object the face of a JDBC interface: the methods it has are called, every other one is refused as not
 * supported. So the driver shows only what it really does.
 */
final class Facade {

    private Facade() {}

    static <T> T of(Class<T> face, Object target) {
        return face.cast(Proxy.newProxyInstance(
                face.getClassLoader(), new Class<?>[] {face}, (proxy, method, arguments) -> {
                    if (method.getDeclaringClass() == Object.class) {
                        return onObject(proxy, target, method, arguments);
                    }
                    Method own;
                    try {
                        own = target.getClass().getMethod(method.getName(), method.getParameterTypes());
                    } catch (NoSuchMethodException e) {
                        throw new SQLFeatureNotSupportedException(
                                "The lab's driver has no " + face.getSimpleName() + "." + method.getName());
                    }
                    try {
                        return own.invoke(target, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private static Object onObject(Object proxy, Object target, Method method, Object[] arguments) {
        switch (method.getName()) {
            case "equals":
                return proxy == arguments[0];
            case "hashCode":
                return System.identityHashCode(proxy);
            default:
                return target.toString();
        }
    }
}
