import type { Subject } from '@parlance/shared/contract/access/access';
import { registryLine } from '../../testing/registry-lines.ts';
import { guard, type Verdict } from './guard.ts';
import { menuAhead, menuFor } from './menu.ts';
import { readRegistry } from './registry.ts';

const member: Subject = {
  isAdmin: false,
  isOwner: false,
  workspaceStatus: 'ACTIVE',
  features: new Set(['dashboard']),
  planName: 'Pro',
  statements: [],
  registration: { isCompleted: true, stage: 5 },
};
const admin: Subject = { ...member, isAdmin: true };
const pending: Subject = { ...member, registration: { isCompleted: false, stage: 3 } };
const refused: Subject = { ...member, registration: { isCompleted: false, stage: 0, isRefused: true } };
const expired: Subject = { ...member, workspaceStatus: 'EXPIRED' };
const expiredOwner: Subject = { ...expired, isAdmin: true, isOwner: true };
const disabled: Subject = { ...expiredOwner, workspaceStatus: 'DISABLED' };
const dashboard = { role: 'admin', feature: 'dashboard' } as const;
const subscription = { role: 'admin', workspace: 'owner-when-expired' } as const;

const everything = () => true;
const nothing = () => false;
const show: Verdict = { verdict: 'show' };
const go = (to: string): Verdict => ({ verdict: 'go', to });

type Row = [title: string, question: Partial<Parameters<typeof guard>[0]>, verdict: Verdict];
test.each<Row>([
  ['anyone sees a public screen', { requires: 'public', subject: null }, show],
  [
    'nobody signed in goes to the login and back',
    { subject: null, here: '/dialogue/1?x=2' },
    { verdict: 'load', to: '/auth/login?to=%2Fdialogue%2F1%3Fx%3D2' },
  ],
  ['from home the login needs no way back', { subject: null, here: '/' }, { verdict: 'load', to: '/auth/login' }],
  ['a member sees what asks for nothing', {}, show],
  ['an incomplete registration goes to the step of its stage', { subject: pending }, go('/terms/register/step3')],
  [
    '… of an unknown stage to the nearest step, as the registration itself does',
    { subject: { ...pending, registration: { isCompleted: false, stage: 99 } } },
    go('/terms/register/verify'),
  ],
  [
    '… and to the error page where no remote continues it',
    { subject: pending, isServed: nothing },
    go('/error?code=registration-failed'),
  ],
  [
    'a registration that the server refuses to tell of begins anew, with the policy (specification §7)',
    { subject: refused },
    go('/terms/privacy-policy'),
  ],
  [
    '… and with the error page where no remote shows it',
    { subject: refused, isServed: nothing },
    go('/error?code=registration-failed'),
  ],
  [
    'a member accepts the new version of a document first, and comes back',
    { termsToAccept: ['privacy-policy', 'terms-of-service'], here: '/dialogue/1?x=2' },
    go('/terms/privacy-policy?to=%2Fdialogue%2F1%3Fx%3D2'),
  ],
  [
    '… of the terms of service where they alone are new',
    { termsToAccept: ['terms-of-service'], here: '/' },
    go('/terms/service?to=%2F'),
  ],
  [
    '… not on the way to a screen that is not theirs',
    { termsToAccept: ['privacy-policy'], requires: dashboard, here: '/dashboard' },
    go('/'),
  ],
  ['… not before what anyone sees', { termsToAccept: ['privacy-policy'], requires: 'public' }, show],
  ['… and not where no remote shows the document', { termsToAccept: ['privacy-policy'], isServed: nothing }, show],
  [
    'the owner of an expired workspace goes to the subscription',
    { subject: expiredOwner },
    go('/subscription-manager'),
  ],
  ['… and may see it', { subject: expiredOwner, requires: subscription, here: '/subscription-manager' }, show],
  [
    '… and reads why where no remote provides it',
    { subject: expiredOwner, isServed: nothing },
    go('/error?code=workspace-expired'),
  ],
  ['anyone else of an expired workspace reads why', { subject: expired }, go('/error?code=workspace-expired')],
  [
    '… also at the subscription',
    { subject: expired, requires: subscription, here: '/subscription-manager' },
    go('/error?code=workspace-expired'),
  ],
  ['nobody of a disabled workspace gets in', { subject: disabled }, go('/error?code=workspace-disabled')],
  ['without the role the way is home, silently', { requires: dashboard, here: '/dashboard' }, go('/')],
  [
    'without the feature as well',
    { requires: dashboard, here: '/dashboard', subject: { ...admin, features: new Set() } },
    go('/'),
  ],
  ['with both the screen is shown', { requires: dashboard, here: '/dashboard', subject: admin }, show],
  ['a requirement that nobody understands is denied', { requires: null, here: '/future', subject: admin }, go('/')],
  ['home that denies does not send home again', { requires: dashboard, here: '/?a=1' }, go('/error?code=403')],
])('%s', (_, question, verdict) => {
  expect(
    guard({ requires: {}, subject: member, termsToAccept: [], here: '/somewhere', isServed: everything, ...question }),
  ).toEqual(verdict);
});

describe('menu', () => {
  const { screens } = readRegistry([
    registryLine('admin', [
      { id: 'dashboard', path: '/dashboard', menu: { section: 'admin', icon: 'chart', order: 2 }, requires: dashboard },
      {
        id: 'groups',
        path: '/groups',
        menu: { section: 'admin', icon: 'team', order: 1 },
        requires: { role: 'admin' },
      },
      {
        id: 'closed',
        path: '/closed',
        menu: { section: 'admin', icon: 'key', order: 3 },
        requires: { feature: 'unheard_of' },
      },
    ]),
    registryLine('chat', [
      { id: 'home', path: '/', menu: { section: 'chat', icon: 'home', order: 1 } },
      { id: 'bots', path: '/bots/:id' },
    ]),
    registryLine('new', [
      {
        id: 'labs',
        path: '/labs',
        menu: { section: 'laboratory', icon: 'flask', order: 9 },
        requires: { role: 'admin' },
      },
    ]),
  ]);
  const pathsFor = (subject: Subject | null) =>
    menuFor(screens, subject, 'en').map(({ section, entries }) => [section, entries.map(({ path }) => path)]);

  test('an entry stands there exactly when the guard would show its screen', () => {
    expect(pathsFor(member)).toEqual([['chat', ['/']]]);
    expect(pathsFor(admin)).toEqual([
      ['chat', ['/']],
      ['admin', ['/groups', '/dashboard', '/labs']],
    ]);
    expect(pathsFor(expiredOwner)).toEqual([]);
    expect(pathsFor(null)).toEqual([]);
  });

  test('before it is known who is there it shows what every member may open, and keeps room for what a plan may give', () => {
    const { screens: all } = readRegistry([
      registryLine('more', [
        { id: 'open', path: '/open', menu: { section: 'studio', icon: 'bolt', order: 3 } },
        {
          id: 'of-plan',
          path: '/of-plan',
          menu: { section: 'studio', icon: 'bolt', order: 2 },
          requires: { feature: 'prompt_template' },
        },
        {
          id: 'of-role',
          path: '/of-role',
          menu: { section: 'studio', icon: 'bolt', order: 1 },
          requires: { role: 'admin' },
        },
        {
          id: 'half-way',
          path: '/half-way',
          menu: { section: 'studio', icon: 'bolt', order: 4 },
          requires: { registration: 'pending' },
        },
        { id: 'public', path: '/public', menu: { section: 'studio', icon: 'bolt', order: 5 }, requires: 'public' },
        {
          id: 'unknown',
          path: '/unknown',
          menu: { section: 'studio', icon: 'bolt', order: 6 },
          requires: { feature: 'unheard_of' },
        },
      ]),
    ]);
    expect(menuAhead(all, 'en').flatMap(({ entries }) => entries.map(({ path, state }) => [path, state]))).toEqual([
      ['/of-plan', 'expected'],
      ['/open', 'open'],
      ['/public', 'open'],
    ]);
  });
});
