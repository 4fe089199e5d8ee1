package halfling;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/**
 * Finds and loads the engine.
 *
 * Ludii closes the loader of a jar before it makes an agent, so resources are out of reach: the jar is opened again as a
 * file. The library is unpacked under its own hash, so that versions and processes do not meet.
 */
final class Library {
    /** A path that replaces the packed library. */
    static final String PROPERTY = "halfling.library";

    private Library() {}

    /** The file or folder that this class came from. */
    static Path source() {
        try {
            return Paths.get(Library.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (Exception problem) {
            throw new IllegalStateException("no code source", problem);
        }
    }

    static void load() throws IOException {
        String given = System.getProperty(PROPERTY);
        Path library = given != null ? Paths.get(given).toAbsolutePath() : unpack();
        try {
            System.load(library.toString());
        } catch (UnsatisfiedLinkError taken) {
            if (!String.valueOf(taken.getMessage()).contains("already loaded")) {
                throw taken;
            }
            // Another loader in this process has it: a file can be loaded by one only, so load a copy.
            Path copy = Files.createTempFile("halfling", suffix());
            copy.toFile().deleteOnExit();
            Files.copy(library, copy, StandardCopyOption.REPLACE_EXISTING);
            System.load(copy.toString());
        }
    }

    private static Path unpack() throws IOException {
        Path source = source();
        String name = platform() + "/" + System.mapLibraryName("halfling");
        if (Files.isDirectory(source)) {
            Path beside = source.resolve("native").resolve(name);
            if (Files.exists(beside)) {
                return beside.toAbsolutePath();
            }
            throw new IOException("no " + beside);
        }
        byte[] bytes;
        try (JarFile jar = new JarFile(source.toFile())) {
            ZipEntry entry = jar.getEntry("native/" + name);
            if (entry == null) {
                throw new IOException(source + " has no engine for " + platform());
            }
            try (InputStream in = jar.getInputStream(entry)) {
                bytes = readAll(in, (int) entry.getSize());
            }
        }
        Path folder = Paths.get(System.getProperty("java.io.tmpdir"), "halfling-" + System.getProperty("user.name"), hash(bytes));
        Path target = folder.resolve(System.mapLibraryName("halfling"));
        if (!Files.exists(target) || Files.size(target) != bytes.length) {
            Files.createDirectories(folder);
            Path part = Files.createTempFile(folder, "part", suffix());
            Files.write(part, bytes);
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
        return target;
    }

    private static String suffix() {
        String mapped = System.mapLibraryName("x");
        return mapped.substring(mapped.lastIndexOf('.'));
    }

    private static byte[] readAll(InputStream in, int size) throws IOException {
        byte[] bytes = new byte[size];
        // Through a small array: under -Xcheck:jni, Java copies the one that it unpacks into with every call.
        byte[] piece = new byte[1 << 16];
        int done = 0;
        while (done < size) {
            int count = in.read(piece, 0, Math.min(piece.length, size - done));
            if (count < 0) {
                throw new IOException("short entry");
            }
            System.arraycopy(piece, 0, bytes, done, count);
            done += count;
        }
        return bytes;
    }

    private static String hash(byte[] bytes) throws IOException {
        try {
            StringBuilder text = new StringBuilder();
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            for (int i = 0; i < 12; i++) {
                text.append(String.format("%02x", digest[i]));
            }
            return text.toString();
        } catch (java.security.NoSuchAlgorithmException problem) {
            throw new IOException(problem);
        }
    }

    /** Such as linux-x86_64; build.gradle names the packed folder in the same way. */
    static String platform() {
        String os = System.getProperty("os.name").toLowerCase();
        String family = os.contains("win") ? "windows" : os.contains("mac") ? "macos" : "linux";
        String arch = System.getProperty("os.arch");
        String machine = arch.equals("amd64") || arch.equals("x86_64") ? "x86_64" : arch.equals("arm64") ? "aarch64" : arch;
        return family + "-" + machine;
    }

    /** The jar's name without folder and ending, such as {@code halfling@uct}. */
    static String jarName() {
        File file = source().toFile();
        String name = file.getName();
        return name.endsWith(".jar") ? name.substring(0, name.length() - 4) : name;
    }
}
