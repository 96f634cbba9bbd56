import crawlers from 'crawler-user-agents';
import { isRobot } from './robots.ts';

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

/**
 * Entries of the upstream list that are not recognised: browsers of people, in whose names a program has hidden itself
 * or nothing.
 */
const notTold = 12;

test(`of a public list of crawlers all are robots but at most ${notTold}`, () => {
  const names = crawlers.flatMap(({ instances }) => instances);
  const missed = names.filter((name) => !isRobot(name));
  expect(names.length).toBeGreaterThan(2_000);
  if (missed.length > notTold) console.info(missed.join('\n'));
  expect(missed.length).toBeLessThanOrEqual(notTold);
});

test.each([
  `${chrome} Chrome-Lighthouse`,
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)',
  'facebookexternalhit/1.1',
  'ia_archiver',
  'SOME-CRAWLER/1.0',
])('%s is a robot', (userAgent) => {
  expect(isRobot(userAgent)).toBe(true);
});

test.each([
  chrome,
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_1) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 13; CUBOT P80) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 12; CUBOT KINGKONG 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/121.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
])('%s is a person', (userAgent) => {
  expect(isRobot(userAgent)).toBe(false);
});
