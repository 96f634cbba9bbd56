import { fakeServer } from '@parlance/shared/testing';
import { act, render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { languages } from '../contract/values/language.ts';
import { pageBlocks } from '../contract/page/page.ts';
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
  for (const tag of ['it-IT', 'es-ES', 'th-TH', 'pt-PT'])
    answerTexts(`/remotes/chat/1/${tag}.hash.json`, `chat ${tag}`, { hello: 'Ciao' });
  for (const tag of languages)
    answerTexts(`/texts/${tag}.json`, `page ${tag}`, {
      shared: { ui: { retry: `retry ${tag}` } },
      host: { name: 'P' },
    });
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

function Title({ of }: { readonly of: string }) {
  const { t } = texts.useTranslation(of);
  return <p>{t('title')}</p>;
}

/** The integrity that each address was fetched with; stands in for the shell's pins. */
const pinned = new Map<string, unknown>();
/** Addresses whose response waits for the test. */
const held = new Map<string, Promise<unknown>>();
function watchIntegrity(): void {
  Object.assign(globalThis, { [Symbol.for('parlance.integrity')]: (url: string) => `sha384-of-${url}` });
  const { fetch } = globalThis;
  jest.spyOn(globalThis, 'fetch').mockImplementation((input, { integrity, ...init } = {}) => {
    pinned.set(String(input), integrity);
    const waiting = held.get(String(input));
    return waiting === undefined ? fetch(input, init) : waiting.then(() => fetch(input, init));
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
    expect(document.cookie).not.toContain('language=');
  });

  it('of a remote are fetched from where its build is, when something shows them', async () => {
    render(
      <Suspense fallback={null}>
        <Chat />
      </Suspense>,
    );
    expect(await screen.findByText('Hello')).toBeInTheDocument();
    expect(asked).toEqual(['chat en']);
  });

  it('of a remote have the bytes that the registry pins', () => {
    const url = `${origin}/remotes/chat/1/en.hash.json`;
    expect(pinned.get(url)).toBe(`sha384-of-${url}`);
  });

  it('change with the language, for everything on the page, with one request a file; the choice and html lang follow', async () => {
    render(
      <Suspense fallback={null}>
        <Chat />
      </Suspense>,
    );
    asked.length = 0;
    await act(() => texts.changeLanguage('de-DE'));
    expect(await screen.findByText('Hallo')).toBeInTheDocument();
    expect(texts.i18n.t('shared:ui.retry')).toBe('retry de-DE');
    expect([...asked].sort()).toEqual(['chat de-DE', 'page de-DE']);
    expect(document.documentElement.lang).toBe('de-DE');
    expect(localStorage.getItem('i18nextLng')).toBe('de-DE');
    expect(document.cookie).toContain('language=de-DE');
    expect(texts.currentLanguage()).toBe('de-DE');
  });

  it('are English where only the file of a remote cannot be fetched, out of what the page has already', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    render(
      <Suspense fallback={null}>
        <Chat />
      </Suspense>,
    );
    asked.length = 0;
    await act(() => texts.changeLanguage('fr-FR'));
    expect(await screen.findByText('Hello')).toBeInTheDocument();
    expect(texts.i18n.t('shared:ui.retry')).toBe('retry fr-FR');
    expect([...asked].sort()).toEqual(['chat fr-FR', 'page fr-FR']);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  it('stay as they are where those of the page cannot be fetched, though the page brought English, and whoever asked is told', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    render(
      <Suspense fallback={null}>
        <Chat />
      </Suspense>,
    );
    await act(() => texts.changeLanguage('de-DE'));
    asked.length = 0;
    answerTexts('/texts/es-ES.json', 'page es-ES', {}, 503);
    await expect(act(() => texts.changeLanguage('es-ES'))).rejects.toThrow('es-ES');
    expect(screen.getByText('Hallo')).toBeInTheDocument();
    expect(texts.i18n.t('shared:ui.retry')).toBe('retry de-DE');
    expect([document.documentElement.lang, texts.currentLanguage(), localStorage.getItem('i18nextLng')]).toEqual([
      'de-DE',
      'de-DE',
      'de-DE',
    ]);
    expect(asked.filter((name) => name.endsWith(' en'))).toEqual([]);
    await waitFor(() => expect(warn).toHaveBeenCalledTimes(2));
    warn.mockRestore();
  });

  it('change at the next choice, once they can be fetched', async () => {
    await act(() => texts.changeLanguage('es-ES'));
    expect(texts.i18n.t('shared:ui.retry')).toBe('retry es-ES');
  });

  it('are those of the last choice, also where those of an earlier one arrive later or not at all', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { promise, resolve: arrive } = Promise.withResolvers<undefined>();
    held.set('/texts/th-TH.json', promise);
    answerTexts('/texts/pt-PT.json', 'page pt-PT', {}, 503);
    const first = texts.changeLanguage('th-TH');
    const second = texts.changeLanguage('pt-PT');
    await act(() => texts.changeLanguage('de-DE'));
    arrive(undefined);
    await act(() => Promise.all([first, second]));
    expect([document.documentElement.lang, texts.i18n.t('shared:ui.retry')]).toEqual(['de-DE', 'retry de-DE']);
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

  it('of a part that comes later are English where its file cannot be fetched, and nobody fetches English otherwise', async () => {
    await act(() => texts.changeLanguage('de-DE'));
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    asked.length = 0;
    const addresses = (name: string) =>
      Object.fromEntries(['de-DE', 'en'].map((tag) => [tag, `${origin}/remotes/${name}/1/${tag}.hash.json`]));
    answerTexts('/remotes/admin/1/de-DE.hash.json', 'admin de-DE', {}, 500);
    answerTexts('/remotes/admin/1/en.hash.json', 'admin en', { title: 'Groups' });
    answerTexts('/remotes/studio/1/de-DE.hash.json', 'studio de-DE', { title: 'Agenten' });
    for (const name of ['admin', 'studio']) texts.addTexts(name, addresses(name));
    render(
      <Suspense fallback={null}>
        <Title of="admin" />
      </Suspense>,
    );
    render(
      <Suspense fallback={null}>
        <Title of="studio" />
      </Suspense>,
    );
    expect(await screen.findByText('Groups')).toBeInTheDocument();
    expect(await screen.findByText('Agenten')).toBeInTheDocument();
    expect([...asked].sort()).toEqual(['admin de-DE', 'admin en', 'studio de-DE']);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  it('name each of the nine languages in itself', () => {
    expect(Object.keys(texts.endonyms)).toEqual([...languages]);
  });
});
