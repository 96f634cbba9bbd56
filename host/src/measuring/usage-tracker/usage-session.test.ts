import { checkEvery, idleAfter, sessionTimeout } from './limits.ts';
import { pageTypeOf } from './page-type.ts';
import { isEmpty, payloadOf } from './payload.ts';
import { asleep, usageStep, type Outcome, type UsageEvent, type UsageState } from './usage-session.ts';

const second = 1000;
const minute = 60 * second;

/** Plays a story, with a check every ten seconds between its events, as in an awake page. */
function play(events: readonly UsageEvent[], { until = events.at(-1)?.at ?? 0, awake = true } = {}) {
  let state: UsageState = asleep;
  let ids = 0;
  const outcomes: (Outcome & { at: number })[] = [];
  const tell = (event: UsageEvent) => {
    const step = usageStep(state, event, () => `session-${(ids += 1)}`);
    state = step.state;
    outcomes.push(...step.outcomes.map((it) => ({ ...it, at: event.at })));
  };
  let checkAt = checkEvery;
  const checkUpTo = (at: number) => {
    for (; awake && checkAt <= at; checkAt += checkEvery) tell({ type: 'check', at: checkAt });
  };
  for (const event of events) {
    checkUpTo(event.at);
    tell(event);
  }
  checkUpTo(until);
  const ended = outcomes.flatMap((it) => (it.type === 'ended' ? [{ ...it.session, at: it.at }] : []));
  const recommended = outcomes.flatMap((it) => (it.type === 'recommendation' ? [it.trigger] : []));
  const segments = outcomes.flatMap((it) => (it.type === 'segment' ? [it.segment] : []));
  return { state, ended, recommended, segments };
}
const start = (at = 0, path = '/dialogue/1'): UsageEvent => ({ type: 'start', at, path });
const typing = (at: number): UsageEvent => ({ type: 'doing', kind: 'typing', at });
const reading = (at: number): UsageEvent => ({ type: 'doing', kind: 'reading', at });
const activity = (at: number): UsageEvent => ({ type: 'activity', at });
const end = (at: number): UsageEvent => ({ type: 'end', at });

describe('§4 a usage session', () => {
  test('starts on load', () => {
    expect(play([start(7)]).state.running).toMatchObject({
      startedAt: 7,
      current: { kind: 'interaction_navigation', from: 7, page: 'dialogue' },
    });
  });

  test('counts typing from the focus or a key press in a dialogue input, and reading from the prompt that was sent', () => {
    const { ended, segments } = play([
      start(),
      typing(10 * second),
      typing(20 * second),
      reading(40 * second),
      activity(90 * second),
      end(100 * second),
    ]);
    expect(ended[0]?.totals).toEqual({
      interaction_navigation: 10 * second,
      typing: 30 * second,
      reading: 60 * second,
      idle: 0,
    });
    expect(segments.map(({ kind }) => kind)).toEqual(['interaction_navigation', 'typing', 'reading']);
  });

  test('idles from 5 minutes after the last activity on, whenever the check notices', () => {
    const { ended } = play([start(), reading(minute), end(minute + idleAfter + 90 * second)]);
    expect(ended[0]?.totals).toMatchObject({ reading: idleAfter, idle: 90 * second });
    expect(play([start(), end(idleAfter - 1)]).ended[0]?.totals.idle).toBe(0);
  });

  test('goes on with what was done before when somebody is there again', () => {
    const { segments } = play([start(), reading(minute), activity(10 * minute), end(11 * minute)]);
    expect(segments.map(({ kind, from, to }) => [kind, from, to])).toEqual([
      ['interaction_navigation', 0, minute],
      ['reading', minute, 6 * minute],
      ['idle', 6 * minute, 10 * minute],
      ['reading', 10 * minute, 11 * minute],
    ]);
  });

  test('ends after 30 minutes without activity, and lasts exactly last event − start + 30 minutes (§9)', () => {
    const { ended, state } = play([start(), typing(2 * minute)], { until: 40 * minute });
    expect(state.running).toBeNull();
    expect(ended).toHaveLength(1);
    const [session] = ended;
    expect(session).toMatchObject({ because: 'timeout', countedDuration: 2 * minute + sessionTimeout });
    const { typing: typed, reading: read, interaction_navigation: rest, idle } = session!.totals;
    expect(typed + read + rest + idle).toBe(2 * minute + sessionTimeout);
    // The check that notices comes within ten seconds.
    expect(session!.at - (2 * minute + sessionTimeout)).toBeLessThan(checkEvery);
  });

  test('is over by a normal end, once, and a new one starts when the page is there again', () => {
    const { ended, state } = play([start(), end(minute), end(minute), end(2 * minute), start(3 * minute)]);
    expect(ended).toEqual([
      expect.objectContaining({ id: 'session-1', because: 'normal', countedDuration: sessionTimeout }),
    ]);
    expect(state.running?.id).toBe('session-2');
  });

  test('after an idle end a new one starts on the next activity, and on nothing else', () => {
    const silent = play([start(), { type: 'navigation', at: 50 * minute, path: '/profile' }], { until: 60 * minute });
    expect(silent.state.running).toBeNull();
    const { ended, state } = play([start(), activity(50 * minute), end(51 * minute)]);
    expect(ended.map(({ id, because }) => [id, because])).toEqual([
      ['session-1', 'timeout'],
      ['session-2', 'normal'],
    ]);
    expect(state.running).toBeNull();
  });

  test('tells a change of the page apart by its type', () => {
    const { segments } = play([
      start(),
      { type: 'navigation', at: minute, path: '/profile' },
      { type: 'navigation', at: 2 * minute, path: '/governance/7' },
      end(3 * minute),
    ]);
    expect(segments.map(({ page, from, to }) => [page, from, to])).toEqual([
      ['dialogue', 0, minute],
      ['settings', minute, 3 * minute],
    ]);
  });
});

describe('time that nobody saw', () => {
  test('a sleep is idle from its beginning, whatever was under way', () => {
    const { ended } = play(
      [
        start(),
        typing(0),
        activity(30 * second),
        { type: 'check', at: 31 * second },
        { type: 'check', at: 4 * minute },
        end(4 * minute),
      ],
      { awake: false },
    );
    expect(ended[0]?.totals).toEqual({
      interaction_navigation: 0,
      typing: 31 * second,
      reading: 0,
      idle: 4 * minute - 31 * second,
    });
  });

  test('a long sleep ends the session where its 30 minutes ran out, and the next activity starts another', () => {
    const { ended, state } = play([start(), typing(0), activity(20 * second), activity(8 * 60 * minute)], {
      awake: false,
    });
    expect(ended).toEqual([
      expect.objectContaining({ because: 'timeout', countedDuration: 20 * second + sessionTimeout }),
    ]);
    expect(ended[0]?.totals.typing).toBe(20 * second);
    expect(state.running).toMatchObject({ id: 'session-2', startedAt: 8 * 60 * minute });
  });

  test('a moment that goes back changes nothing', () => {
    const { ended } = play([start(), typing(50 * second), reading(20 * second), end(80 * second)], { awake: false });
    expect(ended[0]?.totals).toEqual({ interaction_navigation: 50 * second, typing: 0, reading: 30 * second, idle: 0 });
  });
});

describe('§9 recommendations', () => {
  test('typing over 300 s, once a session', () => {
    const keys = (to: number) => Array.from({ length: to }, (_, index) => typing(index * second));
    expect(play([start(), ...keys(300)], { until: 300 * second }).recommended).toEqual([]);
    expect(play([start(), ...keys(330)], { until: 400 * second }).recommended).toEqual(['long_typing']);
  });

  test('reading under 30 s with typing over 60 s, when the session is over', () => {
    const story = (typed: number, read: number) =>
      play([
        start(),
        typing(0),
        reading(typed),
        { type: 'doing', kind: 'interaction_navigation', at: typed + read },
        end(typed + read + second),
      ]).recommended;
    expect(story(61 * second, 29 * second)).toEqual(['little_reading']);
    expect(story(60 * second, 29 * second)).toEqual([]);
    expect(story(61 * second, 30 * second)).toEqual([]);
    expect(play([start(), typing(0), reading(61 * second)], { until: 65 * second }).recommended).toEqual([]);
  });

  test('over 20 segments', () => {
    const turns = (count: number) =>
      Array.from({ length: count }, (_, index) => (index % 2 === 0 ? typing : reading)(index * second));
    expect(play([start(), ...turns(20), end(21 * second)]).recommended).toEqual([]);
    expect(play([start(), ...turns(21), end(21 * second)]).recommended).toEqual(['many_segments']);
  });
});

describe('§3 the payload', () => {
  test('is in whole seconds, within what the server takes', () => {
    expect(
      payloadOf('a', { typing: 1499, reading: 1500, interaction_navigation: 0, idle: 40 * 3600 * second }),
    ).toEqual({ session_id: 'a', typing: 1, reading: 2, interacting: 0, idling: 86_400 });
  });

  test('of a page that was opened and shut is empty', () => {
    expect(isEmpty(payloadOf('a', { typing: 0, reading: 0, interaction_navigation: 499, idle: 0 }))).toBe(true);
    expect(isEmpty(payloadOf('a', { typing: 0, reading: 0, interaction_navigation: 500, idle: 0 }))).toBe(false);
  });
});

test.each([
  ['/', 'dialogue'],
  ['/bots/1', 'dialogue'],
  ['/dialogue/1', 'dialogue'],
  ['/prompt-template-builder', 'prompt_wizard'],
  ['/prompt-template-controller', 'prompt_template'],
  ['/prompt-template-editor/1', 'prompt_template'],
  ['/agent-builder', 'assistant_builder'],
  ['/agent-controller', 'assistant_builder'],
  ['/agent-edit/1', 'assistant_builder'],
  ['/agent-automation', 'assistant_builder'],
  ['/agent-scheduling', 'assistant_builder'],
  ['/profile', 'settings'],
  ['/governance/1', 'settings'],
  ['/user-group-manager', 'settings'],
  ['/dashboard', 'other'],
  ['/dialogue-log', 'other'],
  ['/audit-log/1', 'other'],
  ['/terms/privacy-policy', 'other'],
  ['/nowhere', 'other'],
])('§4 the page at %s is of the type %s', (path, type) => {
  expect(pageTypeOf(path)).toBe(type);
});
