import { BY, MAKING, SCHEMA, TABLES } from './tables.ts'

/**
 * While the rows are copied, whatever is added is noted, by the one who adds it and in the same transaction. That is all
 * the others notice.
 */
export const makeNotes = `
  create table ${MAKING}.noted (of text not null, ${BY} uuid not null, id uuid not null);
  create function ${MAKING}.note() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
  begin
    insert into ${MAKING}.noted values (tg_table_name, new.${BY}, new.id);
    return null;
  end
  $$;
`

/** Waits for those who are writing, so that from here on nothing is added without being noted. */
export const beginNoting = TABLES.map(
  ({ name }) => `
    create trigger noted_for_parts after insert on ${SCHEMA}.${name}
    for each row execute function ${MAKING}.note()`,
)

/** What may still change is not copied before it has settled. What settles from now on is seen by every later copy. */
export const noteUnsettled = TABLES.map(
  ({ name, settled }) => `
    insert into ${MAKING}.noted select '${name}', ${BY}, id from ${SCHEMA}.${name} where not (${settled})`,
)
