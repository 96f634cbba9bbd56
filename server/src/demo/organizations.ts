import type { WorkspaceStatus } from '@parlance/shared/contract/access';
import type { Language } from '@parlance/shared/contract/language';
import type { Trx } from '../plugins/db/database.ts';
import { hashPassword } from '../modules/session/passwords.ts';

/** Of every demonstration account. */
export const demoPassword = 'demo-password-1';

/** The id of each demonstration organisation; bots and files are given to them. */
export type DemoOrganizations = Readonly<Record<'pro' | 'free' | 'team' | 'expired' | 'pending', string>>;

type Person = {
  email: string;
  username: string;
  role: 'owner' | 'admin' | 'member';
  title: string;
  teams?: string[];
  mfa?: 'EMAIL_OTP';
  language?: Language;
  /** The stage of a registration that is not complete. */
  stage?: number;
};
type Organization = { name: string; plan: string; status: WorkspaceStatus; people: Person[] };

const organizations: Record<keyof DemoOrganizations, Organization> = {
  pro: {
    name: 'Northwind Research',
    plan: 'Pro',
    status: 'ACTIVE',
    people: [
      { email: 'owner@pro.example', username: 'Olivia Bennett', role: 'owner', title: 'Head of Knowledge', teams: ['Knowledge', 'Support'] },
      { email: 'admin@pro.example', username: 'Adrian Keller', role: 'admin', title: 'Platform administrator', teams: ['Knowledge'] },
      { email: 'member@pro.example', username: 'Mei Tanaka', role: 'member', title: 'Researcher', teams: ['Support'] },
      { email: 'otp@pro.example', username: 'Oscar Ruiz', role: 'member', title: 'Analyst', mfa: 'EMAIL_OTP' },
    ],
  },
  free: {
    name: 'Corner Bakery',
    plan: 'Free!',
    status: 'ACTIVE',
    people: [
      { email: 'owner@free.example', username: 'Fiona Marsh', role: 'owner', title: 'Baker' },
      { email: 'member@free.example', username: 'Felix Marsh', role: 'member', title: 'Counter' },
    ],
  },
  team: {
    name: 'Harbour Logistics',
    plan: 'Team',
    status: 'ACTIVE',
    people: [{ email: 'owner@team.example', username: 'Tomás Oliveira', role: 'owner', title: 'Operations', teams: ['Dispatch'] }],
  },
  expired: {
    name: 'Old Mill Press',
    plan: 'Growth',
    status: 'EXPIRED',
    people: [
      { email: 'owner@expired.example', username: 'Edith Moreau', role: 'owner', title: 'Publisher' },
      { email: 'member@expired.example', username: 'Emil Moreau', role: 'member', title: 'Editor' },
    ],
  },
  // What a registration at stage 3 has: an account, and an organisation that nobody has named yet.
  pending: {
    name: '',
    plan: 'Free!',
    status: 'ACTIVE',
    people: [{ email: 'pending@new.example', username: '', role: 'member', title: '', stage: 3 }],
  },
};

/** Every demonstration account, for the list that is printed at the start. */
export const demoAccounts: readonly { email: string; organization: string; plan: string; status: WorkspaceStatus; role: string }[] = Object.values(organizations).flatMap(
  ({ name, plan, status, people }) => people.map(({ email, role }) => ({ email, organization: name, plan, status, role })),
);

/** Makes the demonstration organisations and their people; changes nothing where there is an organisation already (null). */
export async function seedDemoOrganizations(trx: Trx): Promise<DemoOrganizations | null> {
  const existing = await trx.selectFrom('organizations').select('id').limit(1).executeTakeFirst();
  if (existing !== undefined) return null;
  return {
    pro: await seedOrganization(trx, organizations.pro),
    free: await seedOrganization(trx, organizations.free),
    team: await seedOrganization(trx, organizations.team),
    expired: await seedOrganization(trx, organizations.expired),
    pending: await seedOrganization(trx, organizations.pending),
  };
}

async function seedOrganization(trx: Trx, organization: Organization): Promise<string> {
  const { id } = await trx
    .insertInto('organizations')
    .values({ name: organization.name, plan_name: organization.plan, workspace_status: organization.status })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const person of organization.people) await seedPerson(trx, id, person);
  return id;
}

async function seedPerson(trx: Trx, organizationId: string, person: Person): Promise<void> {
  const user = await trx
    .insertInto('users')
    .values({
      email: person.email,
      username: person.username === '' ? null : person.username,
      password_hash: await hashPassword(demoPassword),
      mfa_preference: person.mfa ?? 'NONE',
      language: person.language ?? 'en',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const member = await trx
    .insertInto('memberships')
    .values({ organization_id: organizationId, user_id: user.id, role_title: person.title, is_admin: person.role !== 'member', is_owner: person.role === 'owner' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx.insertInto('registrations').values({ user_id: user.id, is_completed: person.stage === undefined, stage: person.stage ?? 5 }).execute();
  for (const name of person.teams ?? []) await joinTeam(trx, organizationId, member.id, name);
}

async function joinTeam(trx: Trx, organizationId: string, memberId: string, name: string): Promise<void> {
  const team = await trx
    .insertInto('teams')
    .values({ organization_id: organizationId, name })
    .onConflict((conflict) => conflict.columns(['organization_id', 'name']).doUpdateSet({ name }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx.insertInto('team_members').values({ organization_id: organizationId, team_id: team.id, member_id: memberId }).execute();
}
