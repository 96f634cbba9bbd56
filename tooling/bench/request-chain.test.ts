import { longestChain } from './request-chain.ts';

const request = (url: string, begin: number, end: number) => ({ url, bytes: 0, begin, end });
const urls = (...requests: ReturnType<typeof request>[]) => longestChain(requests).map(({ url }) => url);

test('what is asked for side by side is one link, what waits for an answer is the next', () => {
  expect(
    urls(
      request('page', 0, 1),
      request('style', 1, 2),
      request('script', 1, 5),
      request('whoami', 2.5, 3),
      request('list', 5, 6),
    ),
  ).toEqual(['page', 'style', 'whoami', 'list']);
  expect(urls(request('page', 0, 1), request('script', 1, 5), request('list', 2, 6))).toEqual(['page', 'script']);
  expect(urls()).toEqual([]);
});
