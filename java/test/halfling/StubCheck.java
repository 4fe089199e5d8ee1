package halfling;

import java.io.File;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares every stub with the real class: each member that we compile against must be there, as we wrote it. */
final class StubCheck {
    private StubCheck() {}

    static int run() throws Exception {
        int checked = 0;
        int wrong = 0;
        for (String folder : System.getProperty("halfling.stubs").split(File.pathSeparator)) {
            Path root = new File(folder).toPath();
            List<String> names;
            try (Stream<Path> files = Files.walk(root)) {
                names = files.map(root::relativize).map(Path::toString).filter(name -> name.endsWith(".class"))
                    .map(name -> name.substring(0, name.length() - 6).replace(File.separatorChar, '.'))
                    .sorted().collect(Collectors.toList());
            }
            // Without a parent that knows Ludii, so that these are the stubs.
            try (URLClassLoader stubs = new URLClassLoader(new URL[] {root.toUri().toURL()}, null)) {
                for (String name : names) {
                    checked++;
                    wrong += compare(stubs.loadClass(name), name);
                }
            }
        }
        System.out.println("stubs: " + checked + " classes, " + wrong + " differences");
        return wrong + (checked == 0 ? 1 : 0);
    }

    private static int compare(Class<?> stub, String name) {
        Class<?> real;
        try {
            real = Class.forName(name, false, StubCheck.class.getClassLoader());
        } catch (ClassNotFoundException missing) {
            return wrong(name + " is missing");
        }
        int count = 0;
        if (stub.isInterface() != real.isInterface()) {
            count += wrong(name + ": class or interface");
        }
        if (stub.getSuperclass() != null && stub.getSuperclass() != Object.class && !stub.isEnum()
            && !inherits(real, stub.getSuperclass().getName())) {
            count += wrong(name + " does not extend " + stub.getSuperclass().getName());
        }
        for (Method method : stub.getDeclaredMethods()) {
            boolean implied = stub.isEnum() && Modifier.isStatic(method.getModifiers());
            if (isOurs(method) && !implied && !hasMethod(real, method)) {
                count += wrong(name + ": " + method);
            }
        }
        for (Constructor<?> constructor : stub.getDeclaredConstructors()) {
            boolean implied = constructor.getParameterCount() == 0;
            if (isOurs(constructor) && !implied && Arrays.stream(real.getDeclaredConstructors())
                .noneMatch(other -> sameTypes(other.getParameterTypes(), constructor.getParameterTypes())
                    && Modifier.isPublic(other.getModifiers()))) {
                count += wrong(name + ": " + constructor);
            }
        }
        for (Field field : stub.getDeclaredFields()) {
            if (isOurs(field) && Arrays.stream(real.getDeclaredFields())
                .noneMatch(other -> other.getName().equals(field.getName())
                    && other.getType().getName().equals(field.getType().getName())
                    && Modifier.isStatic(other.getModifiers()) == Modifier.isStatic(field.getModifiers()))) {
                count += wrong(name + ": " + field);
            }
        }
        return count;
    }

    private static boolean isOurs(Member member) {
        return !member.isSynthetic() && (member.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
    }

    private static boolean inherits(Class<?> real, String name) {
        return real != null && (real.getName().equals(name) || inherits(real.getSuperclass(), name));
    }

    /** Compiled code names the class that it saw; the member may be inherited, but must be callable with that signature. */
    private static boolean hasMethod(Class<?> real, Method wanted) {
        for (Class<?> at = real; at != null; at = at.getSuperclass()) {
            for (Method method : at.getDeclaredMethods()) {
                if (method.getName().equals(wanted.getName())
                    && method.getReturnType().getName().equals(wanted.getReturnType().getName())
                    && sameTypes(method.getParameterTypes(), wanted.getParameterTypes())
                    && Modifier.isStatic(method.getModifiers()) == Modifier.isStatic(wanted.getModifiers())
                    && (method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean sameTypes(Class<?>[] one, Class<?>[] other) {
        return Arrays.stream(one).map(Class::getName).collect(Collectors.toList())
            .equals(Arrays.stream(other).map(Class::getName).collect(Collectors.toList()));
    }

    private static int wrong(String what) {
        System.out.println("stub differs: " + what);
        return 1;
    }
}
