import {
  getRule,
  listHits,
  listRules,
  listRuleVersions,
  type Rule,
} from '@parlance/shared/contract/api/governance/rules';
import { getFileOwners, getFileStorage, listManagedFiles } from '@parlance/shared/contract/api/file-manager';
import { getBillingDetails } from '@parlance/shared/contract/api/billing/invoices';
import { listKnowledge, uploadKnowledge } from '@parlance/shared/contract/api/knowledge/knowledge';
import { listPermissionSets, type PermissionSet } from '@parlance/shared/contract/api/privileges/permission-sets';
import { listPlans } from '@parlance/shared/contract/api/plans/plans';
import { getPermissionSet, listNameable } from '@parlance/shared/contract/api/privileges/privileges';
import { getReplayChoices, listReplays } from '@parlance/shared/contract/api/replays';
import { getRetention, listHolds, listHoldTeams } from '@parlance/shared/contract/api/retention';
import { getSubscription } from '@parlance/shared/contract/api/subscription/subscription';
import { Link, Outlet } from '@parlance/shared/router';
import { exampleSubscription, fakeServer, renderRoutes } from '@parlance/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import FileManager from './screens/file-manager/file-manager.tsx';
import GovernanceRule from './screens/governance-rule/governance-rule.tsx';
import Governance from './screens/governance/governance.tsx';
import PrivilegeManager from './screens/privilege-manager/privilege-manager.tsx';
import SubscriptionManager from './screens/subscription-manager/subscription-manager.tsx';

const server = fakeServer();
const id = '0198f0aa-0000-7000-8000-000000000001';
const at = '2026-11-22T10:00:00.000Z';
const none = { items: [], next_cursor: null };
const rule: Rule = {
  id,
  definition: {
    name: 'Birds',
    message: '',
    target: 'both',
    action: 'mask',
    conditions: [{ kind: 'words', terms: ['owl'], whole_words: true }],
    scope: { team_ids: [], bot_ids: [] },
  },
  is_enabled: true,
  version: 1,
  updated_at: at,
  hits: 0,
  last_hit_at: null,
  is_of_nobody: false,
};
const set: PermissionSet = {
  id,
  name: 'Quiet hours',
  description: '',
  statements: [],
  revision: 1,
  grants: 0,
  updated_at: at,
  changed_by: null,
};

beforeEach(() => {
  sessionStorage.clear();
  server.answer(getRule, rule);
  for (const list of [
    listRules,
    listHits,
    listRuleVersions,
    listReplays,
    listHolds,
    listPermissionSets,
    listKnowledge,
    listManagedFiles,
  ] as const)
    server.answer(list, none);
  server.answer(getReplayChoices, { bots: [], teams: [] });
  server.answer(getRetention, { days: {}, version: 1, applied: null });
  server.answer(listHoldTeams, { items: [] });
  server.answer(getPermissionSet, set);
  server.answer(listNameable, { items: [] });
  server.answer(listPlans, { items: [] });
  server.answer(getSubscription, exampleSubscription());
  server.answer(getBillingDetails, { name: 'Tidewater', address: 'Harbour 1', vat_id: '', email: null });
  server.answer(getFileOwners, { owners: [] });
  server.answer(getFileStorage, { used: 0, limit: null, knowledge: 0, dialogues: 0, versions: 0, kept_days: 90 });
  server.hang(uploadKnowledge);
});
afterEach(() => jest.restoreAllMocks());

const typed = 'You have unsaved changes. Leave anyway?';
const uploading = 'Files are still uploading. If you leave now, they won’t be uploaded. Leave anyway?';
const field = (name: string | RegExp) => screen.findByRole('textbox', { name });
type User = ReturnType<typeof renderRoutes>['user'];
const typeInto = (name: string | RegExp) => async (user: User) => user.type(await field(name), '1');
const upload = async (user: User) => {
  await user.upload(await screen.findByTestId('Add files'), new File(['%PDF'], 'New.pdf'));
  await screen.findByRole('progressbar', { name: /New.pdf/ });
};

/**
 * The editors. `tab`: a link that keeps the path; null if there is none. `stays`: the draft survives behind it, so that
 * nothing is asked.
 */
const editors = [
  {
    name: 'a rule',
    Screen: GovernanceRule,
    route: '/governance/:ruleId',
    path: `/governance/${id}`,
    change: typeInto('Name'),
    asks: typed,
    tab: null,
    stays: false,
  },
  {
    name: 'retention',
    Screen: Governance,
    route: '/governance',
    path: '/governance?tab=retention',
    change: typeInto(/Daily usage statistics/),
    asks: typed,
    tab: 'Rules',
    stays: false,
  },
  {
    name: 'a permission set',
    Screen: PrivilegeManager,
    route: '/privilege-manager',
    path: `/privilege-manager?set=${id}`,
    change: typeInto('Name'),
    asks: typed,
    tab: 'All permission sets',
    stays: false,
  },
  {
    name: 'billing details',
    Screen: SubscriptionManager,
    route: '/subscription-manager',
    path: '/subscription-manager?tab=details',
    change: typeInto('Address'),
    asks: typed,
    tab: 'Compare plans',
    stays: false,
  },
  {
    name: 'files that are uploaded',
    Screen: FileManager,
    route: '/file-manager',
    path: '/file-manager',
    change: upload,
    asks: uploading,
    tab: 'Deleted',
    stays: true,
  },
] as const;

describe.each(editors)('$name', ({ Screen, route, path, change, asks, tab, stays }) => {
  async function begun() {
    const asked = jest.spyOn(window, 'confirm').mockReturnValue(false);
    const layout = (
      <>
        <Link to="/elsewhere">Menu</Link>
        <Outlet />
      </>
    );
    const shown = renderRoutes(
      [
        {
          element: layout,
          children: [
            { path: route, element: <Screen /> },
            { path: '*', element: null },
          ],
        },
      ],
      { path, session: { isAdmin: true, isOwner: true, whoami: { is_admin: true, is_owner: true } } },
    );
    const closes = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    return { ...shown, asked, closes, here: shown.location() };
  }

  test('is left without a question while nothing is changed', async () => {
    const { user, asked, location, closes } = await begun();
    await screen.findByRole('heading', { level: 1 });
    expect(closes()).toBe(true);
    await user.click(screen.getByRole('link', { name: 'Menu' }));
    expect(location()).toBe('/elsewhere');
    expect(asked).not.toHaveBeenCalled();
  });

  test('asks before it is left by the menu, and by closing the page', async () => {
    const { user, asked, location, closes, here } = await begun();
    await change(user);
    await waitFor(() => expect(closes()).toBe(false));
    await user.click(screen.getByRole('link', { name: 'Menu' }));
    expect(asked.mock.calls).toEqual([[asks]]);
    expect(location()).toBe(here);
    asked.mockReturnValue(true);
    await user.click(screen.getByRole('link', { name: 'Menu' }));
    await waitFor(() => expect(location()).toBe('/elsewhere'));
  });

  if (tab !== null) {
    test(stays ? 'goes on behind another tab' : 'asks before it is left by a tab', async () => {
      const { user, asked, location, closes, here } = await begun();
      await change(user);
      await waitFor(() => expect(closes()).toBe(false));
      await user.click(screen.getByRole('link', { name: tab }));
      expect(asked).toHaveBeenCalledTimes(stays ? 0 : 1);
      expect(location() === here).toBe(!stays);
      expect(closes()).toBe(false);
    });
  }
});
