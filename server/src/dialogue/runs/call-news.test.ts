import { CallNews, type CallNewsItem } from './call-news.ts';

/** Collects the news of a call that ends when the returned function is called. */
function listen(news: CallNews) {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const heard: CallNewsItem[] = [];
  const listening = (async () => {
    for await (const item of news.until(promise)) heard.push(item);
  })();
  return {
    heard,
    async end() {
      resolve(undefined);
      await listening;
    },
  };
}
const tenth = (count: number) => ({ part: count / 10, message: '' });
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a row that has changed is told at once, with the progress so far', async () => {
  const news = new CallNews();
  const { heard, end } = listen(news);
  news.rowChanged();
  await settled();
  news.progressed(tenth(1));
  news.rowChanged();
  await settled();
  expect(heard).toEqual([
    { hasNewRow: true, progress: null },
    { hasNewRow: true, progress: tenth(1) },
  ]);
  await end();
});

test('progress that comes fast is told twice a second, the last of it', async () => {
  const news = new CallNews();
  const { heard, end } = listen(news);
  const begun = performance.now();
  for (let count = 1; count <= 9; count += 1) {
    news.progressed(tenth(count));
    await settled();
  }
  while (heard.length < 2) await settled();
  expect(performance.now() - begun).toBeGreaterThan(450);
  expect(heard).toEqual([
    { hasNewRow: false, progress: tenth(1) },
    { hasNewRow: false, progress: tenth(9) },
  ]);
  await end();
});

test('what has changed when the call ends is told, and a call that fails ends the news', async () => {
  const news = new CallNews();
  const failing = Promise.reject(new Error('broken'));
  news.rowChanged();
  const heard: CallNewsItem[] = [];
  for await (const item of news.until(failing)) heard.push(item);
  expect(heard).toEqual([{ hasNewRow: true, progress: null }]);
  await expect(failing).rejects.toThrow('broken');
});
