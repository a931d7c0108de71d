package io.gulliver.lab.install;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * An AutoYaST profile as YaST of SUSE Linux Enterprise Server 15 reads it. Refuses what it stops at: text that is not well formed, a list
 * or truth without its type, a drive that is not there, no root file system. Elements: the RELAX NG grammars of YaST's modules; of them
 * those that are looked at.
 */
final class AutoYast {
    private static final String NAMESPACE = "http://www.suse.com/1.0/yast2ns";
    private static final String CONFIG = "http://www.suse.com/1.0/configns";
    private static final Set<String> LISTS = Set.of(
            "partitioning",
            "partitions",
            "users",
            "authorized_keys",
            "pre-scripts",
            "chroot-scripts",
            "packages",
            "nameservers",
            "add_on_products");

    private final Element profile;

    private AutoYast(Element profile) {
        this.profile = profile;
    }

    /**
     * What a profile tells.
     *
     * @param disks WWIDs of the multipath devices that are there
     */
    static Answers read(String text, Set<String> disks) {
        Element root;
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setNamespaceAware(true);
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setErrorHandler(new DefaultHandler());
            Document read = builder.parse(new InputSource(new StringReader(text)));
            root = read.getDocumentElement();
        } catch (ParserConfigurationException | IOException e) {
            throw new IllegalStateException(e);
        } catch (SAXException e) {
            return Answers.problem("XML parser error: " + e.getMessage(), List.of(), List.of());
        }
        AutoYast read = new AutoYast(root);
        List<InstallScript> before = read.scripts("pre-scripts");
        String problem = read.problem(disks);
        return problem.isEmpty()
                ? new Answers(
                        "",
                        wwid(read.first("drive", "device")),
                        before,
                        List.of(),
                        read.scripts("chroot-scripts"),
                        read.first("mode", "halt").equals("true"))
                : Answers.problem(problem, before, List.of());
    }

    private String problem(Set<String> disks) {
        if (!"profile".equals(profile.getLocalName()) || !NAMESPACE.equals(profile.getNamespaceURI())) {
            return "The profile's root element is " + profile.getNodeName() + ", not profile of " + NAMESPACE;
        }
        for (Element element : below(profile)) {
            String type = element.getAttributeNS(CONFIG, "type");
            String value = element.getTextContent();
            boolean leaf = children(element).isEmpty();
            if (LISTS.contains(element.getLocalName()) && !leaf && !type.equals("list")) {
                return "Element " + element.getLocalName() + " is a list and does not say so";
            }
            if (leaf && value.matches("true|false") && !type.equals("boolean")) {
                return "Element " + element.getLocalName() + " is a boolean and does not say so";
            }
        }
        if (all("drive").size() != 1) {
            return "Drives to be written to: " + all("drive").size()
                    + "; every other volume of the server is in danger";
        }
        if (!first("storage", "start_multipath").equals("true")) {
            return "Multipath is not started: there is no " + first("drive", "device");
        }
        if (!disks.contains(wwid(first("drive", "device")))) {
            return "No disk matches " + first("drive", "device");
        }
        Set<String> mounts = new TreeSet<>();
        all("mount").forEach(mount -> mounts.add(mount.getTextContent()));
        if (!mounts.contains("/")) {
            return "No root partition in the profile";
        }
        if (!mounts.contains("/boot/zipl")) {
            return "No /boot/zipl in the profile: the loader of a mainframe has no place";
        }
        if (first("dns", "hostname").isEmpty() || all("nameserver").isEmpty()) {
            return "The network has no name, or no name server";
        }
        if (!first("mode", "confirm").equals("false")) {
            return "The installation waits to be confirmed, and nobody is there";
        }
        for (Element user : all("user")) {
            String name = text(user, "username");
            if (!name.equals("root")
                    && all("listentry").stream()
                            .noneMatch(key -> user.equals(key.getParentNode().getParentNode())
                                    && key.getTextContent().matches("[a-z0-9@.-]+ [A-Za-z0-9+/=]+"))) {
                return "User " + name + " has no key: nobody could log in";
            }
            if (text(user, "user_password").length() > 1) {
                return "A password of " + name + " in a profile that anybody reads";
            }
        }
        return all("user").size() > 1 ? "" : "There is no user beside root: nobody could log in";
    }

    private List<InstallScript> scripts(String kind) {
        List<InstallScript> scripts = new ArrayList<>();
        for (Element list : all(kind)) {
            for (Element script : children(list)) {
                scripts.add(new InstallScript(text(script, "source").strip()));
            }
        }
        return scripts;
    }

    private List<Element> all(String name) {
        return below(profile).stream()
                .filter(element -> element.getLocalName().equals(name))
                .toList();
    }

    /** Text of an element in the first of its parents. */
    private String first(String parent, String name) {
        return all(parent).stream()
                .findFirst()
                .map(element -> text(element, name))
                .orElse("");
    }

    private static String text(Element parent, String name) {
        return children(parent).stream()
                .filter(element -> element.getLocalName().equals(name))
                .findFirst()
                .map(Element::getTextContent)
                .orElse("");
    }

    private static List<Element> children(Element parent) {
        List<Element> children = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element) {
                children.add(element);
            }
        }
        return children;
    }

    private static List<Element> below(Element parent) {
        List<Element> all = new ArrayList<>();
        for (Element child : children(parent)) {
            all.add(child);
            all.addAll(below(child));
        }
        return all;
    }

    private static String wwid(String device) {
        return device.replaceFirst("^(/dev/)?disk/by-id/dm-uuid-mpath-", "");
    }
}
