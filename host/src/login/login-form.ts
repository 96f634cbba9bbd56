import { pageBlocks } from '@parlance/shared/contract/page/page-blocks';
import { onTabNews, tellTabs } from '@parlance/shared/session/tab-news';
import { wayBack } from '@parlance/shared/way-back';
import { prefetch, savesData, type NextFile } from '../first-paint/ahead/prefetch.ts';
import { loadShellAhead, type ShellAhead } from '../first-paint/ahead/shell-ahead.ts';
import { takeOver } from '../first-paint/ahead/take-over.ts';
import { askEarly } from '../first-paint/early/ask-early.ts';
import { warmNumbers } from '../first-paint/early/warm-numbers.ts';
import { whenLoadedAndIdle } from '../first-paint/when-idle.ts';
import { nameThemes, startLanguage, startTheme } from './choices.ts';
import { fillTexts, readBlock, textsOfPage } from './page-texts.ts';
import { startSteps } from './steps/steps.ts';

type LoginConfig = {
  readonly apiBase: string;
  readonly language: string;
  /** This browser has no session cookie any more: tabs that think otherwise are to know. */
  readonly isSessionGone?: boolean;
  /** What the shell consists of, and what the screen after signing in does: fetched while the person types. */
  readonly shell?: readonly string[];
  readonly next?: readonly NextFile[];
};

type GivenByTests = { readonly leave?: (path: string) => void };

/**
 * Makes the page that came in the HTML usable. Gives a signal for when another page has taken its place in this
 * document.
 */
export function startLogin({ leave = (path) => window.location.replace(path) }: GivenByTests = {}): AbortSignal {
  const config = readBlock<LoginConfig>(pageBlocks.config);
  const gone = new AbortController();
  let texts = textsOfPage();
  let shell: ShellAhead | null = null;
  let isTakingOver = false;
  const goOn = () => {
    const path = wayBack(window.location.search) ?? '/';
    if (shell === null) return leave(path);
    if (isTakingOver) return;
    isTakingOver = true;
    void takeOver(path, shell, () => gone.abort()).then((isDone) => {
      isTakingOver = isDone;
      if (!isDone) leave(path);
    });
    // After the page, for which all else waits.
    askEarly();
  };

  if (config.isSessionGone === true) tellTabs('ended');
  const steps = startSteps({
    apiBase: config.apiBase,
    texts: () => texts,
    gone: gone.signal,
    goOn() {
      tellTabs('signed-in');
      goOn();
    },
  });
  // Whoever had several tabs open when the session ended signs in once. Who is choosing a password is not called away.
  const stopTabs = onTabNews((news) => {
    if (news === 'signed-in' && ['password', 'code'].includes(steps.current())) goOn();
  });
  gone.signal.addEventListener('abort', stopTabs);
  const main = document.querySelector('main');
  // The field has the focus from the start, before the page itself is all there.
  const comeNext = () => {
    begin.abort();
    whenLoadedAndIdle(() => {
      warmNumbers();
      if (savesData()) return;
      if (config.shell !== undefined) shell = loadShellAhead(config.shell);
      prefetch(config.next ?? []);
    });
  };
  const begin = new AbortController();
  for (const event of ['focusin', 'input']) main?.addEventListener(event, comeNext, { signal: begin.signal });
  startTheme();
  startLanguage(config.language, {
    texts: () => texts,
    apply(language, next) {
      texts = next;
      document.documentElement.lang = language;
      fillTexts(document, texts);
      nameThemes(texts);
      steps.say();
    },
  });
  return gone.signal;
}
