import fc from 'fast-check';
import { planFeatures } from './access.ts';
import { type Holder, can, evaluate, limitOf, ownersFeatures } from './evaluate.ts';
import {
  type HeldStatement,
  type PrivilegeKind,
  type Question,
  limitNames,
  limitsOfMembers,
  privilegeActions,
  privilegeKinds,
} from './privileges.ts';

/** The number of cases of each property; the seed makes them reproducible. */
const runs = { numRuns: 1_000, seed: 20_261_122 };
let asked = 0;
function holds<Case extends [unknown, ...unknown[]]>(property: fc.IPropertyWithHooks<Case>): void {
  asked += runs.numRuns;
  fc.assert(property, runs);
}
afterAll(() => console.info(`privileges: 0 of ${asked} random cases broke a property`));

const now = Date.parse('2026-11-22T12:00:00Z');
/** Few, so that questions and statements meet. */
const ids = ['a', 'b', 'c'] as const;

const idOf = (kind: PrivilegeKind) =>
  fc
    .constantFrom<readonly string[]>(
      ...(kind === 'feature' ? planFeatures : kind === 'limit' ? limitNames : ids).map((id) => [id]),
    )
    .map(([id = '']) => id);

const heldStatement: fc.Arbitrary<HeldStatement> = fc.constantFrom(...privilegeKinds).chain((kind) =>
  fc.record({
    effect: fc.constantFrom('allow' as const, 'deny' as const),
    kind: fc.constant(kind),
    actions: fc.subarray<HeldStatement['actions'][number]>([...privilegeActions[kind]], { minLength: 1 }),
    scope: fc.constantFrom('all' as const, 'these' as const, 'except' as const),
    ids: fc.array(idOf(kind), { maxLength: 3 }),
    at_most: kind === 'limit' ? fc.nat(200) : fc.constant(null),
    set_id: fc.constant('0198f0aa-0000-7000-8000-000000000001'),
    set_name: fc.constant('A set'),
    team: fc.constantFrom(null, 'Sales'),
    expires_at: fc.constantFrom(null, '2026-11-22T11:59:59Z', '2026-11-22T12:00:01Z'),
  }),
);

const holder: fc.Arbitrary<Holder> = fc.record({
  isAdmin: fc.boolean(),
  isOwner: fc.boolean(),
  planName: fc.constantFrom('Pro', 'Free!', 'Team'),
  features: fc.subarray([...planFeatures]).map((features) => new Set(features)),
  statements: fc.array(heldStatement, { maxLength: 6 }),
});

const question: fc.Arbitrary<Question> = fc.constantFrom(...privilegeKinds).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    action: fc.constantFrom(...privilegeActions[kind]),
    id: kind === 'feature' || kind === 'limit' ? idOf(kind) : fc.oneof(idOf(kind), fc.constant(null)),
    reach: fc.constantFrom('own' as const, 'visible' as const, 'none' as const),
    amount: fc.nat(200),
    planLimit: fc.constantFrom(null, 50, 150),
  }),
);

/** A statement that is in force and applies to the question. */
const about = (asked: Question, effect: 'allow' | 'deny', scope: 'all' | 'these'): HeldStatement => ({
  ...{
    effect,
    kind: asked.kind,
    actions: [asked.action],
    scope,
    ids: asked.id === null || scope === 'all' ? [] : [asked.id],
  },
  ...{
    at_most: asked.kind === 'limit' ? 0 : null,
    set_id: '0198f0aa-0000-7000-8000-000000000002',
    set_name: 'Another set',
    team: null,
    expires_at: null,
  },
});
const withMore = (who: Holder, ...more: HeldStatement[]): Holder => ({
  ...who,
  statements: [...who.statements, ...more],
});
const isSafeguarded = (who: Holder, { kind, id }: Question) =>
  kind === 'feature' && who.isAdmin && who.isOwner && ownersFeatures.some((feature) => feature === id);
const isPlanned = (who: Holder, id: string | null) =>
  id === 'subscription_manager' || [...who.features].some((feature) => feature === id);

describe('evaluate: the one question of privileges', () => {
  it('denies where any statement denies, whatever else allows', () => {
    holds(
      fc.property(holder, question, (who, what) => {
        const denied = withMore(
          who,
          about(what, 'deny', 'all'),
          about(what, 'allow', 'these'),
          about(what, 'allow', 'all'),
        );
        const isSpared = isSafeguarded(who, what) || (what.kind === 'limit' && what.amount === 0);
        expect(can(denied, what, now)).toBe(isSpared && can(who, what, now));
      }),
    );
  });

  it('takes nothing away by one more allowance, and gives nothing by one more denial', () => {
    holds(
      fc.property(holder, question, heldStatement, (who, what, more) => {
        const [before, after] = [can(who, what, now), can(withMore(who, more), what, now)];
        if (more.effect === 'allow') expect(after || !before).toBe(true);
        else expect(before || !after).toBe(true);
      }),
    );
  });

  it('does not care about the order of statements', () => {
    holds(
      fc.property(holder, question, (who, what) => {
        expect(can({ ...who, statements: who.statements.toReversed() }, what, now)).toBe(can(who, what, now));
      }),
    );
  });

  it('does not count a grant that has expired', () => {
    holds(
      fc.property(holder, question, heldStatement, (who, what, more) => {
        expect(can(withMore(who, { ...more, expires_at: '2026-11-22T12:00:00Z' }), what, now)).toBe(
          can(who, what, now),
        );
      }),
    );
  });

  it('takes privileges, user groups and the subscription from no owner, whatever statements say', () => {
    holds(
      fc.property(holder, fc.constantFrom('privilege', 'user_management', 'subscription_manager'), (who, id) => {
        const owner = { ...who, isAdmin: true, isOwner: true };
        expect(can(owner, { kind: 'feature', action: 'use', id }, now)).toBe(isPlanned(owner, id));
      }),
    );
  });

  it('gives nobody an area that the plan does not grant, and no admin area to who is no administrator', () => {
    holds(
      fc.property(holder, question, (who, what) => {
        const all = withMore(who, about(what, 'allow', 'all'), about(what, 'allow', 'these'));
        if (what.kind !== 'feature' || !can(all, what, now)) return;
        expect(isPlanned(who, what.id)).toBe(true);
        expect(who.isAdmin || what.id === 'prompt_template').toBe(true);
      }),
    );
  });

  it('opens nobody’s private things by an allowance that does not name them', () => {
    holds(
      fc.property(holder, question, (who, what) => {
        if (what.kind !== 'bot' && what.kind !== 'tool' && what.kind !== 'knowledge') return;
        const far = { ...what, id: 'private', reach: 'none' } as const;
        const before = can({ ...who, statements: [] }, far, now);
        expect(can({ ...who, statements: who.statements.filter(({ effect }) => effect === 'allow') }, far, now)).toBe(
          before,
        );
        expect(can({ ...who, statements: [about(far, 'allow', 'these')] }, far, now)).toBe(true);
      }),
    );
  });

  it('takes the smallest of plan and denials, and the largest of allowances and the role’s own number', () => {
    holds(
      fc.property(holder, question, (who, { planLimit = null }) => {
        for (const name of limitNames) {
          const numbers = (effect: string) =>
            who.statements
              .filter(
                (it) =>
                  it.kind === 'limit' &&
                  it.effect === effect &&
                  (it.expires_at === null || Date.parse(it.expires_at) > now),
              )
              .filter(({ scope, ids: named }) => scope === 'all' || named.includes(name) === (scope === 'these'))
              .map(({ at_most }) => at_most ?? 0);
          const ofRole = (who.isAdmin ? null : limitsOfMembers[name]) ?? Infinity;
          const expected = Math.min(planLimit ?? Infinity, ...numbers('deny'), Math.max(ofRole, ...numbers('allow')));
          const { limit, because } = limitOf(who, name, planLimit, now);
          expect(limit ?? Infinity).toBe(expected);
          expect(because.filter(({ decides }) => decides)).toHaveLength(1);
        }
      }),
    );
  });

  it('says for every answer which reason it is the doing of', () => {
    holds(
      fc.property(holder, question, (who, what) => {
        const { because } = evaluate(who, what, now);
        expect(because.some(({ decides }) => decides)).toBe(true);
      }),
    );
  });

  it('denies what it does not know', () => {
    const owner: Holder = {
      isAdmin: true,
      isOwner: true,
      planName: 'Pro',
      features: new Set(planFeatures),
      statements: [],
    };
    const unknown = [
      { kind: 'spaceship', action: 'use', id: null },
      { kind: 'constructor', action: 'use', id: null },
      { kind: 'bot', action: 'attach', id: null },
      { kind: 'feature', action: 'use', id: 'time_travel' },
      { kind: 'feature', action: 'use', id: null },
      { kind: 'limit', action: 'use', id: 'moons', amount: 0, planLimit: null },
      { kind: 'limit', action: 'use', id: 'agents', amount: 0 },
      { kind: 'limit', action: 'use', id: 'agents', planLimit: null },
    ] as unknown as Question[]; // what an older or newer program might ask
    expect(unknown.map((what) => can(owner, what))).toEqual(unknown.map(() => false));
  });
});

describe('the defaults of an organisation', () => {
  const member: Holder = {
    isAdmin: false,
    isOwner: false,
    planName: 'Pro',
    features: new Set(planFeatures),
    statements: [],
  };
  const admin: Holder = { ...member, isAdmin: true };

  it('give administrators every area of the plan, and members the prompt templates', () => {
    const areas = (who: Holder) => planFeatures.filter((id) => can(who, { kind: 'feature', action: 'use', id }));
    expect(areas(admin)).toEqual(planFeatures);
    expect(areas(member)).toEqual(['prompt_template']);
  });

  it('give members the use of bots that are for them, and agents of their own', () => {
    const may = (action: Question['action'], reach: 'own' | 'visible' | 'none') =>
      can(member, { kind: 'bot', action, id: 'a', reach });
    expect([
      may('use', 'visible'),
      may('use', 'none'),
      may('edit', 'own'),
      may('edit', 'visible'),
      may('share_with_organization', 'own'),
    ]).toEqual([true, false, true, false, false]);
    expect(can(member, { kind: 'bot', action: 'create', id: null })).toBe(true);
    expect(can(member, { kind: 'tool', action: 'create', id: null })).toBe(false);
  });

  it('give on Free! the management of the studio to everybody (specification §6)', () => {
    const free: Holder = { ...member, planName: 'Free!' };
    expect(can(free, { kind: 'bot', action: 'edit', id: 'a', reach: 'visible' })).toBe(true);
    expect(can(free, { kind: 'bot', action: 'edit', id: 'a', reach: 'none' })).toBe(false);
    expect(can(free, { kind: 'tool', action: 'create', id: null })).toBe(true);
  });

  it('let nobody, administrators neither, talk to a private bot of somebody else', () => {
    expect(can(admin, { kind: 'bot', action: 'use', id: 'a', reach: 'none' })).toBe(false);
    expect(can(admin, { kind: 'bot', action: 'edit', id: 'a', reach: 'none' })).toBe(true);
  });
});
