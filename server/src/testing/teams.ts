import { setMemberTeams } from '@parlance/shared/contract/api/offboarding';
import { listColleagueTeams } from '@parlance/shared/contract/api/shares';
import { dataOf, memberId } from './agents.ts';
import type { Client, TestServer } from './test-app.ts';

/** The team of this name in a client's organisation. */
export async function teamNamed(client: Client, name: string): Promise<string> {
  const team = dataOf(await client.call(listColleagueTeams, { query: { q: name } })).items[0];
  if (team === undefined) throw new Error(`No team is called ${name}.`);
  return team.id;
}

/** Puts somebody into teams and out of every other, as their administrator does. */
export async function inTeams(
  server: TestServer,
  admin: Client,
  email: string,
  teamIds: readonly string[],
): Promise<void> {
  dataOf(
    await admin.call(setMemberTeams, {
      params: { member_id: await memberId(server, email) },
      body: { team_ids: [...teamIds] },
    }),
  );
}
