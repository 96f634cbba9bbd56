import { pageBlocks } from '@parlance/shared/contract/page-blocks';
import { onTabNews, tellTabs } from '@parlance/shared/session/tab-news';
import { wayBack } from '@parlance/shared/way-back';
import { warmNumbers } from '../early/warm-numbers.ts';
import { whenLoadedAndIdle } from '../when-idle.ts';
import { nameThemes, startLanguage, startTheme } from './choices.ts';
import { fillTexts, readBlock, textsOfPage } from './page-texts.ts';
import { prefetch, type NextFile } from './prefetch.ts';
import { startSteps } from './steps/steps.ts';

type LoginConfig = {
  readonly apiBase: string;
  readonly language: string;
  /** This browser has no session cookie any more: tabs that think otherwise are to know. */
  readonly isSessionGone?: boolean;
  /** Fetched while the person types. */
  readonly next?: readonly NextFile[];
};

/** Makes the page that came in the HTML usable. `leave` is given by tests. */
export function startLogin(leave: (path: string) => void = (path) => window.location.assign(path)): void {
  const config = readBlock<LoginConfig>(pageBlocks.config);
  let texts = textsOfPage();
  const goOn = () => leave(wayBack(window.location.search) ?? '/');

  if (config.isSessionGone === true) tellTabs('ended');
  const steps = startSteps({
    apiBase: config.apiBase,
    texts: () => texts,
    goOn() {
      tellTabs('signed-in');
      goOn();
    },
  });
  // Whoever had several tabs open when the session ended signs in once. Who is choosing a password is not called away.
  onTabNews((news) => {
    if (news === 'signed-in' && ['password', 'code'].includes(steps.current())) goOn();
  });
  const main = document.querySelector('main');
  // The field has the focus from the start, before the page itself is all there.
  const comeNext = () => whenLoadedAndIdle(() => {
    prefetch(config.next ?? []);
    warmNumbers();
  });
  for (const event of ['focusin', 'input']) main?.addEventListener(event, comeNext, { once: true });
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
}
