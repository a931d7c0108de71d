import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gulliver.client.ApiClient;
import io.gulliver.client.ApiException;
import io.gulliver.client.api.EstateApi;
import io.gulliver.client.api.MigrationsApi;
import io.gulliver.client.api.PlanApi;
import io.gulliver.client.api.ProgramsApi;
import io.gulliver.client.model.Migration;
import io.gulliver.client.model.MigrationSource;
import io.gulliver.client.model.MigrationStart;
import io.gulliver.client.model.PlanNewWave;
import io.gulliver.client.model.ProgramNewProgram;
import io.gulliver.client.model.Purpose;
import io.gulliver.client.model.RehearsalSourceKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What somebody writes who has the description alone: from an inventory to the start of a migration. */
public class CarryProgram {
    public static void main(String[] arguments) throws Exception {
        ApiClient client = new ApiClient();
        client.setBasePath(arguments[0]);
        client.setUsername("pm");
        client.setPassword("lilliput");
        String program = arguments[1];
        Path inventory = Path.of(arguments[2]);
        Map<String, Map<String, Object>> body =
                new ObjectMapper().readValue(Path.of(arguments[3]).toFile(), new TypeReference<>() {});
        String database = arguments[4];
        new ProgramsApi(client)
                .createProgram(
                        key(),
                        new ProgramNewProgram()
                                .key(program)
                                .title("From a client")
                                .zone("Europe/Zurich")
                                .policy(body.get("policy")));
        List<String> imported = new EstateApi(client)
                .importInventory(
                        program, key(), inventory.toFile(), null, null, List.of("data_centre_window_minutes"))
                .getAccepted();
        new PlanApi(client)
                .addWave(program, key(), new PlanNewWave().number(1).title("Pilot").databases(List.of(database)));
        if (!imported.contains(database)) {
            throw new IllegalStateException("the databases are not there");
        }
        Migration started = new MigrationsApi(client)
                .startMigration(
                        program,
                        key(),
                        new MigrationStart()
                                .database(database)
                                .purpose(Purpose.REHEARSAL)
                                .source(new MigrationSource().kind(RehearsalSourceKind.LIVE))
                                .playbook("data-pump"));
        System.out.println("started " + started.getId());
        System.out.println("plan of " + new PlanApi(client).readPlan(program).getWaves().get(0).getDatabases());
        try {
            new ProgramsApi(client).readProgram("none");
        } catch (ApiException refused) {
            System.out.println("refused " + refused.getCode() + " "
                    + new ObjectMapper()
                            .readTree(refused.getResponseBody())
                            .path("title")
                            .asText());
        }
    }

    private static String key() {
        return UUID.randomUUID().toString();
    }
}
