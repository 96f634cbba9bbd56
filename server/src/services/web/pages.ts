import { toolSignInPath } from '@parlance/shared/contract/api/tools/connected-accounts';
import type { ServiceName } from '@parlance/shared/contract/endpoint';
import type { PageConfig } from '@parlance/shared/contract/page/page';
import { languageCookie, languages, preferredLanguage, type Language } from '@parlance/shared/contract/values/language';
import { railCookie, type PaintedPage } from '@parlance/shared/remote/painted';
import type { RegistryEntry, ServedReleases } from '@parlance/shared/remote/registry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BuildFiles, ProgramFiles, ServedRemote } from '../../operations/releases/build-files.ts';
import type { Config } from '../../platform/config/config.ts';
import { ownOrigin } from '../../platform/http/addresses.ts';
import { baseFor } from '../../platform/http/service-addresses.ts';
import { hasSessionCookie, sessionTokenOf } from '../../platform/http/session-cookies.ts';
import { earlyBlock, hashOf } from './early.ts';
import { type Hint, hintsFor, hintsForASession } from './hints.ts';
import {
  dataBlock,
  dataBlocks,
  fillPage,
  formTexts,
  headOf,
  languageOptions,
  loginTexts,
  operatorTexts,
  shellTexts,
  themeOptions,
  type Theme,
} from './page.ts';
import { forBrowser } from './pins.ts';
import { contentPolicy, createNonce } from './policy.ts';
import type { Remotes } from './remotes.ts';
import { screenOf } from './screen-of.ts';
import { sendMade } from './send-made.ts';

export type Site = {
  readonly config: Config;
  readonly files: BuildFiles;
  readonly remotes: Remotes;
  readonly paint: (painted: PaintedPage) => Promise<string>;
  /** The services of this process. */
  readonly neighbours: ReadonlySet<ServiceName>;
};

/** Paths shown without signing in. */
const publicPaths = ['/auth', '/terms', '/error', '/redirect'];
const isPublic = (path: string) => publicPaths.some((it) => path === it || path.startsWith(`${it}/`));
/** An address that ends so names a file; a file that is not there is never answered with a page. */
const namesAFile = /\.(js|mjs|css|map|json|png|jpe?g|gif|webp|ico|svg|woff2?|txt|xml|html|php)$/i;

/**
 * However it is spelled: what is asked of a service that is not here, or that does not exist, is never answered with a
 * page.
 */
const isOfServices = (pathname: string) => /^\/+api(\/|$)/.test(decodeURIComponent(pathname));

/** Answers a path that is no file: the login page, the page of a form, the shell, or the way to sign in. */
export async function answerPage(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  // Put together, not resolved: a path like //elsewhere stays a path.
  const address = new URL(`http://parlance.invalid${request.url}`);
  const { pathname, search } = address;
  if (namesAFile.test(pathname) || isOfServices(pathname))
    return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found');
  if (pathname === '/auth/login') {
    // Links in mails lead here with a secret in the address, which goes nowhere else.
    reply.header('referrer-policy', 'no-referrer');
    return sendPage(request, reply, site, await loginPage(site, request, address));
  }
  if (/^\/form\/[^/]+$/.test(pathname)) {
    // Whoever has the link may submit the form, so it must not leak.
    reply.header('referrer-policy', 'no-referrer');
    return sendPage(request, reply, site, await formPage(site, request));
  }
  if (pathname === '/operator' || pathname === '/operator/')
    return sendPage(request, reply, site, await operatorPage(site, request));
  if (pathname === '/auth' || pathname.startsWith('/auth/')) return away(reply, `/auth/login${search}`);
  if (isSignedOut(site.config, request) && !isPublic(pathname)) {
    return away(
      reply,
      pathname === '/' && search === ''
        ? '/auth/login'
        : `/auth/login?to=${encodeURIComponent(`${pathname}${search}`)}`,
    );
  }
  // An authorization server gave this address a code.
  if (pathname.startsWith(`${toolSignInPath}/`)) reply.header('referrer-policy', 'no-referrer');
  return sendPage(request, reply, site, await shellPage(site, request, address));
}

const away = (reply: FastifyReply, to: string) =>
  reply.code(302).header('cache-control', 'no-store').header('location', to).send();

/** Surely: where the session cookie cannot be seen, nothing is known. */
const isSignedOut = (config: Config, request: FastifyRequest) =>
  seesSessionCookie(config, request) && !hasSessionCookie(request);

/**
 * A main API on another host keeps its cookie to itself, unless both stand under COOKIE_DOMAIN: then only the browser
 * can ask.
 */
function seesSessionCookie(config: Config, request: FastifyRequest): boolean {
  return (
    config.API_URL === undefined ||
    config.COOKIE_DOMAIN !== undefined ||
    new URL(config.API_URL).hostname === request.hostname
  );
}

type Page = {
  readonly html: string;
  readonly nonce: string;
  /** The one that stands in the page. */
  readonly script?: string;
};

/** A page before it is filled: its template and its program have one name. */
type Draft = {
  readonly template: 'shell' | 'login' | 'form' | 'operator';
  /** The program whose entry of that name the page starts. */
  readonly program: ProgramFiles;
  /** Selects the texts its script needs. */
  readonly texts: (texts: PageTexts) => ReturnType<typeof shellTexts>;
  readonly hints?: readonly Hint[];
  /** Returns the HTML of this page alone. */
  readonly html?: (about: About) => Readonly<Record<string, string>>;
  readonly config?: Omit<Parameters<typeof dataBlocks>[0]['config'], keyof PageConfig>;
  readonly registry?: readonly RegistryEntry[];
};
/** The common content of pages. */
type About = {
  readonly language: Language;
  readonly theme: Theme;
  readonly texts: PageTexts;
  readonly config: PageConfig;
};

/** Fills a page for a request: its own files and what goes before them, its texts and its settings. */
async function makePage(
  site: Site,
  request: FastifyRequest,
  { template, program, texts: chosen, hints = [], html, config: more, registry }: Draft,
): Promise<Page> {
  const language = languageOf(request);
  const theme = themeOf(request);
  const [page, texts] = await Promise.all([site.files.text(`${template}.html`), textsIn(site.files, language)]);
  const files = program.entries[template] ?? [];
  const config = pageConfigFor(site, request, language, releaseOf(files));
  const nonce = createNonce();
  return {
    nonce,
    html: fillPage(page, {
      values: { language, theme, schemes: schemesOf(theme) },
      html: {
        head: headOf({ files, nonce, hints, preconnect: otherOrigins(request, [config.apiBase]) }),
        ...html?.({ language, theme, texts, config }),
        data: dataBlocks({
          config: { ...config, ...more },
          texts: chosen(texts),
          ...(registry === undefined ? {} : { registry }),
        }),
      },
      texts: texts.host,
    }),
  };
}

async function shellPage(site: Site, request: FastifyRequest, address: URL): Promise<Page> {
  const { files } = site;
  const { pathname: path } = address;
  const [host, script, remotes, texts] = await Promise.all([
    files.program('host'),
    files.text('early.js'),
    site.remotes.served(sessionTokenOf(request)),
    textsIn(files, languageOf(request)),
  ]);
  const language = languageOf(request);
  const painted = isPublic(path)
    ? ''
    : await site.paint({
        path,
        language,
        texts,
        remotes: remotes.map(({ entry }) => entry),
        userAgent: request.headers['user-agent'] ?? '',
        isCollapsed: request.cookies[railCookie.name] === railCookie.collapsed,
      });
  const shown = screenOf(path, remotes)?.entry;
  const page = await makePage(site, request, {
    template: 'shell',
    program: host,
    texts: shellTexts,
    hints: [...(hasSessionCookie(request) ? hintsForASession(host) : []), ...hintsFor(path, remotes, host, language)],
    html: ({ config }) => ({
      painted,
      early: dataBlock('early', earlyBlock({ address, remotes, config })),
      script: `<script>${script}</script>`,
    }),
    registry: remotes.map(({ entry }) => forBrowser(entry, entry === shown)),
  });
  return { ...page, script };
}

async function loginPage(site: Site, request: FastifyRequest, address: URL): Promise<Page> {
  const { files } = site;
  const [login, host, remotes] = await Promise.all([
    files.program('login'),
    files.program('host'),
    site.remotes.served(sessionTokenOf(request)),
  ]);
  const wanted = wantedAfter(address);
  return makePage(site, request, {
    template: 'login',
    program: login,
    texts: loginTexts,
    html: ({ language, theme, texts, config }) => ({
      languages: languageOptions(language),
      themes: themeOptions(theme, texts.host),
      early: dataBlock('early', earlyBlock({ address: hasId(wanted, remotes) ? address : wanted, remotes, config })),
    }),
    config: {
      isSessionGone: isSignedOut(site.config, request),
      shell: (host.entries.shell ?? []).map((file) => `/assets/${file}`),
      next: [...hintsForASession(host), ...hintsFor(wanted.pathname, remotes, host, languageOf(request))],
    },
  });
}

/**
 * Returns the page to go to after signing in, as far as it is on this origin (shared/src/way-back has the last word in
 * the browser).
 */
function wantedAfter({ searchParams }: URL): URL {
  const start = new URL('http://parlance.invalid/');
  const wanted = URL.parse(searchParams.get('to') ?? '/', start);
  return wanted !== null && isDecodable(wanted.pathname) ? wanted : start;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * True for an address with an id, of which the login page repeats nothing: the first requests of its screen are made
 * once it is there.
 */
const hasId = ({ pathname }: URL, remotes: readonly ServedRemote[]) =>
  Object.keys(screenOf(pathname, remotes)?.params ?? {}).length > 0;

/** The page of any form. What it asks is fetched by its script: this service knows no data. */
const formPage = async (site: Site, request: FastifyRequest): Promise<Page> =>
  makePage(site, request, {
    template: 'form',
    program: await site.files.program('form'),
    texts: formTexts,
    html: ({ language }) => ({ languages: languageOptions(language) }),
  });

/** The operators' page. What it shows is fetched by its script, for who has the key: this service knows no operator. */
const operatorPage = async (site: Site, request: FastifyRequest): Promise<Page> =>
  makePage(site, request, {
    template: 'operator',
    program: await site.files.program('operator'),
    texts: operatorTexts,
    html: ({ language }) => ({ languages: languageOptions(language) }),
  });

type PageTexts = { readonly host: Record<string, never>; readonly shared: Record<string, never> };
const textsIn = async (files: BuildFiles, language: Language): Promise<PageTexts> =>
  // the build wrote it; fillPage checks each text it uses
  JSON.parse(await files.text(`texts/${language}.json`)) as PageTexts;

/** The one that was chosen in this browser, else the one that it asks for. */
function languageOf({ cookies, headers }: FastifyRequest): Language {
  const chosen = languages.find((it) => it === cookies[languageCookie]);
  return chosen ?? preferredLanguage((headers['accept-language'] ?? '').split(','));
}

function themeOf(request: FastifyRequest): Theme {
  const { theme } = request.cookies;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** The schemes a page takes before its style sheet is there: an empty page has the right colour too. */
const schemesOf = (theme: Theme): string => (theme === 'system' ? 'light dark' : theme);

/** A release is named by the content of its program. */
const releaseOf = (files: readonly string[] = []): string =>
  files
    .find((file) => file.endsWith('.js'))
    ?.split('.')
    .at(-2) ?? 'unknown';

/**
 * Returns the releases a page of this session would get at this moment, for open pages: they offer to reload if these
 * differ.
 */
export async function servedReleases(
  { files, remotes }: Pick<Site, 'files' | 'remotes'>,
  request: FastifyRequest,
): Promise<ServedReleases> {
  const [host, served] = await Promise.all([files.program('host'), remotes.served(sessionTokenOf(request))]);
  return {
    host: releaseOf(host.entries.shell),
    remotes: Object.fromEntries(served.map(({ entry }) => [entry.remote.name, entry.base])),
  };
}

function pageConfigFor(site: Site, request: FastifyRequest, language: Language, release: string): PageConfig {
  const base = (service: ServiceName) => baseFor(service, { ...site, request });
  return {
    apiBase: base('main'),
    chartsBase: base('charts'),
    paymentBase: base('payment'),
    supportEmail: site.config.SUPPORT_EMAIL,
    language,
    release,
  };
}

/** Returns the origins among the bases of a page that are not its own. */
const otherOrigins = (request: FastifyRequest, bases: readonly string[]): string[] =>
  [...new Set(bases.map((base) => new URL(base, ownOrigin(request)).origin))].filter(
    (origin) => origin !== ownOrigin(request),
  );

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site,
  { html, nonce, script }: Page,
): Promise<FastifyReply> {
  const { apiBase, chartsBase, paymentBase } = pageConfigFor(site, request, 'en', '');
  const origins = otherOrigins(request, [apiBase, chartsBase, paymentBase]);
  reply
    .header(
      'content-security-policy',
      contentPolicy({ nonce, apis: origins, ...(script === undefined ? {} : { script: hashOf(script) }) }),
    )
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding, accept-language, cookie')
    .type('text/html; charset=utf-8');
  return sendMade(request, reply, html);
}
