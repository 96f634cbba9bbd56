import { type Kysely, sql } from 'kysely';
import { ConfigError } from '../config/config.ts';

/** PostgreSQL’s error code for insufficient privilege. */
const insufficientPrivilege = '42501';

/**
 * Makes the role of every tenant's transaction, which owns nothing and bypasses nothing so that row-level security
 * holds, and lets the user of this connection act as it. Roles belong to the whole PostgreSQL cluster: another database
 * there may make it at the same moment, which the lock, a database's own, does not keep from. What is there already is
 * not written again, because two that do so at once fail. Throws a ConfigError where the user may not, with what
 * somebody has to do who may.
 */
export async function makeTenantRole(db: Kysely<unknown>): Promise<void> {
  try {
    // From PostgreSQL 16, a role created by a non-superuser may be granted by its creator, but not assumed.
    await sql`
      do $$
      declare
        is_separate boolean := current_setting('server_version_num')::integer >= 160000;
      begin
        perform pg_advisory_xact_lock(hashtext('parlance_app'));
        begin
          if not exists (select from pg_roles where rolname = 'parlance_app') then
            create role parlance_app nologin noinherit;
          end if;
        exception when duplicate_object or unique_violation then null;
        end;
        if not pg_has_role(current_user, 'parlance_app', case when is_separate then 'set' else 'member' end) then
          execute format('grant parlance_app to %I', current_user) || case when is_separate then ' with set true' else '' end;
        end if;
        if not has_schema_privilege('parlance_app', 'public', 'usage') then
          grant usage on schema public to parlance_app;
        end if;
      end $$`.execute(db);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === insufficientPrivilege)) throw error;
    const { rows } = await sql<{ statements: string }>`
      select case when exists (select from pg_roles where rolname = 'parlance_app') then '' else 'create role parlance_app nologin noinherit; ' end
        || format('grant parlance_app to %I;', current_user) as statements`.execute(db);
    throw new ConfigError(
      `The user of DATABASE_URL works for one organisation at a time as the role parlance_app, which it may not take on or make. Let somebody who may do this, and start again: ${rows[0]?.statements}`,
      { cause: error },
    );
  }
}
