import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.ts';

/**
 * Files that write memberships and rights: teams and their members, roles, invitations. `people/privileges/moves.ts`
 * weighs what a person gains by such a change (ADR 27); each of these files asks it, or says why it need not.
 */
const writers: Readonly<Record<string, string>> = {
  'server/src/lifecycle/offboarding/changes.ts': 'asks',
  'server/src/people/members/team-changes.ts': 'asks',
  'server/src/people/teams/routes.ts': 'asks',
  'server/src/people/invitations/repository.ts': 'asks',
  'server/src/people/invitations/join.ts':
    'It carries out an invitation that the repository has judged, and marks it as accepted.',
  'server/src/lifecycle/offboarding/deactivation.ts': 'It only takes away.',
  'server/src/people/organizations/repository.ts':
    'It founds an organisation, whose founder owns it, and joins whom an invitation brings.',
  'server/src/people/session/repository.ts': 'It notes when a membership was used last.',
};

/** The statements of the query builder and of SQL in a text. */
const written =
  /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`](?:team_members|teams|memberships|invitations)(?:\s+as\s+\w+)?['"`]|\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?(?:public\.)?"?(?:team_members|teams|memberships|invitations)\b/i;
const asking = /\b(?:requireMayMove|requireMayDisband|mayInviteTo)\(/;
const isOfTests = (file: string) => /\.test\.tsx?$/.test(file) || file.includes('/testing/');
const sourceOf = (file: string) => readFileSync(path.join(root, file), 'utf8');

test('teams, roles and invitations are written by these files alone', () => {
  const found = globSync(['server/src/**/*.ts', 'shared/src/**/*.ts', 'scripts/*.ts'], { cwd: root }).filter(
    (file) => !isOfTests(file) && written.test(sourceOf(file)),
  );
  expect(found.sort()).toEqual(Object.keys(writers).sort());
});

test('each of them asks what a person gains by it, or says why it need not', () => {
  const silent = Object.entries(writers).filter(([file, why]) => why === 'asks' && !asking.test(sourceOf(file)));
  expect(silent).toEqual([]);
});

test('no trigger or function of the database writes them', () => {
  const migrations = globSync('server/migrations/*.sql', { cwd: root });
  // A migration's own statements run once; lasting ones stand between dollar signs.
  const left = migrations.filter((file) =>
    [...sourceOf(file).matchAll(/\$(\w*)\$([\s\S]*?)\$\1\$/g)].some(([, , body = '']) => written.test(body)),
  );
  expect(left).toEqual([]);
});

test.each([
  `trx.insertInto('team_members').values(row)`,
  'trx.updateTable("memberships").set(row)',
  `trx.deleteFrom('teams')`,
  'sql`update invitations set role = 1`',
  'sql`delete\n from team_members`',
])('%s is seen', (source) => {
  expect(written.test(source)).toBe(true);
});
