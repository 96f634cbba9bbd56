import type { WorkspaceStatus } from '@parlance/shared/contract/access/access';
import type { PlanName } from '@parlance/shared/contract/api/plans/plans';
import { registrationStages } from '@parlance/shared/contract/api/registration/registration-stages';
import { legalVersions } from '@parlance/shared/contract/page/legal';
import type { Language } from '@parlance/shared/contract/values/language';
import { insertMember, joinTeam } from '../people/organizations/repository.ts';
import { openAccount } from '../people/registration/open-account.ts';
import { insertRegistration } from '../people/registration/repository.ts';
import { hashPassword } from '../people/session/passwords.ts';
import { recordAcceptance } from '../people/terms/repository.ts';
import type { Trx } from '../platform/db/database.ts';

/** Of every demonstration account. */
export const demoPassword = 'demo-password-1';

/** The id of each demonstration organisation; bots and files are given to them. */
export type DemoOrganizations = Readonly<Record<'pro' | 'free' | 'team' | 'expired', string>>;

type Person = {
  email: string;
  username: string;
  role: 'owner' | 'admin' | 'member';
  title: string;
  teams?: string[];
  mfa?: 'EMAIL_OTP';
  language?: Language;
};
type Organization = { name: string; plan: PlanName; status: WorkspaceStatus; people: Person[] };

const organizations: Record<keyof DemoOrganizations, Organization> = {
  pro: {
    name: 'Northwind Research',
    plan: 'Pro',
    status: 'ACTIVE',
    people: [
      {
        email: 'owner@pro.example',
        username: 'Olivia Bennett',
        role: 'owner',
        title: 'Head of Knowledge',
        teams: ['Knowledge', 'Support'],
      },
      {
        email: 'admin@pro.example',
        username: 'Adrian Keller',
        role: 'admin',
        title: 'Platform administrator',
        teams: ['Knowledge'],
      },
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
    people: [
      {
        email: 'owner@team.example',
        username: 'Tomás Oliveira',
        role: 'owner',
        title: 'Operations',
        teams: ['Dispatch'],
      },
    ],
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
};

/** Whose address is verified and whose names are to be entered: a registration at stage 3 (specification §4). */
const pendingEmail = 'pending@new.example';

/** Every demonstration account, for the list that is printed at the start. The last one is in no organisation yet. */
export const demoAccounts: readonly {
  email: string;
  organization: string;
  plan: string;
  status: WorkspaceStatus;
  role: string;
}[] = [
  ...Object.values(organizations).flatMap(({ name, plan, status, people }) =>
    people.map(({ email, role }) => ({ email, organization: name, plan, status, role })),
  ),
  { email: pendingEmail, organization: '', plan: '', status: 'ACTIVE', role: '' },
];

/**
 * Makes the demonstration organisations and their people; changes nothing where there is an organisation already
 * (null).
 */
export async function seedDemoOrganizations(trx: Trx): Promise<DemoOrganizations | null> {
  const existing = await trx.selectFrom('organizations').select('id').limit(1).executeTakeFirst();
  if (existing !== undefined) return null;
  const seeded = {
    pro: await seedOrganization(trx, organizations.pro),
    free: await seedOrganization(trx, organizations.free),
    team: await seedOrganization(trx, organizations.team),
    expired: await seedOrganization(trx, organizations.expired),
  };
  await seedPending(trx);
  return seeded;
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
  const userId = await seedUser(trx, person.email, {
    username: person.username,
    mfa_preference: person.mfa ?? 'NONE',
    language: person.language ?? 'en',
  });
  const member = await insertMember(trx, {
    organizationId,
    userId,
    title: person.title,
    isAdmin: person.role !== 'member',
    isOwner: person.role === 'owner',
  });
  if (member === null) throw new Error(`The demonstration account ${person.email} is twice in one organisation.`);
  await trx
    .insertInto('registrations')
    .values({ user_id: userId, is_completed: true, stage: registrationStages.summary })
    .execute();
  await recordAcceptance(trx, userId, { accepted: legalVersions, language: 'en', address: demoAddress });
  for (const team of person.teams ?? []) await joinTeam(trx, { organizationId, memberId: member.id, team });
}

async function seedPending(trx: Trx): Promise<void> {
  const entered = {
    email: pendingEmail,
    passwordHash: await hashPassword(demoPassword, demoAddress),
    language: 'en',
    accountKind: 'organization',
  } as const;
  const { id } = await insertRegistration(trx, {
    ...entered,
    accepted: legalVersions,
    address: demoAddress,
    invitationId: null,
  });
  await openAccount(trx, id);
}

/** Where the demonstration accounts would have come from. */
export const demoAddress = '127.0.0.1';

async function seedUser(
  trx: Trx,
  email: string,
  person: { username: string; mfa_preference: 'NONE' | 'EMAIL_OTP'; language: Language },
): Promise<string> {
  const { id } = await trx
    .insertInto('users')
    .values({ email, password_hash: await hashPassword(demoPassword, demoAddress), ...person })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
