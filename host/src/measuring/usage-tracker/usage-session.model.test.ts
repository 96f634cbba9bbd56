import { asleep, usageStep, type SegmentKind, type UsageEvent, type UsageState } from './usage-session.ts';

type Figures = { because: string; seconds: Record<SegmentKind, number>; counted: number };

/** Creates a seeded random number generator: the same sequence on every machine. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const paths = ['/', '/profile', '/dialogue/1', '/agent-builder', '/dashboard'];

/** Generates a story in whole seconds, so that the reference can check every single one. */
function randomStory(seed: number): UsageEvent[] {
  const random = createRandom(seed);
  const one = <T>(items: readonly T[]): T => items[random(items.length)]!;
  let at = random(100);
  const story: UsageEvent[] = [{ type: 'start', at: at * 1000, path: one(paths) }];
  const say = (event: UsageEvent) => void story.push(event);
  const length = 5 + random(40);
  for (let step = 0; step < length; step += 1) {
    // Mostly an awake page with its checks, for seconds up to an hour; now and then a sleep without them.
    const pause = one([0, 1, random(20), random(60), random(400), random(2400)]);
    const isAsleep = random(12) === 0;
    for (let passed = 10; passed < pause && !isAsleep; passed += 10) say({ type: 'check', at: (at + passed) * 1000 });
    at += pause;
    const moment = at * 1000;
    say(
      one<UsageEvent>([
        { type: 'activity', at: moment },
        { type: 'activity', at: moment },
        { type: 'doing', kind: 'typing', at: moment },
        { type: 'doing', kind: 'reading', at: moment },
        { type: 'doing', kind: 'interaction_navigation', at: moment },
        { type: 'navigation', path: one(paths), at: moment },
        { type: 'check', at: moment },
        { type: 'end', at: moment },
        { type: 'start', path: one(paths), at: moment },
      ]),
    );
  }
  say({ type: 'end', at: (at + 1) * 1000 });
  return story;
}

type Rules = { idleAfter: number; timeout: number; jump: number };
const specified: Rules = { idleAfter: 300, timeout: 1800, jump: 60 };

/**
 * Evaluates the specification second by second: no segments, no arithmetic of spans, only the question what each second
 * was.
 */
function reference(story: readonly UsageEvent[], rules: Rules = specified): Figures[] {
  const sessions: Figures[] = [];
  let now: {
    startedAt: number;
    activeAt: number;
    sleepsFrom: number;
    seenAt: number;
    doing: Exclude<SegmentKind, 'idle'>;
    figures: Figures;
  } | null = null;
  const finish = (because: string) => {
    if (now === null) return;
    sessions.push({ ...now.figures, because, counted: now.activeAt - now.startedAt + rules.timeout });
    now = null;
  };
  for (const event of story) {
    const at = event.at / 1000;
    if (now !== null && at - now.seenAt > rules.jump) now.sleepsFrom = now.seenAt;
    for (let second = now?.seenAt ?? at; now !== null && second < at; second += 1) {
      if (second - now.activeAt >= rules.timeout) finish('timeout');
      else
        now.figures.seconds[
          second >= now.sleepsFrom || second - now.activeAt >= rules.idleAfter ? 'idle' : now.doing
        ] += 1;
    }
    if (now !== null && at - now.activeAt >= rules.timeout) finish('timeout');
    if (now !== null) now.seenAt = at;
    if (event.type === 'check') continue;
    if (event.type === 'end') {
      finish('normal');
      continue;
    }
    if (now === null && event.type === 'navigation') continue;
    now ??= {
      startedAt: at,
      activeAt: at,
      sleepsFrom: Infinity,
      seenAt: at,
      doing: 'interaction_navigation',
      figures: { because: '', counted: 0, seconds: { typing: 0, reading: 0, interaction_navigation: 0, idle: 0 } },
    };
    now.activeAt = at;
    now.sleepsFrom = Infinity;
    if (event.type === 'doing') now.doing = event.kind;
    if (event.type === 'navigation') now.doing = 'interaction_navigation';
  }
  return sessions;
}

function machine(story: readonly UsageEvent[]): Figures[] {
  let state: UsageState = asleep;
  const sessions: Figures[] = [];
  for (const event of story) {
    const step = usageStep(state, event, () => 'id');
    state = step.state;
    for (const outcome of step.outcomes) {
      if (outcome.type !== 'ended') continue;
      const { because, totals, countedDuration } = outcome.session;
      const seconds = Object.fromEntries(
        Object.entries(totals).map(([kind, value]) => [kind, value / 1000]),
      ) as Figures['seconds']; // the same keys
      sessions.push({ because, seconds, counted: countedDuration / 1000 });
    }
  }
  return sessions;
}

const count = 1000;
const stories = Array.from({ length: count }, (_, index) => randomStory(index + 1));
const counted = stories.map(machine);
const inOrder = (sessions: Figures[]) =>
  sessions.map(({ because, counted: all, seconds: { typing, reading, interaction_navigation, idle } }) => [
    because,
    all,
    typing,
    reading,
    interaction_navigation,
    idle,
  ]);

/** Lists the stories in which the state machine and the reference differ, with the result of each. */
function differences(rules: Rules) {
  return stories.flatMap((story, index) => {
    const [found, expected] = [inOrder(counted[index]!), inOrder(reference(story, rules))];
    return JSON.stringify(found) === JSON.stringify(expected) ? [] : [{ seed: index + 1, found, expected }];
  });
}

test(`0 of ${count} random stories are counted otherwise than second by second (N = ${count})`, () => {
  expect(differences(specified).slice(0, 3)).toEqual([]);
  // The stories reach every case under test.
  const sessions = counted.flat();
  expect(sessions.filter(({ because }) => because === 'timeout').length).toBeGreaterThan(count / 10);
  expect(sessions.filter(({ seconds }) => seconds.idle > 0).length).toBeGreaterThan(count / 10);
});

test.each<[string, Partial<Rules>]>([
  ['idle begins a second late', { idleAfter: 301 }],
  ['a session runs out a second late', { timeout: 1801 }],
  ['a sleep counts as what was under way', { jump: Infinity }],
])('the stories find a wrong rule: %s', (_, rule) => {
  expect(differences({ ...specified, ...rule }).length).toBeGreaterThan(10);
});

test('no session is longer than it counts, and one that ran out is exactly as long', () => {
  const wrong = counted.flat().filter(({ because, seconds, counted: all }) => {
    const sum = Object.values(seconds).reduce((total, value) => total + value, 0);
    return sum > all || (because === 'timeout' && sum !== all);
  });
  expect(wrong).toEqual([]);
});
