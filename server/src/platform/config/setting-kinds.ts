import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emailAddress } from '@parlance/shared/contract/values/email';
import * as z from 'zod/mini';

/** The root of the checkout: relative paths of settings start here, wherever the program was started. */
export const root = fileURLToPath(new URL('../../../../', import.meta.url));

export const highestPort = 65_535;

/** A port; 0 lets the system choose a free one. */
export const port = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/)),
  z.pipe(z.transform(Number), z.number().check(z.lte(highestPort))),
);
export const url = (protocols: readonly string[]) =>
  z.string().check(z.refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol)));
export const withoutFinalSlash = z.transform((text: string) => text.replace(/\/+$/, ''));
export const httpUrl = z.pipe(url(['http:', 'https:']), withoutFinalSlash);
/** The base URL of a service; paths are appended to it. */
export const serviceUrl = z.pipe(
  url(['http:', 'https:']).check(z.refine((text) => !/[?#]/.test(text))),
  withoutFinalSlash,
);
export const origin = z.string().check(z.refine((text) => URL.canParse(text) && new URL(text).origin === text));
export const path = z.pipe(
  z.string().check(z.minLength(1)),
  z.transform((text: string) => resolve(root, text)),
);
export const proxiesIn = (text: string) => text.split(',').map((proxy) => proxy.trim());
/** The addresses of trusted proxies. Neither “all” nor a count: either would let a client forge its address. */
export const proxies = z.union([
  z.pipe(
    z.literal('false'),
    z.transform(() => false as const),
  ),
  z.pipe(z.string().check(z.refine((text) => proxiesIn(text).every(isProxy))), z.transform(proxiesIn)),
]);
/** True for an address, a network, or one of Fastify's names for networks. The whole world (`/0`) is no proxy. */
export function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [, address = '', prefix] = /^([\da-f.:]+)(?:\/([1-9]\d{0,2}))?$/i.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(prefix ?? 1) <= (version === 4 ? 32 : 128);
}
export const flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text) => text === 'true'),
);
export const text = z.string().check(z.minLength(1));
/** Seconds, from 0 to an hour. */
export const seconds = z.pipe(
  z.string().check(z.regex(/^\d{1,4}$/)),
  z.pipe(z.transform(Number), z.number().check(z.lte(3600))),
);
/** A rate per second; 0 means no limit. */
export const rate = z.pipe(z.string().check(z.regex(/^\d{1,6}$/)), z.transform(Number));
export const count = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/)), z.transform(Number));
export const amount = z.pipe(z.string().check(z.regex(/^\d{1,6}(\.\d{1,6})?$/)), z.transform(Number));
/** A percentage, in hundredths of a percent. */
export const percent = z.pipe(
  z.string().check(z.regex(/^(100(\.00?)?|\d{1,2}(\.\d{1,2})?)$/)),
  z.transform((text: string) => Math.round(Number(text) * 100)),
);
export const email = emailAddress;
export const smtpUrl = url(['smtp:', 'smtps:']).check(
  z.refine((text) => URL.canParse(text) && new URL(text).hostname !== '' && new URL(text).search === ''),
);
/** A sender: `ada@example.org`, or with a name: `Ada <ada@example.org>`. */
export const sender = z.pipe(
  z.string().check(z.regex(/^([^<>"\p{Cc}]*<[^<>\s]+>|[^<>\s]+)$/u)),
  z.pipe(
    z.transform((text: string) => ({
      name: /^(.*)</.exec(text)?.[1]?.trim() ?? '',
      address: /<(.*)>$/.exec(text)?.[1] ?? text,
    })),
    z.object({ name: z.string(), address: email }),
  ),
);

export const hostWithPort = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
export const listed = (text: string) => text.split(',').map((item) => item.trim());
export const hosts = z.pipe(
  z.string().check(z.refine((text) => listed(text).every((host) => hostWithPort.test(host)))),
  z.transform(listed),
);
/** Languages as Tesseract names its data, such as `chi_tra` or `script/Latin`. */
export const languageCodes = z.pipe(
  z.string().check(z.refine((text) => listed(text).every((code) => /^(?:script\/)?[a-z]+(?:_[a-z]+)*$/i.test(code)))),
  z.transform(listed),
);
/** Programs by the names that people choose them by: `{"files": ["npx", "some-server", "/srv/files"]}`. */
export const commands = z.pipe(
  z.string().check(z.refine((text) => z.safeParse(commandList, jsonOf(text)).success)),
  z.pipe(z.transform(jsonOf), z.record(z.string(), z.array(z.string()))),
);
export const commandList = z.record(
  z.string().check(z.regex(/^[\w .-]{1,100}$/)),
  z.array(z.string().check(z.minLength(1))).check(z.minLength(1)),
);
/** Parses JSON; undefined if the text is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
/** Headers: `name=value` separated by commas, as OpenTelemetry writes them. */
export const headers = z.pipe(
  z.string().check(z.refine((text) => headersIn(text) !== null)),
  z.transform((text: string) => headersIn(text) ?? {}),
);
export function headersIn(text: string): Record<string, string> | null {
  try {
    const pairs = listed(text).map(
      (item) =>
        [
          item.slice(0, item.indexOf('=')).trim().toLowerCase(),
          decodeURIComponent(item.slice(item.indexOf('=') + 1).trim()),
        ] as const,
    );
    return pairs.every(([name, value]) => /^[\w-]+$/.test(name) && /^[\x20-\x7e]+$/.test(value))
      ? Object.fromEntries(pairs)
      : null;
  } catch {
    return null;
  }
}
/** A share from 0 to 1. */
export const share = z.pipe(z.string().check(z.regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/)), z.transform(Number));
export const secretKey = z.pipe(
  z.string().check(z.regex(/^[\da-f]{64}$/i)),
  z.transform((text: string) => Buffer.from(text, 'hex')),
);

export const stripeKey = z.string().check(z.regex(/^[rs]k_\S+$/));

export type Setting = {
  schema: z.ZodMiniType<unknown, string>;
  /** The default, as it stands in `.env.example`; if absent, the setting is optional. */
  initial?: string;
  /** The end of the sentence “… must be”. */
  right: string;
  /** The purpose of the setting: the comment in `.env.example`. */
  about: string;
};

export const setting = <const S extends Setting>(declared: S) => declared;
