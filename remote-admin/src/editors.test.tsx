import { listBots } from '@parlance/shared/contract/api/bots';
import {
  createRule,
  getRule,
  listHits,
  listRuleVersions,
  saveRule,
  type Rule,
} from '@parlance/shared/contract/api/governance/rules';
import { getBillingDetails, saveBillingDetails } from '@parlance/shared/contract/api/billing/invoices';
import { listOrganizationExports } from '@parlance/shared/contract/api/organization-exports';
import type { PermissionSet } from '@parlance/shared/contract/api/privileges/permission-sets';
import { listPlans } from '@parlance/shared/contract/api/plans/plans';
import {
  changePermissionSet,
  createPermissionSet,
  getPermissionSet,
  listNameable,
} from '@parlance/shared/contract/api/privileges/privileges';
import { getReplayChoices, listReplays } from '@parlance/shared/contract/api/replays';
import {
  getRetention,
  listHolds,
  listHoldTeams,
  saveRetention,
  tryRetention,
} from '@parlance/shared/contract/api/retention';
import { listColleagueTeams } from '@parlance/shared/contract/api/shares';
import { getSubscription } from '@parlance/shared/contract/api/subscription/subscription';
import {
  exampleSubscription,
  fakeServer,
  whatIsSavedIsThere,
  whatIsTypedStays,
  whatIsTypedWhileMadeStays,
  type StoredThing,
  type WalkedEditor,
} from '@parlance/shared/testing';
import { screen } from '@testing-library/react';
import GovernanceRule from './screens/governance-rule/governance-rule.tsx';
import Governance from './screens/governance/governance.tsx';
import PrivilegeManager from './screens/privilege-manager/privilege-manager.tsx';
import SubscriptionManager from './screens/subscription-manager/subscription-manager.tsx';

const server = fakeServer();
const id = '0198f0aa-0000-7000-8000-000000000001';
const at = '2026-11-22T10:00:00.000Z';
const none = { items: [], next_cursor: null };
const isAdmin = { isAdmin: true };

const named = (name: string) => () => screen.queryByRole('textbox', { name });
const press =
  (name: string): WalkedEditor['save'] =>
  async (user) =>
    user.click(await screen.findByRole('button', { name }));
const isSending = () => screen.queryByRole('button', { name: 'One moment…' }) !== null;

const ruleOf = ({ text, revision }: StoredThing): Rule => ({
  id,
  version: revision,
  is_enabled: true,
  updated_at: at,
  hits: 0,
  last_hit_at: null,
  is_of_nobody: false,
  definition: {
    name: text,
    message: '',
    target: 'both',
    action: 'mask',
    conditions: [{ kind: 'words', terms: ['owl'], whole_words: true }],
    scope: { team_ids: [], bot_ids: [] },
  },
});
const setOf = ({ text, revision }: StoredThing): PermissionSet => ({
  id,
  name: text,
  description: '',
  statements: [],
  revision,
  grants: 0,
  updated_at: at,
  changed_by: null,
});

const rule: WalkedEditor = {
  name: 'a rule',
  element: <GovernanceRule />,
  route: '/governance/:ruleId',
  path: `/governance/${id}`,
  session: isAdmin,
  serve(stored) {
    server.answer(listReplays, none);
    server.answer(getReplayChoices, { bots: [], teams: [] });
    server.answer(listHits, none);
    server.answer(listRuleVersions, none);
    server.answer(listColleagueTeams, none);
    server.answer(listBots, none);
    server.answer(getRule, () => stored.read(() => ruleOf(stored)));
    server.answer(createRule, async ({ body }) => {
      await stored.take(body.definition.name, null);
      return ruleOf(stored);
    });
    server.answer(saveRule, async ({ body }) => {
      await stored.take(body.definition.name, body.version);
      return ruleOf(stored);
    });
  },
  field: named('Name'),
  save: press('Save'),
  isSaving: isSending,
};
const permissionSet: WalkedEditor = {
  name: 'a permission set',
  element: <PrivilegeManager />,
  route: '/privilege-manager',
  path: `/privilege-manager?set=${id}`,
  session: { ...isAdmin, whoami: { is_admin: true, is_owner: true } },
  serve(stored) {
    server.answer(listNameable, { items: [] });
    server.answer(getPermissionSet, () => stored.read(() => setOf(stored)));
    server.answer(createPermissionSet, async ({ body }) => {
      await stored.take(body.name, null);
      return setOf(stored);
    });
    server.answer(changePermissionSet, async ({ body }) => {
      await stored.take(body.name, body.revision);
      return setOf(stored);
    });
  },
  field: named('Name'),
  save: press('Save'),
  isSaving: isSending,
};
const editors: readonly WalkedEditor[] = [
  rule,
  permissionSet,
  {
    name: 'the retention',
    element: <Governance />,
    route: '/governance',
    path: '/governance?tab=retention',
    session: isAdmin,
    texts: ['400', '500', '600'],
    serve(stored) {
      const kept = () => ({ days: { audit_log: Number(stored.text) }, version: stored.revision, applied: null });
      server.answer(listHolds, none);
      server.answer(listHoldTeams, { items: [] });
      server.answer(tryRetention, { kinds: [] });
      server.answer(getRetention, () => stored.read(kept));
      server.answer(saveRetention, async ({ body }) => {
        await stored.take(String(body.days.audit_log), body.version);
        return kept();
      });
    },
    field: () => screen.queryByRole('textbox', { name: /^Audit log/ }),
    async save(user) {
      await press('Preview deletion')(user);
      await press('Save')(user);
    },
    isSaving: () => screen.getByRole('button', { name: 'Preview deletion' }).getAttribute('aria-disabled') === 'true',
  },
  {
    name: 'the billing details',
    element: <SubscriptionManager />,
    route: '/subscription-manager',
    path: '/subscription-manager?tab=details',
    session: { ...isAdmin, isOwner: true },
    serve(stored) {
      const details = () => ({ name: 'Tidewater', address: stored.text, vat_id: '', email: null });
      server.answer(getSubscription, exampleSubscription());
      server.answer(listPlans, { items: [] });
      server.answer(listOrganizationExports, { items: [] });
      server.answer(getBillingDetails, () => stored.read(details));
      server.answer(saveBillingDetails, async ({ body }) => {
        await stored.take(body.address, null);
        return { ...details(), address: body.address };
      });
    },
    field: named('Address'),
    save: press('Save'),
    isSaving: isSending,
  },
];

describe.each(editors.map((editor) => [editor.name, editor] as const))('%s', (_, editor) => {
  let confirm: jest.SpyInstance;
  beforeEach(() => (confirm = jest.spyOn(window, 'confirm').mockReturnValue(false)));
  afterEach(() => confirm.mockRestore());

  test('that was saved is there when it is opened again, and is saved again without a conflict', () =>
    whatIsSavedIsThere(editor));

  test('keeps what is typed while it is being saved', () => whatIsTypedStays(editor));
});

const makers: readonly WalkedEditor[] = [
  {
    ...rule,
    path: '/governance/new',
    open: async (user) => user.type(await screen.findByRole('textbox', { name: 'Words and phrases' }), 'owl'),
    save: async (user) => user.click(await screen.findByRole('button', { name: /^(Create rule|Save)$/ })),
  },
  { ...permissionSet, path: '/privilege-manager?set=new' },
];
test.each(makers.map((maker) => [maker.name, maker] as const))(
  '%s keeps what is typed while it is being made',
  (_, maker) => whatIsTypedWhileMadeStays(maker),
);
