import * as z from 'zod/mini';
import { readNoProxy } from './no-proxy.ts';
import { flag, path, setting } from './setting-kinds.ts';

/** Returns the URL of a proxy, which may be written without its scheme; null for one that is none. */
function proxyUrlOf(text: string): URL | null {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.hostname === '') return null;
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '') return null;
  return canBeSent(url.username) && canBeSent(url.password) ? url : null;
}

/** True for what can be decoded and sent as credentials: no broken escapes, no control characters. */
function canBeSent(encoded: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(encoded));
  } catch {
    return false;
  }
}

const proxyUrl = z.pipe(
  z.string().check(z.refine((text) => proxyUrlOf(text) !== null)),
  z.transform((text: string) => new URL(proxyUrlOf(text) ?? text)),
);

const noProxy = z.pipe(
  z.string().check(z.refine((text) => readNoProxy(text) !== null)),
  z.transform((text: string) => readNoProxy(text) ?? (() => false)),
);

/** Settings of the way out of the network. */
export const networkSettings = {
  HTTPS_PROXY: setting({
    schema: proxyUrl,
    right: 'the http or https address of a proxy, such as http://user:password@proxy.example.org:3128',
    about:
      'The proxy for everything that is asked over https: models, tools, web pages, webhooks, Stripe, S3; docs/operations.md. This machine, PostgreSQL and mail are reached without it. Also in lower case.',
  }),
  HTTP_PROXY: setting({
    schema: proxyUrl,
    right: 'the http or https address of a proxy, such as http://user:password@proxy.example.org:3128',
    about: 'The proxy for what is asked over http. Also in lower case.',
  }),
  NO_PROXY: setting({
    schema: noProxy,
    right:
      'names, addresses and networks with commas between them, such as example.org, .internal, *.example.net, 10.0.0.0/8, [fd00::1]:8443, or *',
    about:
      'What is reached without a proxy: names with all below them, addresses, networks; * is everything. Also in lower case.',
  }),
  PROXY_RESOLVES_NAMES: setting({
    schema: flag,
    initial: 'false',
    right: 'true or false',
    about:
      'true has the proxy decide about addresses that people name for tools and web pages whose names this machine cannot look up: it must then keep them out of your network itself. false refuses them.',
  }),
  CA_CERTIFICATES_FILE: setting({
    schema: path,
    right: 'a PEM file of certificates',
    about:
      'Certificates of your own authorities, in PEM, which are trusted beside the usual ones wherever TLS is spoken: models, tools, mail, PostgreSQL, S3, the proxy. Relative to the checkout.',
  }),
};
