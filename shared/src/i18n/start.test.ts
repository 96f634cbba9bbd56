import { fakeServer } from '@parlance/shared/testing';
import { waitFor } from '@testing-library/react';
import { pageBlocks } from '../contract/page/page.ts';

const server = fakeServer();
const german = 'http://localhost:3000/texts/de-DE.json';
const textsIn = (tag: string) => ({ shared: { ui: { retry: `retry ${tag}` } }, host: { name: 'P' } });

/** Puts English texts into the page: the texts themselves, or a replacement to be parsed. */
function bring(content: string): void {
  document.getElementById(pageBlocks.texts)?.remove();
  const element = document.createElement('script');
  element.id = pageBlocks.texts;
  element.type = 'application/json';
  element.textContent = content;
  document.head.append(element);
}

/** Loads the code afresh, as a new page does. */
async function load() {
  jest.resetModules();
  return import('@parlance/shared/i18n');
}

beforeEach(() => {
  localStorage.clear();
  document.cookie = 'language=; path=/; max-age=0';
  bring(JSON.stringify(textsIn('en')));
});

test('a page in another language than the one that is kept begins at once, and changes when its texts are there', async () => {
  localStorage.setItem('i18nextLng', 'de-DE');
  server.answerAddress(german, () => ({ json: textsIn('de-DE') }));
  const { startI18n, i18n } = await load();
  await startI18n();
  expect(i18n.t('shared:ui.retry')).toBe('retry en');
  await waitFor(() => expect(document.documentElement.lang).toBe('de-DE'));
  expect(i18n.t('shared:ui.retry')).toBe('retry de-DE');
});

test('where these do not come it stays, and the next page is to come in the language that is kept', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  localStorage.setItem('i18nextLng', 'de-DE');
  server.answerAddress(german, () => ({ status: 503, json: {} }));
  const { startI18n, i18n } = await load();
  await startI18n();
  await waitFor(() => expect(warn).toHaveBeenCalled());
  expect([i18n.t('shared:ui.retry'), document.documentElement.lang]).toEqual(['retry en', 'en']);
  expect(localStorage.getItem('i18nextLng')).toBe('de-DE');
  expect(document.cookie).toContain('language=de-DE');
  warn.mockRestore();
});

test('a page whose texts cannot be read fetches them, and no others', async () => {
  const fetched = jest.spyOn(globalThis, 'fetch');
  const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  bring('<');
  localStorage.setItem('i18nextLng', 'de-DE');
  server.answerAddress(german, () => ({ json: textsIn('de-DE') }));
  const { startI18n, i18n } = await load();
  await startI18n();
  expect(i18n.t('shared:ui.retry')).toBe('retry de-DE');
  expect(error).toHaveBeenCalledWith(expect.stringContaining(pageBlocks.texts), expect.anything());
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/texts/de-DE.json']);
  error.mockRestore();
  fetched.mockRestore();
});

test('texts that do not come are given up, and asked for anew by the next who needs them', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { startI18n, changeLanguage, i18n } = await load();
  await startI18n();
  server.answerAddress(german, () => ({ json: textsIn('de-DE') }));
  jest.useFakeTimers();
  jest.spyOn(globalThis, 'fetch').mockReturnValueOnce(new Promise(() => {}));
  const refused = expect(changeLanguage('de-DE')).rejects.toThrow('could not be fetched');
  await jest.advanceTimersByTimeAsync(10_000);
  jest.useRealTimers();
  await refused;
  await changeLanguage('de-DE');
  expect(i18n.t('shared:ui.retry')).toBe('retry de-DE');
  warn.mockRestore();
});
