import { pageBlocks } from '@parlance/shared/contract/page/page-blocks';
import { startLanguage } from '../login/choices.ts';
import { part } from '../login/elements.ts';
import { fillTexts, readBlock, textOf, textsOfPage } from '../login/page-texts.ts';
import type { Answer } from '../login/ask.ts';
import { askOperator, type Deployment, type Session } from './ask-operator.ts';
import { type Act, viewOf } from './deployment-view.ts';
import { askOperatorQuestion } from './question.ts';
import { wordsIn } from './words.ts';

type PageConfig = { readonly apiBase: string; readonly language: string };

/** Milliseconds between two polls of a visible page. */
const askEvery = 30_000;

/** The state in its raw form, so that a change of language translates it anew. */
type View =
  | { readonly kind: 'loading' }
  | { readonly kind: 'closed'; readonly hasEnded: boolean; readonly failure: Answer | null }
  | { readonly kind: 'unread'; readonly answer: Answer }
  | {
      readonly kind: 'open';
      readonly deployment: Deployment;
      readonly failure: Answer | null;
      readonly done: { readonly key: string; readonly remote: string } | null;
    };

/**
 * Turns the served HTML page into the operators' page: a key opens it, then it shows the served releases, their
 * audiences and their health.
 */
export function startOperatorPage(): void {
  const config = readBlock<PageConfig>(pageBlocks.config);
  let texts = textsOfPage();
  let language = config.language;
  let session: Session | null = null;
  let shown: View = { kind: 'loading' };
  const send = (path: string, asked: Parameters<typeof askOperator>[2] = {}) =>
    askOperator(config.apiBase, path, session === null ? asked : { ...asked, csrfToken: session.csrf_token });

  let isUnderWay = false;
  /** Runs one action at a time, so that a second press does nothing. */
  async function once(work: () => Promise<void>): Promise<void> {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      await work();
    } finally {
      isUnderWay = false;
    }
  }

  const show = (next: View) => {
    shown = next;
    draw();
  };

  /** Reloads the state. On failure the view stays and shows it. */
  async function refresh(
    done: Extract<View, { kind: 'open' }>['done'] = null,
    failure: Answer | null = null,
  ): Promise<void> {
    const answer = await send('/deployment');
    // The cast holds: the server answers by the contract.
    if (answer.kind === 'done') show({ kind: 'open', deployment: answer.data as Deployment, failure, done });
    else if (isSignedOut(answer)) end(true);
    else show(shown.kind === 'open' ? { ...shown, failure: answer, done: null } : { kind: 'unread', answer });
  }

  function end(hasEnded: boolean): void {
    session = null;
    show({ kind: 'closed', hasEnded, failure: null });
  }

  async function start(): Promise<void> {
    show({ kind: 'loading' });
    const answer = await send('/session');
    if (answer.kind === 'done') {
      session = answer.data as Session; // the server answers by the contract
      await refresh();
    } else show(isSignedOut(answer) ? { kind: 'closed', hasEnded: false, failure: null } : { kind: 'unread', answer });
  }

  async function open(): Promise<void> {
    const [by, key] = [part<HTMLInputElement>(document, 'by'), part<HTMLInputElement>(document, 'key')];
    const missing = [by, key].filter(({ value }) => value.trim() === '');
    for (const field of [by, key]) blame(field, missing.includes(field));
    if (missing[0] !== undefined) return missing[0].focus();
    const answer = await askOperator(config.apiBase, '/session', {
      method: 'POST',
      body: { key: key.value.trim(), by: by.value.trim() },
    });
    if (answer.kind !== 'done') return show({ kind: 'closed', hasEnded: false, failure: answer });
    key.value = '';
    session = answer.data as Session; // the server answers by the contract
    await refresh();
    part(document, 'heading').focus();
  }

  function blame(field: HTMLInputElement, isMissing: boolean): void {
    field.setAttribute('aria-invalid', String(isMissing));
    part(document, `${field.id}-fault`).textContent = isMissing
      ? (textOf(texts, 'host.form.faults.missing') ?? '')
      : '';
  }

  async function act(wanted: Act): Promise<void> {
    const { say } = wordsIn(language, texts);
    const { remote, kind } = wanted;
    const name = remote.remote;
    const isCanary = kind === 'back' && remote.canary?.version === wanted.version;
    const question = {
      back: {
        heading: say('askBack', { remote: name }),
        text: say(isCanary ? 'askCanaryText' : 'askBackText', { version: kind === 'back' ? wanted.version : '' }),
        yes: say('rollBack', { remote: name }),
      },
      off: {
        heading: say('askOff', { remote: name }),
        text: say('askOffText'),
        yes: say('switchOff', { remote: name }),
      },
      on: null,
    }[kind];
    if (question !== null && !(await askOperatorQuestion(question))) return;
    const by = session?.by ?? '';
    const answer = await (kind === 'back'
      ? send('/rollbacks', { method: 'POST', body: { remote: name, from: wanted.version, by } })
      : send('/switches', {
          method: 'PUT',
          body: { remote: name, is_off: kind === 'off', feature: remote.feature, by },
        }));
    await (answer.kind === 'done'
      ? refresh({ key: { back: 'backDone', off: 'offDone', on: 'onDone' }[kind], remote: name })
      : refresh(null, answer));
  }

  function draw(): void {
    const words = wordsIn(language, texts);
    const put = (id: string, text: string) => {
      const element = part(document, id);
      // A screen reader would announce the same text again.
      if (element.textContent !== text) element.textContent = text;
    };
    const done = shown.kind === 'open' ? shown.done : null;
    put(
      'state',
      shown.kind === 'loading'
        ? words.say('loading')
        : shown.kind === 'closed' && shown.hasEnded
          ? words.say('ended')
          : done === null
            ? ''
            : words.say(done.key, { remote: done.remote }),
    );
    put('failure', sentence(shown.kind === 'unread' ? shown.answer : shown.kind === 'loading' ? null : shown.failure));
    part(document, 'again').hidden = shown.kind !== 'unread';
    part(document, 'key-form').hidden = shown.kind !== 'closed';
    part(document, 'sign-out').hidden = shown.kind !== 'open';
    const place = part(document, 'deployment');
    place.hidden = shown.kind !== 'open';
    const focused = document.activeElement?.id ?? '';
    place.replaceChildren(
      ...(shown.kind === 'open'
        ? viewOf({ deployment: shown.deployment, words, onAct: (wanted) => void once(() => act(wanted)) })
        : []),
    );
    // A re-render keeps the focus. If the focused element is gone, the focus moves to the top.
    if (focused !== '' && document.activeElement?.id !== focused)
      (document.getElementById(focused) ?? part(document, 'heading')).focus();
  }

  function sentence(answer: Answer | null): string {
    if (answer === null || answer.kind === 'done') return '';
    const { say } = wordsIn(language, texts);
    if (answer.kind !== 'refused')
      return textOf(texts, answer.kind === 'offline' ? 'host.form.offline' : 'host.form.unreachable') ?? '';
    if (answer.code === 'credentials_wrong') return say('wrongKey');
    if (answer.code === 'unauthenticated') return say('notFromHere');
    if (answer.code === 'conflict') return say('conflict');
    return textOf(texts, `shared.errors.${answer.code}`) ?? answer.message;
  }

  part(document, 'key-form').addEventListener('submit', (event) => {
    event.preventDefault();
    void once(open);
  });
  part(document, 'again').addEventListener('click', () => void once(start));
  part(document, 'sign-out').addEventListener('click', () => {
    void once(async () => {
      await send('/session', { method: 'DELETE' });
      end(false);
      part(document, 'heading').focus();
    });
  });
  startLanguage(config.language, {
    texts: () => texts,
    apply(next, nextTexts) {
      [language, texts] = [next, nextTexts];
      document.documentElement.lang = next;
      fillTexts(document, texts);
      draw();
    },
  });
  const look = () => {
    const isAsking = part<HTMLDialogElement>(document, 'question').open;
    if (shown.kind === 'open' && document.visibilityState === 'visible' && !isAsking) void refresh(shown.done);
  };
  setInterval(look, askEvery);
  document.addEventListener('visibilitychange', look);
  void start();
}

const isSignedOut = (answer: Answer): boolean => answer.kind === 'refused' && answer.code === 'unauthenticated';
