import type { BackendModule, Resource, ResourceKey, ResourceStore } from 'i18next';
import * as z from '@parlance/shared/contract/schema';
import { fallbackLanguage, type Language } from '../contract/values/language.ts';
import { pageBlocks, textsPath } from '../contract/page/page.ts';
import { readPageConfig } from '../http/page-config.ts';
import { registryOfPage } from '../remote/registry-of-page.ts';

type Texts = Readonly<Record<string, ResourceKey>>;

/** The fields of a registry line that are needed here; the shell reads the rest, and refuses it if wrong. */
const registryTexts = z.object({
  base: z.string(),
  remote: z.object({ name: z.string(), locales: z.record(z.string(), z.string()) }),
});

/** The key of the shell's integrity pins for each file of each remote (host/src/remotes/load/integrity.ts). */
const pinsKey = Symbol.for('parlance.integrity');

/** The timeout for one file in milliseconds. */
const fileDeadline = 10_000;

const added = new Map<string, Readonly<Record<string, string>>>();
const fetched = new Map<string, Promise<Texts>>();

/** Adds the addresses of a namespace's texts (language tag → URL), for a remote that is not in the page's registry. */
export function addTexts(namespace: string, addresses: Readonly<Record<string, string>>): void {
  added.set(namespace, addresses);
}

/**
 * Returns the texts served with the page, in its language: nothing has to be fetched before the first screen. Invalid
 * JSON counts as no texts.
 */
export function firstTexts(): Resource {
  const block = document.getElementById(pageBlocks.texts);
  if (block === null) return {};
  try {
    // The web service writes it from the locale files.
    return { [readPageConfig().language]: JSON.parse(block.textContent) as Resource[string] };
  } catch (error) {
    console.error(`The block ${pageBlocks.texts} of the page cannot be read; its texts are fetched.`, error);
    return {};
  }
}

/**
 * Fetches the texts of a namespace: the page's own in one file, a remote's from the location of its build. i18next asks
 * for those of the fallback language with every namespace; they are fetched only if those in `wanted` fail.
 */
export function textsBackend(wanted: () => Language): BackendModule {
  const attempts = new Map<string, Promise<ResourceKey>>();
  let store: ResourceStore;
  return {
    type: 'backend',
    callbackApi: true,
    init: ({ resourceStore }) => void (store = resourceStore),
    read(language, namespace, give) {
      const failed = (error: unknown) => give(error instanceof Error ? error : new Error(String(error)), false);
      const fetchIt = () => {
        const attempt = load(language, namespace);
        attempts.set(`${language}|${namespace}`, attempt);
        attempt.then(
          (texts) => give(null, texts),
          (error: unknown) => {
            console.warn(`The texts of “${namespace}” in ${language} could not be fetched.`, error);
            failed(error);
          },
        );
      };
      const own = wanted();
      if (language !== fallbackLanguage || own === fallbackLanguage) return fetchIt();
      const unneeded = () => failed(new Error(`“${namespace}” is there in ${own}.`));
      // Synchronously: a page served with its texts starts without a pause.
      if (store.data[own]?.[namespace] !== undefined) return unneeded();
      const attempt = attempts.get(`${own}|${namespace}`);
      if (attempt === undefined) return fetchIt();
      attempt.then(unneeded, fetchIt);
    },
  };
}

async function load(language: string, namespace: string): Promise<ResourceKey> {
  const address = addressOf(language, namespace);
  const texts = await fetchOnce(address.url);
  const found = address.within === null ? texts : texts[address.within];
  if (found === undefined) throw new Error(`${address.url} holds no texts of “${namespace}”.`);
  return found;
}

function addressOf(language: string, namespace: string): { url: string; within: string | null } {
  const known = added.get(namespace) ?? addressesInRegistry(namespace);
  if (known === null) return { url: textsPath(language), within: namespace };
  const url = known[language];
  if (url === undefined) throw new Error(`“${namespace}” declares no texts in ${language}.`);
  return { url, within: null };
}

function addressesInRegistry(namespace: string): Readonly<Record<string, string>> | null {
  for (const entry of registryOfPage()) {
    const { data: line } = registryTexts.safeParse(entry);
    if (line?.remote.name === namespace) {
      return Object.fromEntries(Object.entries(line.remote.locales).map(([tag, file]) => [tag, `${line.base}${file}`]));
    }
  }
  return null;
}

function fetchOnce(url: string): Promise<Texts> {
  const known = fetched.get(url);
  if (known !== undefined) return known;
  const texts = inTime(
    url,
    fetchPinned(url).then(async (answer) => {
      if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
      return (await answer.json()) as Texts; // the build writes these files and a test checks them
    }),
  );
  fetched.set(url, texts);
  // A failure is not cached: the next caller retries.
  texts.catch(() => fetched.delete(url));
  return texts;
}

/** Bounds the wait for a server that accepts and never answers: later callers must not join that request. */
function inTime(url: string, texts: Promise<Texts>): Promise<Texts> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${url} did not arrive within ${fileDeadline / 1000} s.`)),
      fileDeadline,
    );
    texts.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Fetches a remote's file only with the bytes that the registry pins, as with its programs. Rejects without a pin. The
 * page's own texts belong to the host, which pins nothing of its own.
 */
async function fetchPinned(url: string): Promise<Response> {
  if (!new URL(url, window.location.href).pathname.startsWith('/remotes/')) return fetch(url);
  // The shell defines it before it requests a remote.
  const pinOf = Reflect.get(globalThis, pinsKey) as (url: string) => string;
  return fetch(url, { integrity: pinOf(url) });
}
