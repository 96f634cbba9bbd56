import { fakeServer } from '@parlance/shared/testing';
import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { languages } from '../contract/language.ts';
import { pageBlocks } from '../contract/page.ts';
import * as texts from '@parlance/shared/i18n';

const server = fakeServer();
const asked: string[] = [];
const origin = 'http://localhost:3000';
const answerTexts = (url: string, name: string, json: object, status = 200) =>
  server.answerAddress(`${origin}${url}`, () => {
    asked.push(name);
    return { status, json: { ...json } };
  });

beforeEach(() => {
  answerTexts('/remotes/chat/1/en.hash.json', 'chat en', { hello: 'Hello' });
  answerTexts('/remotes/chat/1/de-DE.hash.json', 'chat de-DE', { hello: 'Hallo' });
  answerTexts('/remotes/chat/1/fr-FR.hash.json', 'chat fr-FR', {}, 500);
  answerTexts('/remotes/chat/1/it-IT.hash.json', 'chat it-IT', { hello: 'Ciao' });
  for (const tag of languages) answerTexts(`/texts/${tag}.json`, `page ${tag}`, { shared: { ui: { retry: `retry ${tag}` } }, host: { name: 'P' } });
});

function block(id: string, value: unknown): void {
  const element = document.createElement('script');
  element.id = id;
  element.type = 'application/json';
  element.textContent = JSON.stringify(value);
  document.head.append(element);
}

function Chat() {
  const { t } = texts.useTranslation('chat');
  return <p>{t('hello')}</p>;
}

/** What the page fetches with, in place of the shell's pins: the integrity that each address was asked for with. */
const pinned = new Map<string, unknown>();
function watchIntegrity(): void {
  Object.assign(globalThis, { [Symbol.for('parlance.integrity')]: (url: string) => `sha384-of-${url}` });
  const { fetch } = globalThis;
  jest.spyOn(globalThis, 'fetch').mockImplementation((input, { integrity, ...init } = {}) => {
    pinned.set(String(input), integrity);
    return fetch(input, init);
  });
}

beforeAll(async () => {
  watchIntegrity();
  block(pageBlocks.texts, { shared: { ui: { retry: 'Try again' } }, host: { name: 'Parlance' } });
  const locales = Object.fromEntries(languages.map((tag) => [tag, `${tag}.hash.json`]));
  block(pageBlocks.registry, ['rubbish', { base: `${origin}/remotes/chat/1/`, remote: { name: 'chat', locales } }]);
  jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB', 'fr']);
  await texts.startI18n();
});

describe('the texts of the page', () => {
  it('of the first screen come with it: no request', () => {
    expect(texts.i18n.t('shared:ui.retry')).toBe('Try again');
    expect(texts.i18n.t('host:name')).toBe('Parlance');
    expect(asked).toEqual([]);
    expect(document.documentElement.lang).toBe('en');
  });

  it('are in the browser’s language, which is kept as the choice under i18nextLng (specification §9)', () => {
    expect(texts.currentLanguage()).toBe('en');
    expect(localStorage.getItem('i18nextLng')).toBe('en');
  });

  it('of a remote are fetched from where its build is, when something shows them', async () => {
    render(<Suspense fallback={null}><Chat /></Suspense>);
    expect(await screen.findByText('Hello')).toBeInTheDocument();
    expect(asked).toEqual(['chat en']);
  });

  it('of a remote have the bytes that the registry pins', () => {
    const url = `${origin}/remotes/chat/1/en.hash.json`;
    expect(pinned.get(url)).toBe(`sha384-of-${url}`);
  });

  it('change with the language, for everything on the page, with one request a file; the choice and html lang follow', async () => {
    render(<Suspense fallback={null}><Chat /></Suspense>);
    asked.length = 0;
    await act(() => texts.changeLanguage('de-DE'));
    expect(await screen.findByText('Hallo')).toBeInTheDocument();
    expect(texts.i18n.t('shared:ui.retry')).toBe('retry de-DE');
    expect([...asked].sort()).toEqual(['chat de-DE', 'page de-DE']);
    expect(document.documentElement.lang).toBe('de-DE');
    expect(localStorage.getItem('i18nextLng')).toBe('de-DE');
    expect(texts.currentLanguage()).toBe('de-DE');
  });

  it('are English where a file cannot be fetched', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    render(<Suspense fallback={null}><Chat /></Suspense>);
    await act(() => texts.changeLanguage('fr-FR'));
    expect(await screen.findByText('Hello')).toBeInTheDocument();
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  it('change though the storage is not available', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const denied = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    await act(() => texts.changeLanguage('it-IT'));
    expect(texts.i18n.t('shared:ui.retry')).toBe('retry it-IT');
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('i18nextLng'), expect.anything());
    denied.mockRestore();
    warn.mockRestore();
  });

  it('name each of the nine languages in itself', () => {
    expect(Object.keys(texts.endonyms)).toEqual([...languages]);
  });
});
