import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

/** The checkout: relative paths of settings start here, wherever the program was started from. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

const highestPort = 65_535;

/** 0 lets the system choose a free one. */
const port = z.pipe(z.string().check(z.regex(/^\d{1,5}$/)), z.pipe(z.transform(Number), z.number().check(z.lte(highestPort))));
const url = (protocols: readonly string[]) =>
  z.string().check(z.refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol)));
const httpUrl = z.pipe(url(['http:', 'https:']), z.transform((text: string) => text.replace(/\/+$/, '')));
const origin = z.string().check(z.refine((text) => URL.canParse(text) && new URL(text).origin === text));
const path = z.pipe(z.string().check(z.minLength(1)), z.transform((text: string) => resolve(root, text)));
const flag = z.pipe(z.enum(['true', 'false']), z.transform((text) => text === 'true'));
const text = z.string().check(z.minLength(1));
const email = z.string().check(z.email());
const smtpUrl = url(['smtp:', 'smtps:']).check(z.refine((text) => URL.canParse(text) && new URL(text).hostname !== '' && new URL(text).search === ''));
/** `ada@example.org`, or with a name: `Ada <ada@example.org>`. */
const sender = z.pipe(
  z.string().check(z.regex(/^([^<>"\p{Cc}]*<[^<>\s]+>|[^<>\s]+)$/u)),
  z.pipe(z.transform((text: string) => ({ name: /^(.*)</.exec(text)?.[1]?.trim() ?? '', address: /<(.*)>$/.exec(text)?.[1] ?? text })), z.object({ name: z.string(), address: email })),
);

type Setting = {
  schema: z.ZodMiniType<unknown, string>;
  /** As it stands in `.env.example`; without it the setting may be absent. */
  initial?: string;
  /** Completes “… must be”. */
  right: string;
  /** What it is for: the comment in `.env.example`. */
  about: string;
};

const setting = <const S extends Setting>(declared: S) => declared;

/** Every setting, once: its check, its default, and the sentence for whoever got it wrong. */
export const settings = {
  NODE_ENV: setting({ schema: z.enum(['development', 'production', 'test']), initial: 'development', right: 'development, production or test', about: 'production makes no demonstration data.' }),
  LOG_LEVEL: setting({ schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), initial: 'info', right: 'fatal, error, warn, info, debug, trace or silent', about: 'How much is logged, as lines of JSON on standard output.' }),
  HOST: setting({ schema: text, initial: 'localhost', right: 'a name or an address of this machine, such as localhost or 0.0.0.0', about: 'The address to listen on. 0.0.0.0 is every one of this machine.' }),
  WEB_PORT: setting({ schema: port, initial: '3000', right: 'a port, 0 to 65535', about: 'The web server: the host at /, remotes below /remotes/.' }),
  API_PORT: setting({ schema: port, initial: '8000', right: 'a port, 0 to 65535', about: 'The main API.' }),
  CHARTS_PORT: setting({ schema: port, initial: '8001', right: 'a port, 0 to 65535', about: 'The charts service.' }),
  PAYMENT_PORT: setting({ schema: port, initial: '8002', right: 'a port, 0 to 65535', about: 'The payment service.' }),
  WEB_ORIGIN: setting({ schema: origin, right: 'an origin without a path, such as https://chat.example.org', about: 'The origin that pages come from. Without it: the host of the request, on WEB_PORT.' }),
  API_URL: setting({ schema: httpUrl, right: 'an http or https address', about: 'Where browsers find the main API. Without it: the host of the request, on API_PORT.' }),
  CHARTS_URL: setting({ schema: httpUrl, right: 'an http or https address', about: 'Where browsers find the charts service. Without it: the host of the request, on CHARTS_PORT.' }),
  PAYMENT_URL: setting({ schema: httpUrl, right: 'an http or https address', about: 'Where browsers find the payment service. Without it: the host of the request, on PAYMENT_PORT.' }),
  COOKIE_DOMAIN: setting({ schema: z.string().check(z.regex(/^\.?[a-z0-9-]+(\.[a-z0-9-]+)+$/i)), right: 'a domain, such as example.org', about: 'The domain of the cookies where the services have several hosts. Without it: the host of the main API.' }),
  TRUST_PROXY: setting({ schema: flag, initial: 'false', right: 'true or false', about: 'true only behind a proxy that sets X-Forwarded-For, -Host and -Proto itself.' }),
  DATA_DIR: setting({ schema: path, initial: '.data', right: 'a folder that can be written', about: 'The embedded database, keys and files. Relative to the checkout.' }),
  DATABASE_URL: setting({ schema: url(['postgres:', 'postgresql:']), right: 'a PostgreSQL address, such as postgres://user:password@host:5432/name', about: 'PostgreSQL (15 or later) instead of the embedded database. A direct connection, no pooler: LISTEN is used.' }),
  HOST_DIR: setting({ schema: path, initial: 'host/dist', right: 'a folder that the build writes', about: 'The build of the host. Relative to the checkout.' }),
  REGISTRY_FILE: setting({ schema: path, initial: 'dist/registry.json', right: 'a file that the build writes', about: 'The registry of remotes. Relative to the checkout.' }),
  SMTP_URL: setting({ schema: smtpUrl, right: 'the smtp or smtps address of a mail server, such as smtps://user:password@mail.example.org', about: 'The server that mails are sent through. Without it they are only shown, on MAILBOX_PORT; production needs one.' }),
  MAIL_FROM: setting({ schema: sender, right: 'an e-mail address, with a name or without, such as Parlance <no-reply@example.org>', about: 'The sender of all mails. Goes with SMTP_URL.' }),
  MAILBOX_PORT: setting({ schema: port, initial: '8025', right: 'a port, 0 to 65535', about: 'Without SMTP_URL: the page that shows the mails, on this machine only. Never in production.' }),
  MODEL_BASE_URL: setting({ schema: httpUrl, right: 'the http or https address of an OpenAI-compatible API, such as https://api.example.org/v1', about: 'An OpenAI-compatible API that answers. Without it the embedded model quotes from files.' }),
  MODEL_API_KEY: setting({ schema: text, right: 'the key of that API', about: 'Its key, where it asks for one.' }),
  MODEL_NAME: setting({ schema: text, right: 'the name of a model of that API', about: 'The model to ask there.' }),
  SUPPORT_EMAIL: setting({ schema: email, initial: 'support@parlance.example', right: 'an e-mail address', about: 'Whom people ask for help: in the cookie dialog, on the error page and in mails.' }),
  SALES_EMAIL: setting({ schema: email, initial: 'sales@parlance.example', right: 'an e-mail address', about: 'Who is mailed what enterprises ask for.' }),
  PLAN_SIGNING_KEYS: setting({ schema: text, right: 'RSA private keys of at least 3072 bits as one line of a JSON Web Key Set, each with a kid', about: 'The keys of plan tokens; the first one signs, all verify. Without it: made on the first start in DATA_DIR.' }),
};

type Settings = typeof settings;
type ValueOf<S extends Setting> = z.output<S['schema']>;
/** The settings of one program, checked. What has no default may be undefined. */
export type Config = { [Name in keyof Settings]: Settings[Name] extends { initial: string } ? ValueOf<Settings[Name]> : ValueOf<Settings[Name]> | undefined };

/** A setting that stops the program; its message is a sentence for whoever starts it. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Checks every setting at once. An empty one counts as absent. Throws a ConfigError that names each wrong one. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const config: Record<string, unknown> = {};
  const wrong: string[] = [];
  for (const [name, { schema, initial, right }] of Object.entries<Setting>(settings)) {
    const value = environment[name] === '' ? undefined : environment[name];
    const result = value === undefined && initial === undefined ? undefined : z.safeParse(schema, value ?? initial);
    if (result?.success === false) wrong.push(`The setting ${name} is ${shown(name, value)}, and must be ${right}.`);
    else config[name] = result?.data;
  }
  if (environment['MODEL_BASE_URL'] && !environment['MODEL_NAME']) wrong.push('The setting MODEL_BASE_URL is there without MODEL_NAME, which must be the name of a model of that API.');
  if (environment['SMTP_URL'] && !environment['MAIL_FROM']) wrong.push(`The setting SMTP_URL is there without MAIL_FROM, which must be ${settings.MAIL_FROM.right}.`);
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'));
  return config as Config; // every name of `settings` was read above, with its own schema
}

/** Secrets are not repeated where people read over shoulders and logs are kept. */
const shown = (name: string, value: string | undefined) => (/KEY|DATABASE_URL|SMTP_URL/.test(name) ? 'not readable' : `“${value}”`);

/** Settings from the environment, and from `.env` in the checkout for what the environment does not say. */
export function loadConfig(): Config {
  const file = resolve(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  return readConfig(process.env);
}
