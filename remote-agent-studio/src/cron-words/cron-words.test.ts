import { languages } from '@parlance/shared/i18n';
import { cronWords } from './cron-words.ts';

test('what a cron expression means is said in each of the nine languages', async () => {
  const said = await Promise.all(languages.map(async (language) => (await cronWords(language))('0 8 * * 1-5')));
  expect(said[0]).toBe('At 08:00 AM, Monday through Friday');
  expect(new Set(said).size).toBe(languages.length);
  expect(said).not.toContain(null);
});

test('what means nothing is not said', async () => {
  const words = await cronWords('de-DE');
  expect(words('0 8 *')).toBeNull();
  expect(words('99 8 * * *')).toBeNull();
});
