import { saveFile } from '@parlance/shared/download';
import { waitFor } from '@testing-library/react';

const kept = new Map<string, Blob>();
const taken: { readonly name: string; readonly blob: Blob | undefined }[] = [];

beforeEach(() => {
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      const url = `blob:${kept.size}`;
      kept.set(url, blob);
      return url;
    },
    revokeObjectURL: (url: string) => kept.delete(url),
  });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    taken.push({ name: this.download, blob: kept.get(this.href) });
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  taken.length = 0;
});

test('the browser keeps a text under its name and type, and the page forgets it', async () => {
  saveFile('list.csv', 'a,b', 'text/csv');
  expect(taken.map(({ name, blob }) => [name, blob?.type])).toEqual([['list.csv', 'text/csv']]);
  expect(await taken[0]?.blob?.text()).toBe('a,b');
  await waitFor(() => expect(kept.size).toBe(0));
});

test('bytes are kept as they are', () => {
  saveFile('chart.png', new Blob([new Uint8Array([1, 2])]), 'image/png');
  expect(taken.map(({ name, blob }) => [name, blob?.type, blob?.size])).toEqual([['chart.png', 'image/png', 2]]);
});
