-- Nobody could log in but the lab's invented people, who lay in memory with their roles. A person is a row now: the log-in
-- name in one case, who knows the person (issuer and subject, which together are one person, so that nobody is two for four
-- eyes), the digest of a local password. Rights and functions are rows by program; no program means every one, also those
-- to come, and what belongs to a program goes with it. People are closed and never removed: the audit names them. New
-- tables: nothing is locked.
create table accounts (
    name varchar(200) not null,
    folded varchar(200) not null,
    title varchar(200) not null,
    email varchar(320),
    issuer varchar(500) not null,
    subject varchar(255) not null,
    password_hash varchar(300),
    administrator boolean not null,
    disabled_at timestamptz,
    ends_at timestamptz,
    version bigint not null,
    changed_by varchar(200) not null,
    changed_at timestamptz not null,
    constraint accounts_pk primary key (name),
    constraint accounts_name unique (folded),
    constraint accounts_person unique (issuer, subject)
);
-- one person has one account of an issuer
create unique index accounts_by_mail on accounts (issuer, lower(email)) where email is not null;

create table account_rights (
    name varchar(200) not null,
    program varchar(40),
    held varchar(20) not null,
    ends_at timestamptz,
    constraint account_rights_name_fk foreign key (name) references accounts (name),
    constraint account_rights_program_fk foreign key (program) references programs (program) on delete cascade,
    constraint account_rights_held check (held in ('READ', 'WORK', 'DECIDE', 'ADMINISTER'))
);
create unique index account_rights_once on account_rights (name, coalesce(program, '*'));

create table account_functions (
    name varchar(200) not null,
    program varchar(40),
    held varchar(40) not null,
    ends_at timestamptz,
    constraint account_functions_name_fk foreign key (name) references accounts (name),
    constraint account_functions_program_fk foreign key (program) references programs (program) on delete cascade
);
create unique index account_functions_once on account_functions (name, coalesce(program, '*'), held);

create table account_deputies (
    name varchar(200) not null,
    deputy varchar(200) not null,
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    constraint account_deputies_pk primary key (name, deputy),
    constraint account_deputies_name_fk foreign key (name) references accounts (name),
    constraint account_deputies_deputy_fk foreign key (deputy) references accounts (name),
    constraint account_deputies_other check (name <> deputy)
);
-- whose deputy am I
create index account_deputies_by_deputy on account_deputies (deputy);

-- One-time links: the first administrator's (no name), or that by which a person chooses a password.
create table account_links (
    digest varchar(64) not null,
    name varchar(200),
    ends_at timestamptz not null,
    made_by varchar(200) not null,
    made_at timestamptz not null,
    constraint account_links_pk primary key (digest),
    constraint account_links_name_fk foreign key (name) references accounts (name)
);

-- Tokens of programs that call the API in a person's name: a digest, never the token.
create table account_tokens (
    id varchar(40) not null,
    digest varchar(64) not null,
    name varchar(200) not null,
    title varchar(200) not null,
    most varchar(20) not null,
    programs text,
    made_at timestamptz not null,
    ends_at timestamptz not null,
    revoked_at timestamptz,
    used_at timestamptz,
    constraint account_tokens_pk primary key (id),
    constraint account_tokens_digest unique (digest),
    constraint account_tokens_name_fk foreign key (name) references accounts (name),
    constraint account_tokens_most check (most in ('READ', 'WORK', 'DECIDE', 'ADMINISTER'))
);
-- the tokens of a person
create index account_tokens_by_name on account_tokens (name);
