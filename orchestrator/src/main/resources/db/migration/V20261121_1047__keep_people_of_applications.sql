-- Who answers for each application, from the second sheet of an inventory. By the folded name, because applications are
-- one whatever their case (capitals can be longer than what they stand for); no reference to databases, whose application is a column that people edit. A new table:
-- nothing else changes, and older programs do not look at it.
create table application_people (
    program varchar(40) not null,
    folded varchar(600) not null,
    application varchar(200) not null,
    business_owner varchar(200),
    technical_owner varchar(200),
    deputy varchar(200),
    on_call varchar(200),
    escalation varchar(200),
    changed_by varchar(200) not null,
    changed_at timestamp(6) with time zone not null,
    constraint application_people_pk primary key (program, folded),
    constraint application_people_program_fk foreign key (program) references programs (program)
);
