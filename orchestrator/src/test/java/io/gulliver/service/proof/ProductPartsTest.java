package io.gulliver.service.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.proof.Part;
import io.gulliver.domain.proof.PartKind;
import io.gulliver.domain.proof.ProductPart;
import io.gulliver.domain.proof.ReleaseSpan;
import io.gulliver.domain.proof.ReleaseSpan.Side;
import io.gulliver.evidence.EvidenceKind;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.ClassWriter;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;

/** The parts that stand on the class path of this module: statements, scripts and readers. The workers' have a test there. */
class ProductPartsTest {
    private static List<String> ids(PartKind kind) {
        return ProductParts.load().stream()
                .filter(part -> part.kind() == kind)
                .map(Part::id)
                .toList();
    }

    @Test
    void findsEveryStatementScriptAndReader() {
        assertThat(ids(PartKind.STATEMENT)).hasSizeGreaterThan(150).contains("users", "release-banner");
        assertThat(ids(PartKind.SCRIPT)).contains("expdp.sh", "utlrp.sql").doesNotContain("expdp.par");
        assertThat(ids(PartKind.SCRIPT))
                .as("a file for a program of Oracle's is a part for each release, and stands in ProductParts")
                .allMatch(name -> name.endsWith(".sh") || name.endsWith(".sql"));
        assertThat(ids(PartKind.GENERATED_FILE)).contains("expdp.par 11.2", "dbca.rsp 23");
        assertThat(ids(PartKind.PARSED_FORMAT))
                .contains(EvidenceKind.AWR_MINER.word(), "hmc-metrics", "discovery-spool")
                .doesNotContain("inventory-csv", "not-recognised");
    }

    @Test
    void statementsAndFilesForOraclesProgramsHaveReleases() {
        assertThat(ProductParts.all())
                .filteredOn(one ->
                        one.part().kind() == PartKind.STATEMENT || one.part().kind() == PartKind.GENERATED_FILE)
                .allSatisfy(
                        one -> assertThat(one.releases()).as(one.part().id()).isNotNull());
        assertThat(ProductParts.all())
                .filteredOn(one -> List.of("users", "users-10", "dbca.rsp 19", "expdp.par 11.2")
                        .contains(one.part().id()))
                .extracting(ProductPart::releases)
                .containsExactly(
                        new ReleaseSpan("11.2", null, Side.BOTH),
                        new ReleaseSpan("10.2", "10.2", Side.BOTH),
                        new ReleaseSpan("19", "19", Side.TARGET),
                        new ReleaseSpan("11.2", "11.2", Side.SOURCE));
    }

    @Test
    void aStatementIsItsTextAndNotWhatIsSaidAboutIt() {
        assertThat(ProductParts.statement("/*---\nid: a\nabout: x\n---*/\nSELECT 1\nFROM dual\n"))
                .isEqualTo("SELECT 1\nFROM dual");
        String forms = "/*---\nid: a\nforms:\n  DATE: TO_CHAR({{c}})\n---*/\nSELECT {{row}}\n";
        assertThat(ProductParts.statement(forms))
                .as("forms are said to the database")
                .isEqualTo(forms);
    }

    @Test
    void linesAndNamesOfVariablesAreNoChangeAndCodeIs() throws IOException {
        byte[] type;
        try (InputStream in = ProductPartsTest.class.getResourceAsStream("ProductPartsTest.class")) {
            type = in.readAllBytes();
        }
        ClassWriter moved = new ClassWriter(0);
        new ClassReader(type)
                .accept(
                        new ClassVisitor(Opcodes.ASM9, moved) {
                            @Override
                            public MethodVisitor visitMethod(int a, String n, String d, String s, String[] e) {
                                return new MethodVisitor(Opcodes.ASM9, super.visitMethod(a, n, d, s, e)) {
                                    @Override
                                    public void visitLineNumber(int line, org.springframework.asm.Label start) {
                                        super.visitLineNumber(line + 7, start);
                                    }
                                };
                            }
                        },
                        0);
        assertThat(moved.toByteArray()).isNotEqualTo(type);
        assertThat(ProductParts.bare(moved.toByteArray())).isEqualTo(ProductParts.bare(type));

        ClassWriter changed = new ClassWriter(0);
        new ClassReader(type)
                .accept(
                        new ClassVisitor(Opcodes.ASM9, changed) {
                            @Override
                            public MethodVisitor visitMethod(int a, String n, String d, String s, String[] e) {
                                return new MethodVisitor(Opcodes.ASM9, super.visitMethod(a, n, d, s, e)) {
                                    @Override
                                    public void visitIntInsn(int opcode, int operand) {
                                        super.visitIntInsn(opcode, operand + 1);
                                    }
                                };
                            }
                        },
                        0);
        assertThat(ProductParts.bare(changed.toByteArray())).isNotEqualTo(ProductParts.bare(type));
    }
}
