import { parentPort, workerData } from 'node:worker_threads';
import type { FromLastingThread, ThreadQuestion } from '../../platform/threads/lasting-threads.ts';
import { type Engine, openCore, openEngine } from './engine.ts';
import type { LanguageGroup } from './language-data.ts';
import { openPagePainter } from './page-picture.ts';
import { recognizePage } from './recognize-page.ts';
import type { PictureOfPage } from './recognizer.ts';

/** The text, or why there is none: `page` is the file's fault, `engine` that of the installation. */
export type PageOutcome = { readonly text: string } | { readonly fault: 'page' | 'engine'; readonly reason: string };

/** The thread that recognises pages one after the other: a malicious file harms this thread only. */
if (parentPort === null) throw new Error('recognition-worker.ts runs as a worker thread only.');
const port = parentPort;
const groups = workerData as readonly LanguageGroup[]; // the one caller is open-recognizer.ts

const loading = (async () => {
  const [painter, core] = await Promise.all([openPagePainter(), openCore()]);
  const engines: Engine[] = [];
  for (const group of groups) engines.push(await openEngine(core, group));
  return { painter, engines };
})();
loading.catch(() => undefined); // told to whoever asks

port.on('message', ({ id, task }: ThreadQuestion<PictureOfPage>) => {
  void answer(task).then((outcome) =>
    port.postMessage({ kind: 'outcome', id, outcome } satisfies FromLastingThread<PageOutcome>),
  );
});
port.postMessage({ kind: 'ready' } satisfies FromLastingThread<PageOutcome>);

async function answer({ pdf, page }: PictureOfPage): Promise<PageOutcome> {
  try {
    const { painter, engines } = await loading;
    try {
      const picture = await painter.draw(pdf, page);
      return { text: picture === null ? '' : recognizePage(picture, engines) };
    } catch (error) {
      return { fault: 'page', reason: String(error) };
    }
  } catch (error) {
    return { fault: 'engine', reason: String(error) };
  }
}
