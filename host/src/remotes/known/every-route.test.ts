import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  planFeatures,
  workspaceStatus,
  type PlanFeature,
  type Requirement,
  type Subject,
} from '@parlance/shared/contract/access/access';
import type { LegalDocument } from '@parlance/shared/contract/page/legal';
import type { RemoteDeclaration } from '@parlance/shared/remote';
import { guard, type Verdict } from './guard.ts';

/**
 * The people who may open an address, by specification §2, §5 and §6; a flag stands for “everybody whose plan has it”.
 */
type Needs = 'nobody signed in' | 'a member' | 'the subscription' | PlanFeature | `admin with ${PlanFeature}`;

/** The tables of specification §2, with an example of each address. The shell's own are in shell/routes.test.tsx. */
const everyRoute: Readonly<Record<string, Needs>> = {
  '/': 'a member',
  '/bots/7': 'a member',
  '/dialogue/7': 'a member',
  // Additions to the specification: the list of one's own dialogues, and a dialogue shared by a colleague.
  '/dialogues': 'a member',
  '/shared/7': 'a member',
  '/prompt-template-builder': 'prompt_template',
  '/prompt-template-controller': 'prompt_template',
  '/prompt-template-editor/7': 'prompt_template',
  '/agent-builder': 'a member',
  '/agent-controller': 'a member',
  '/agent-edit/7': 'a member',
  '/agent-automation': 'a member',
  '/agent-scheduling': 'a member',
  '/user-group-manager': 'admin with user_management',
  '/privilege-manager': 'admin with privilege',
  '/governance': 'admin with governance',
  '/governance/7': 'admin with governance',
  '/dialogue-log': 'admin with dialogue_log',
  '/dialogue-log/7': 'admin with dialogue_log',
  '/file-manager': 'admin with file_management',
  '/dashboard': 'admin with dashboard',
  '/audit-log': 'admin with system_log',
  '/subscription-manager': 'the subscription',
  '/terms/privacy-policy': 'nobody signed in',
  '/terms/service': 'nobody signed in',
  // A person who registers has no session at first; the registration guard (§4) is in the remote, with a table of its
  // own.
  '/terms/register': 'nobody signed in',
  '/terms/register/step1': 'nobody signed in',
  '/terms/register/step2': 'nobody signed in',
  '/terms/register/step2/token': 'nobody signed in',
  '/terms/register/step3': 'nobody signed in',
  '/terms/register/step4': 'nobody signed in',
  '/terms/register/verify': 'nobody signed in',
  '/terms/register/enterprise-contact-us': 'nobody signed in',
};

type Address = { readonly pattern: string; readonly requires: 'public' | Requirement };

/** Returns the addresses that the remotes of this checkout declare, whatever their names. */
async function declaredAddresses(): Promise<readonly Address[]> {
  const root = path.resolve(import.meta.dirname, '..', '..', '..', '..');
  const files = readdirSync(root)
    .filter((name) => name.startsWith('remote-'))
    .map((name) => path.join(root, name, 'remote.ts'));
  const remotes = await Promise.all(
    files.map(async (file) => ((await import(pathToFileURL(file).href)) as { default: RemoteDeclaration }).default),
  ); // exported by remote.ts
  return remotes.flatMap(({ screens, reserved = [] }) => [
    ...screens.flatMap(({ path: pattern, children = [], requires = {} }) =>
      [pattern, ...children.map((child) => `${pattern}/${child}`)].map((it) => ({ pattern: it, requires })),
    ),
    ...reserved.map(({ path: pattern, requires = {} }) => ({ pattern, requires })),
  ]);
}

const serves = (pattern: string, address: string) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(address);

const steps = [
  '/terms/register',
  '/terms/register/step1',
  '/terms/register/step2',
  '/terms/register/step3',
  '/terms/register/step4',
  '/terms/register/verify',
];
const show: Verdict = { verdict: 'show' };
const go = (to: string): Verdict => ({ verdict: 'go', to });

/** Applies the rules of specification §1, §4, §6 and §7 in their order, for one person at one address. */
function expected(needs: Needs, who: Subject | null, owed: readonly LegalDocument[], address: string): Verdict {
  const allowed = expectedOfAccess(needs, who, address);
  if (needs === 'nobody signed in' || allowed.verdict !== 'show' || owed.length === 0) return allowed;
  return go(
    `${owed.includes('privacy-policy') ? '/terms/privacy-policy' : '/terms/service'}?to=${encodeURIComponent(address)}`,
  );
}

function expectedOfAccess(needs: Needs, who: Subject | null, address: string): Verdict {
  if (needs === 'nobody signed in') return show;
  if (who === null)
    return { verdict: 'load', to: address === '/' ? '/auth/login' : `/auth/login?to=${encodeURIComponent(address)}` };
  if (who.registration.isRefused === true) return go('/terms/privacy-policy');
  if (!who.registration.isCompleted) return go(steps.at(Math.min(Math.max(who.registration.stage, 0), 5)) ?? '');
  if (who.workspaceStatus === 'DISABLED') return go('/error?code=workspace-disabled');
  if (who.workspaceStatus === 'EXPIRED' && !who.isOwner) return go('/error?code=workspace-expired');
  if (who.workspaceStatus === 'EXPIRED') return needs === 'the subscription' ? show : go('/subscription-manager');
  if (needs === 'a member') return show;
  if (needs === 'the subscription') return who.isAdmin ? show : go('/');
  const [feature, asAdmin] = needs.startsWith('admin with ')
    ? [needs.slice('admin with '.length), true]
    : [needs, false];
  if (asAdmin && !who.isAdmin) return go('/');
  return [...who.features].some((it) => it === feature) ? show : go('/');
}

const roles = [
  { isAdmin: false, isOwner: false },
  { isAdmin: true, isOwner: false },
  { isAdmin: true, isOwner: true },
];
const flagSets: readonly (readonly PlanFeature[])[] = [[], planFeatures, ...planFeatures.map((it) => [it])];
const registrations = [
  { isCompleted: true, stage: 5 },
  ...steps.map((_, stage) => ({ isCompleted: false, stage })),
  { isCompleted: false, stage: -1 },
  { isCompleted: false, stage: 99 },
  { isCompleted: false, stage: 0, isRefused: true },
];
const debts: readonly (readonly LegalDocument[])[] = [
  [],
  ['privacy-policy'],
  ['terms-of-service'],
  ['privacy-policy', 'terms-of-service'],
];
const everybody: readonly (Subject | null)[] = [
  null,
  ...roles.flatMap((role) =>
    flagSets.flatMap((flags) =>
      workspaceStatus.options.flatMap((status) =>
        registrations.map((registration): Subject => ({
          ...role,
          planName: 'Pro',
          statements: [],
          features: new Set(flags),
          workspaceStatus: status,
          registration,
        })),
      ),
    ),
  ),
];

test('every address of specification §2 is declared once, and no other is', async () => {
  const addresses = await declaredAddresses();
  const servedBy = (address: string) => addresses.filter(({ pattern }) => serves(pattern, address)).length;
  expect(Object.keys(everyRoute).map((address) => [address, servedBy(address)])).toEqual(
    Object.keys(everyRoute).map((address) => [address, 1]),
  );
  expect(
    addresses.filter(({ pattern }) => !Object.keys(everyRoute).some((address) => serves(pattern, address))),
  ).toEqual([]);
});

test('§1, §4, §6, §7: every address × role × plan flags × workspace status × registration × documents to accept leads where the specification says', async () => {
  const addresses = await declaredAddresses();
  const isServed = (address: string) => addresses.some(({ pattern }) => serves(pattern, address));
  const wrong: string[] = [];
  let asked = 0;
  for (const [address, needs] of Object.entries(everyRoute)) {
    const requires = addresses.find(({ pattern }) => serves(pattern, address))?.requires ?? null;
    for (const who of everybody)
      for (const owed of who === null ? [[]] : debts) {
        asked += 1;
        const question = { requires, subject: who, termsToAccept: owed, here: address, isServed };
        const [got, right] = [guard(question), expected(needs, who, owed, address)].map((it) => JSON.stringify(it));
        if (got !== right)
          wrong.push(
            `${address} for ${who === null ? 'a stranger' : JSON.stringify({ ...who, features: [...who.features], owed })}: ${got}, not ${right}`,
          );
      }
  }
  console.info(`guards: ${wrong.length} of ${asked} wrong`);
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(asked).toBe(
    Object.keys(everyRoute).length *
      (1 + roles.length * flagSets.length * workspaceStatus.options.length * registrations.length * debts.length),
  );
});
