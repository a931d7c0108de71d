"""What somebody writes who has the description alone: from an inventory to the start of a migration."""

import json
import os
import sys
import uuid

sys.path.insert(0, os.getcwd())

import gulliver_client as gulliver


def key():
    return str(uuid.uuid4())


def main(address, program, inventory, body, database):
    client = gulliver.ApiClient(gulliver.Configuration(host=address, username="pm", password="lilliput"))
    programs = gulliver.ProgramsApi(client)
    estate = gulliver.EstateApi(client)
    plan = gulliver.PlanApi(client)
    with open(body, encoding="utf-8") as file:
        policy = json.load(file)["policy"]
    programs.create_program(
        key(),
        gulliver.ProgramNewProgram(key=program, title="From a client", zone="Europe/Zurich", policy=policy),
    )
    with open(inventory, "rb") as file:
        imported = estate.import_inventory(
            program, key(), file.read(), tags=["data_centre_window_minutes"], _content_type="text/csv"
        )
    assert database in imported.accepted
    plan.add_wave(program, key(), gulliver.PlanNewWave(number=1, title="Pilot", databases=[database]))
    assert len(estate.list_databases(program).items) > 1
    started = gulliver.MigrationsApi(client).start_migration(
        program,
        key(),
        gulliver.MigrationStart(
            database=database,
            purpose="REHEARSAL",
            source=gulliver.MigrationSource(kind="LIVE"),
            playbook="data-pump",
        ),
    )
    print("started", started.id)
    print("plan of", plan.read_plan(program).waves[0].databases)
    try:
        programs.read_program("none")
    except gulliver.ApiException as refused:
        print("refused", refused.status, json.loads(refused.body)["title"])


main(*sys.argv[1:])
