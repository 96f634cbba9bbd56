import type { ReleaseHealth } from '@parlance/shared/contract/api/releases/operator';
import { ratingOf } from '@parlance/shared/contract/page/web-vitals';
import type { Deployment, Remote } from './ask-operator.ts';
import { courseOf, sumOf } from './course.ts';
import { makeElement } from './make.ts';
import { modelFailuresOf } from './model-failures-view.ts';
import type { Words } from './words.ts';

/** The operator's actions on a remote. */
export type Act =
  | { readonly kind: 'back'; readonly remote: Remote; readonly version: string }
  | { readonly kind: 'off' | 'on'; readonly remote: Remote };
export type ViewOptions = {
  readonly deployment: Deployment;
  readonly words: Words;
  readonly onAct: (act: Act) => void;
};

/** Returns the view of everything served, and of the log. */
export function viewOf({ deployment, words, onAct }: ViewOptions): Node[] {
  const { remotes, guard, log } = deployment;
  const { say, percent } = words;
  const sections = remotes.map((remote) => sectionOf(remote, { deployment, words, onAct }));
  return [
    makeElement('p', {
      className: 'lead',
      text:
        guard === null
          ? say('guardOff')
          : say('guard', { percent: percent(guard.percent / 100), visits: guard.visits }),
    }),
    makeElement('p', { className: 'note', text: say('speedLead') }),
    ...(sections.length === 0 ? [makeElement('p', { text: say('none') })] : sections),
    modelFailuresOf(deployment, words),
    makeElement(
      'section',
      { attributes: { 'aria-labelledby': 'log-heading' } },
      makeElement('h2', { text: say('done'), attributes: { id: 'log-heading' } }),
      logOf(log, words),
    ),
  ];
}

function sectionOf(remote: Remote, given: ViewOptions): HTMLElement {
  const {
    words: { say },
    onAct,
  } = given;
  const id = `remote-${remote.remote}`;
  const name = remote.remote;
  const version = remote.canary?.version ?? remote.current;
  const notes = [
    ...(remote.is_off ? [say('off')] : []),
    ...(remote.feature === null ? [] : [say('feature', { feature: remote.feature })]),
  ];
  const button = (key: string, act: Act) => {
    const made = makeElement('button', {
      className: 'button',
      text: say(key, { remote: name }),
      attributes: { type: 'button', id: `${id}-${act.kind === 'back' ? 'back' : 'switch'}` },
    });
    made.addEventListener('click', () => onAct(act));
    return made;
  };
  return makeElement(
    'section',
    { attributes: { 'aria-labelledby': id } },
    makeElement('h2', { text: name, attributes: { id } }),
    ...notes.map((text) => makeElement('p', { className: 'note', text })),
    tableOf(remote, given),
    makeElement(
      'div',
      { className: 'buttons' },
      ...(version === null ? [] : [button('rollBack', { kind: 'back', remote, version })]),
      button(remote.is_off ? 'switchOn' : 'switchOff', { kind: remote.is_off ? 'on' : 'off', remote }),
    ),
  );
}

function tableOf(remote: Remote, given: ViewOptions): HTMLElement {
  const { say } = given.words;
  const columns = ['release', 'audience', 'shipped', 'failures', 'hours', 'speed'].map((key) =>
    makeElement('th', { text: say(`columns.${key}`), attributes: { scope: 'col' } }),
  );
  const versions = [
    ...remote.releases.map(({ version }) => version),
    ...(remote.built === null || remote.releases.some(({ version }) => version === remote.built) ? [] : [remote.built]),
  ];
  return makeElement(
    'div',
    // It can be wider than a phone, so the arrow keys must scroll it too.
    {
      className: 'wide',
      attributes: { role: 'region', tabindex: '0', 'aria-label': say('releasesOf', { remote: remote.remote }) },
    },
    makeElement(
      'table',
      {},
      makeElement('thead', {}, makeElement('tr', {}, ...columns)),
      makeElement('tbody', {}, ...versions.map((version) => rowOf(remote, version, given))),
    ),
  );
}

function rowOf(remote: Remote, version: string, { deployment, words }: ViewOptions): HTMLElement {
  const { say, moment, percent, list } = words;
  const release = remote.releases.find((it) => it.version === version);
  const health = remote.health.find((it) => it.version === version);
  const { visits, failures } = health === undefined ? { visits: 0, failures: 0 } : sumOf(health);
  const rate =
    visits === 0
      ? say('nobodyYet')
      : say('rate', { percent: percent(Math.min(1, failures / visits)), failures, visits });
  const where =
    health === undefined || health.screens.length === 0
      ? []
      : [
          makeElement('div', {
            className: 'note',
            text: say('screens', { screens: list(health.screens.map(({ screen }) => screen)) }),
          }),
        ];
  return makeElement(
    'tr',
    {},
    makeElement('th', { text: version, attributes: { scope: 'row' } }),
    makeElement('td', { text: audienceOf(remote, version, deployment, words) }),
    makeElement('td', { text: release === undefined ? say('built') : moment(release.shipped_at) }),
    makeElement('td', {}, rate, ...where),
    makeElement('td', {}, ...(health === undefined ? [] : [courseOf(health, words)])),
    makeElement('td', {}, ...(health === undefined ? [] : [speedOf(health, words)])),
  );
}

/** Returns the speed of a release's pages. Poor values are named in words, not by colour alone. */
function speedOf({ vitals }: ReleaseHealth, { say, percent, vital: written }: Words): HTMLElement {
  if (vitals.length === 0) return makeElement('span', { text: say('noPage') });
  const lines = vitals.map(({ vital, p75, pages, good }) => {
    const rating = ratingOf(vital, p75);
    const name = makeElement('span', { text: `${say(`vitals.${vital}`)} ` });
    const value = makeElement('strong', {
      className: rating,
      text: rating === 'good' ? written(vital, p75) : say(`ratings.${rating}`, { value: written(vital, p75) }),
    });
    return makeElement(
      'li',
      {},
      name,
      value,
      makeElement('div', { className: 'note', text: say('goodPages', { percent: percent(good / pages), pages }) }),
    );
  });
  return makeElement('ul', { className: 'vitals' }, ...lines);
}

/** Returns the audience of a release. */
function audienceOf(
  { current, canary, built, releases, is_off }: Remote,
  version: string,
  { organizations }: Deployment,
  { say, list }: Words,
): string {
  if (is_off) return say('nobody');
  if (version === current || (current === null && version === built)) return say('everyone');
  if (version === canary?.version) {
    const { percent, plans, organizations: ids } = canary.audience;
    const names = ids.map((id) => organizations.find((it) => it.id === id)?.name ?? id);
    const parts = [
      ...(percent === 0 ? [] : [say('share', { percent })]),
      ...(plans.length === 0 ? [] : [say('plans', { plans: list(plans) })]),
      ...(names.length === 0 ? [] : [say('organizations', { names: list(names) })]),
    ];
    return parts.join(' · ') || say('nobody');
  }
  return releases.find((release) => release.version === version)?.is_withdrawn === true
    ? say('takenBack')
    : say('nobody');
}

function logOf(log: Deployment['log'], words: Words): HTMLElement {
  const { say, moment } = words;
  if (log.length === 0) return makeElement('p', { text: say('nothingDone') });
  return makeElement(
    'ol',
    { className: 'log' },
    ...log.map((event) =>
      makeElement(
        'li',
        {},
        makeElement('time', { text: moment(event.at), attributes: { datetime: event.at } }),
        ' ',
        sentenceOf(event, words),
      ),
    ),
  );
}

function sentenceOf({ by, action, remote, details }: Deployment['log'][number], { say }: Words): string {
  const {
    version,
    before,
    because,
    is_off: isOff,
  } = details as {
    readonly version?: string | null;
    readonly before?: string | null;
    readonly because?: { readonly visits: number; readonly failures: number };
    readonly is_off?: boolean;
  }; // written by the server with each action
  const given = { by, remote, version: version ?? '', before: before ?? '' };
  if (because !== undefined) return say('events.byItself', { ...given, ...because });
  if (action === 'switched') return say(isOff === true ? 'events.off' : 'events.on', given);
  const key = { shipped: 'shipped', rolled_back: 'back', given: 'given' }[action];
  return key === undefined ? `${by}: ${action} ${remote}` : say(`events.${key}`, given);
}
