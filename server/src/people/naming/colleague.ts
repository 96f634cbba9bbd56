import type { Colleague } from '@parlance/shared/contract/api/shares';
import { sql } from 'kysely';

/** The name that colleagues see. Without a username it is the part of the e-mail before the @, never the whole. */
export const memberName = sql<string>`coalesce(nullif(users.username, ''), split_part(users.email, '@', 1))`;

/** Returns a member by the id in a column of `bots` or `agent_drafts`, or null. */
export const colleagueIn = (column: string) => sql<Colleague | null>`(
  select json_build_object('id', memberships.id, 'name', ${memberName}) from memberships join users on users.id = memberships.user_id
  where memberships.id = ${sql.ref(column)})`;
