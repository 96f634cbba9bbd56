import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { isLoopback } from './loopback.ts';

/** The checkout: relative paths of settings start here, wherever the program was started from. */
export const root = fileURLToPath(new URL('../../../../', import.meta.url));

const highestPort = 65_535;

/** 0 lets the system choose a free one. */
const port = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/)),
  z.pipe(z.transform(Number), z.number().check(z.lte(highestPort))),
);
const url = (protocols: readonly string[]) =>
  z.string().check(z.refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol)));
const withoutFinalSlash = z.transform((text: string) => text.replace(/\/+$/, ''));
const httpUrl = z.pipe(url(['http:', 'https:']), withoutFinalSlash);
/** Where a service is: paths are put behind it. */
const serviceUrl = z.pipe(url(['http:', 'https:']).check(z.refine((text) => !/[?#]/.test(text))), withoutFinalSlash);
const origin = z.string().check(z.refine((text) => URL.canParse(text) && new URL(text).origin === text));
const path = z.pipe(
  z.string().check(z.minLength(1)),
  z.transform((text: string) => resolve(root, text)),
);
const proxiesIn = (text: string) => text.split(',').map((proxy) => proxy.trim());
/**
 * The proxies by their addresses. Not “all”, nor how many: either lets a client write the address that it is taken for.
 */
const proxies = z.union([
  z.pipe(
    z.literal('false'),
    z.transform(() => false as const),
  ),
  z.pipe(z.string().check(z.refine((text) => proxiesIn(text).every(isProxy))), z.transform(proxiesIn)),
]);
/**
 * An address, a network, or one of the names that Fastify has for networks. Of the whole world (`/0`) nobody is a
 * proxy.
 */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [, address = '', prefix] = /^([\da-f.:]+)(?:\/([1-9]\d{0,2}))?$/i.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(prefix ?? 1) <= (version === 4 ? 32 : 128);
}
const flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text) => text === 'true'),
);
const text = z.string().check(z.minLength(1));
/** From 0 to an hour. */
const seconds = z.pipe(
  z.string().check(z.regex(/^\d{1,4}$/)),
  z.pipe(z.transform(Number), z.number().check(z.lte(3600))),
);
/** How many a second; 0 is no limit. */
const rate = z.pipe(z.string().check(z.regex(/^\d{1,6}$/)), z.transform(Number));
const count = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/)), z.transform(Number));
const amount = z.pipe(z.string().check(z.regex(/^\d{1,6}(\.\d{1,6})?$/)), z.transform(Number));
/** In hundredths of a percent. */
const percent = z.pipe(
  z.string().check(z.regex(/^(100(\.00?)?|\d{1,2}(\.\d{1,2})?)$/)),
  z.transform((text: string) => Math.round(Number(text) * 100)),
);
const email = z.string().check(z.email());
const smtpUrl = url(['smtp:', 'smtps:']).check(
  z.refine((text) => URL.canParse(text) && new URL(text).hostname !== '' && new URL(text).search === ''),
);
/** `ada@example.org`, or with a name: `Ada <ada@example.org>`. */
const sender = z.pipe(
  z.string().check(z.regex(/^([^<>"\p{Cc}]*<[^<>\s]+>|[^<>\s]+)$/u)),
  z.pipe(
    z.transform((text: string) => ({
      name: /^(.*)</.exec(text)?.[1]?.trim() ?? '',
      address: /<(.*)>$/.exec(text)?.[1] ?? text,
    })),
    z.object({ name: z.string(), address: email }),
  ),
);

const hostWithPort = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
const listed = (text: string) => text.split(',').map((item) => item.trim());
const hosts = z.pipe(
  z.string().check(z.refine((text) => listed(text).every((host) => hostWithPort.test(host)))),
  z.transform(listed),
);
/** Programs by the names that people choose them by: `{"files": ["npx", "some-server", "/srv/files"]}`. */
const commands = z.pipe(
  z.string().check(z.refine((text) => z.safeParse(commandList, jsonOf(text)).success)),
  z.pipe(z.transform(jsonOf), z.record(z.string(), z.array(z.string()))),
);
const commandList = z.record(
  z.string().check(z.regex(/^[\w .-]{1,100}$/)),
  z.array(z.string().check(z.minLength(1))).check(z.minLength(1)),
);
/** Undefined where it is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
/** `name=value` with commas between them, as OpenTelemetry writes headers. */
const headers = z.pipe(
  z.string().check(z.refine((text) => headersIn(text) !== null)),
  z.transform((text: string) => headersIn(text) ?? {}),
);
function headersIn(text: string): Record<string, string> | null {
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
const share = z.pipe(z.string().check(z.regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/)), z.transform(Number));
const secretKey = z.pipe(
  z.string().check(z.regex(/^[\da-f]{64}$/i)),
  z.transform((text: string) => Buffer.from(text, 'hex')),
);

const stripeKey = z.string().check(z.regex(/^[rs]k_\S+$/));

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
  NODE_ENV: setting({
    schema: z.enum(['development', 'production', 'test']),
    initial: 'development',
    right: 'development, production or test',
    about: 'production makes no demonstration data.',
  }),
  LOG_LEVEL: setting({
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    initial: 'info',
    right: 'fatal, error, warn, info, debug, trace or silent',
    about: 'How much is logged, as lines of JSON on standard output.',
  }),
  HOST: setting({
    schema: text,
    initial: 'localhost',
    right: 'a name or an address of this machine, such as localhost or 0.0.0.0',
    about:
      'The address to listen on. 0.0.0.0 is every one of this machine; browsers elsewhere are answered where WEB_ORIGIN is set too.',
  }),
  DEMO: setting({
    schema: flag,
    right: 'true or false',
    about:
      'Whether an empty embedded database gets demonstration accounts, whose password everybody knows. Without it: where HOST and WEB_ORIGIN are of this machine alone. Never in production.',
  }),
  WEB_PORT: setting({
    schema: port,
    initial: '3000',
    right: 'a port, 0 to 65535',
    about: 'The web server: the host at /, remotes below /remotes/, and the services of the same process below /api/.',
  }),
  API_PORT: setting({ schema: port, initial: '8000', right: 'a port, 0 to 65535', about: 'The main API.' }),
  CHARTS_PORT: setting({ schema: port, initial: '8001', right: 'a port, 0 to 65535', about: 'The charts service.' }),
  PAYMENT_PORT: setting({ schema: port, initial: '8002', right: 'a port, 0 to 65535', about: 'The payment service.' }),
  WEB_ORIGIN: setting({
    schema: origin,
    right: 'an origin without a path, such as https://chat.example.org',
    about:
      'The origin that pages come from; production needs it. Without it: the host of the request, on WEB_PORT, and this machine alone is answered.',
  }),
  API_URL: setting({
    schema: serviceUrl,
    right: 'an http or https address, with a path or without',
    about:
      'Where browsers find the main API, such as https://chat.example.org/api/main. Without it: /api/main of the pages where one process serves both, else the host of the request, on API_PORT.',
  }),
  CHARTS_URL: setting({
    schema: serviceUrl,
    right: 'an http or https address, with a path or without',
    about:
      'Where browsers find the charts service, such as https://chat.example.org/api/charts. Without it: /api/charts of the pages where one process serves both, else the host of the request, on CHARTS_PORT.',
  }),
  PAYMENT_URL: setting({
    schema: serviceUrl,
    right: 'an http or https address, with a path or without',
    about:
      'Where browsers find the payment service, such as https://chat.example.org/api/payment. Without it: /api/payment of the pages where one process serves both, else the host of the request, on PAYMENT_PORT.',
  }),
  COOKIE_DOMAIN: setting({
    schema: z.string().check(z.regex(/^\.?[a-z0-9-]+(\.[a-z0-9-]+)+$/i)),
    right: 'a domain, such as example.org',
    about: 'The domain of the cookies where the services have several hosts. Without it: the host of the main API.',
  }),
  TRUST_PROXY: setting({
    schema: proxies,
    initial: 'false',
    right:
      'false, or the addresses of the proxies in front with commas between them, such as 10.0.0.5, 10.1.0.0/16, loopback',
    about:
      'The proxies in front: addresses or networks with commas between them, such as 10.0.0.5, 10.1.0.0/16, loopback. Of them alone X-Forwarded-For, -Host and -Proto are believed, and of these only what they added.',
  }),
  DATA_DIR: setting({
    schema: path,
    initial: '.data',
    right: 'a folder that can be written',
    about: 'The embedded database, keys and files. Relative to the checkout.',
  }),
  S3_ENDPOINT: setting({
    schema: origin.check(z.regex(/^https?:/)),
    right:
      'the http or https address of a storage that speaks S3, without a path, such as https://s3.eu-central-1.amazonaws.com',
    about:
      'A storage that speaks S3, for the bytes of files; docs/storage.md. Goes with S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. Without it they lie in DATA_DIR.',
  }),
  S3_BUCKET: setting({
    schema: z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)),
    right: 'the name of a bucket, such as parlance-files',
    about: 'The bucket there. It holds nothing else.',
  }),
  S3_REGION: setting({
    schema: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
    initial: 'us-east-1',
    right: 'the name of a region, such as eu-central-1',
    about: 'Its region. Services that have none take us-east-1, or auto.',
  }),
  S3_ACCESS_KEY_ID: setting({
    schema: text,
    right: 'the id of an access key',
    about: 'The id of a key that may read, write and delete there.',
  }),
  S3_SECRET_ACCESS_KEY: setting({
    schema: text,
    right: 'the secret of that access key',
    about: 'The secret of that key.',
  }),
  S3_PATH_STYLE: setting({
    schema: flag,
    initial: 'true',
    right: 'true or false',
    about: 'true has the bucket in the path of addresses, false before the name of the host.',
  }),
  DATABASE_URL: setting({
    schema: url(['postgres:', 'postgresql:']),
    right: 'a PostgreSQL address, such as postgres://user:password@host:5432/name',
    about: 'PostgreSQL (15 or later) instead of the embedded database. A direct connection, no pooler: LISTEN is used.',
  }),
  DATABASE_WAIT_SECONDS: setting({
    schema: count,
    right: 'a number of seconds, such as 30',
    about:
      'How long a request waits for a connection of the database where all are busy, before it is told to come again (503). Without it: 4, and 15 where the database is the embedded one.',
  }),
  ORGANIZATION_REQUESTS_A_SECOND: setting({
    schema: rate,
    initial: '200',
    right: 'a number such as 200, or 0',
    about:
      'How many requests a second of one organisation a process serves; of what it did not ask for it may ask two seconds at once. Further ones are told to come again (429). 0 is as many as come.',
  }),
  MEMBER_EVENTS_AN_HOUR: setting({
    schema: rate,
    initial: '5000',
    right: 'a number such as 5000, or 0',
    about:
      'How many analytics events and usage sessions of one member a process stores in an hour. Further ones are told to come again (429). 0 is as many as come.',
  }),
  MEMBER_ANSWERS_AT_ONCE: setting({
    schema: rate,
    initial: '20',
    right: 'a number such as 20, or 0',
    about:
      'How many answers of one member are written or wait at the same time, in all processes. Further prompts are told to come again (429); schedules and tests wait by themselves. 0 is as many as are asked for.',
  }),
  ORGANIZATION_ANSWERS_AT_ONCE: setting({
    schema: rate,
    initial: '200',
    right: 'a number such as 200, or 0',
    about: 'The same of one organisation.',
  }),
  SESSION_STREAMS_AT_ONCE: setting({
    schema: rate,
    initial: '60',
    right: 'a number such as 60, or 0',
    about:
      'How many streams of answers one session has open at the same time in a process: one for each answer that it watches. Further ones are told to come again (429). 0 is as many as are asked for.',
  }),
  MIGRATE_AT_START: setting({
    schema: flag,
    initial: 'true',
    right: 'true or false',
    about:
      'true has a process bring the schema of the database up to date when it starts; false has it wait until `npm run migrate` has done so.',
  }),
  STOP_DELAY_SECONDS: setting({
    schema: seconds,
    initial: '0',
    right: 'a number of seconds from 0 to 3600, such as 5',
    about:
      'How long a process that is told to stop goes on serving, for load balancers to notice: /readyz refuses meanwhile. docs/processes.md.',
  }),
  STOP_ANSWERS_SECONDS: setting({
    schema: seconds,
    initial: '0',
    right: 'a number of seconds from 0 to 3600, such as 60',
    about:
      'How long after that it waits for the answers that it is writing. What is not whole then is broken off, and what there is of it is kept.',
  }),
  HOST_DIR: setting({
    schema: path,
    initial: 'host/dist',
    right: 'a folder that the build writes',
    about: 'The build of the host. Relative to the checkout.',
  }),
  REGISTRY_FILE: setting({
    schema: path,
    initial: 'dist/registry.json',
    right: 'a file that the build writes',
    about: 'The registry of remotes. Relative to the checkout.',
  }),
  SMTP_URL: setting({
    schema: smtpUrl,
    right: 'the smtp or smtps address of a mail server, such as smtps://user:password@mail.example.org',
    about:
      'The server that mails are sent through. Without it they are only shown, on MAILBOX_PORT; production needs one.',
  }),
  MAIL_FROM: setting({
    schema: sender,
    right: 'an e-mail address, with a name or without, such as Parlance <no-reply@example.org>',
    about: 'The sender of all mails. Goes with SMTP_URL.',
  }),
  MAILBOX_PORT: setting({
    schema: port,
    initial: '8025',
    right: 'a port, 0 to 65535',
    about: 'Without SMTP_URL: the page that shows the mails, on this machine only. Never in production.',
  }),
  MODEL_BASE_URL: setting({
    schema: httpUrl,
    right: 'the http or https address of an OpenAI-compatible API, such as https://api.example.org/v1',
    about: 'An OpenAI-compatible API that answers. Without it the embedded model quotes from files.',
  }),
  MODEL_API_KEY: setting({ schema: text, right: 'the key of that API', about: 'Its key, where it asks for one.' }),
  MODEL_NAME: setting({ schema: text, right: 'the name of a model of that API', about: 'The model to ask there.' }),
  MODEL_CONTEXT_LENGTH: setting({
    schema: count,
    right: 'a number of tokens, such as 128000',
    about:
      'How many tokens that model takes, prompt and answer together: a dialogue and its files fill them. Without it 32768 are assumed.',
  }),
  MODEL_SEES_IMAGES: setting({
    schema: flag,
    initial: 'false',
    right: 'true or false',
    about: 'true where that model takes pictures.',
  }),
  MODEL_FIRST_WORD_SECONDS: setting({
    schema: z.pipe(seconds, z.number().check(z.gte(1))),
    right: 'a number of seconds from 1 to 3600, such as 300',
    about:
      'How long the first word of an answer is waited for there, such as for a model that has to be loaded. Without it: 120.',
  }),
  MODEL_TITLES: setting({
    schema: flag,
    initial: 'true',
    right: 'true or false',
    about: 'true has the model that answers first give a dialogue its title; false leaves it the first prompt.',
  }),
  MODEL_INPUT_PRICE: setting({
    schema: amount,
    right: 'a price, such as 2.50',
    about:
      'What a million tokens of prompts cost there. Goes with MODEL_OUTPUT_PRICE; without them no cost is recorded.',
  }),
  MODEL_OUTPUT_PRICE: setting({
    schema: amount,
    right: 'a price, such as 10',
    about: 'What a million tokens of answers cost there.',
  }),
  MODEL_CURRENCY: setting({
    schema: z.string().check(z.regex(/^[A-Z]{3}$/)),
    initial: 'USD',
    right: 'the code of a currency, such as USD',
    about: 'The currency of both prices.',
  }),
  MODEL_FALLBACK_NAME: setting({
    schema: text,
    right: 'the name of another model of that API',
    about: 'The model that answers there where MODEL_NAME cannot.',
  }),
  EMBEDDING_MODEL_NAME: setting({
    schema: text,
    right: 'the name of a model of that API that makes embeddings',
    about: 'The model there that finds passages by their meaning. Without it they are found by their words.',
  }),
  MODELS_FILE: setting({
    schema: path,
    right: 'a JSON file as docs/models.md describes it',
    about: 'Further providers and models, with their keys. Relative to the checkout.',
  }),
  OUTGOING_ALLOWED_HOSTS: setting({
    schema: hosts,
    right: 'hosts with commas between them, each with a port or without, such as wiki.example.org, 10.0.5.7:8443',
    about:
      'Hosts of your own network that tools and web pages of agents may reach. Without it: the public internet alone.',
  }),
  MCP_STDIO_SERVERS: setting({
    schema: commands,
    right: 'a JSON object of commands, such as {"files": ["npx", "some-server", "/srv/files"]}',
    about:
      'MCP servers that are programs of this machine, by the names that tools choose them by. They run as this program does. Without it: none.',
  }),
  TOOL_SECRETS_KEY: setting({
    schema: secretKey,
    right: '64 hexadecimal digits',
    about:
      'Encrypts what is secret of tools. The same in every process. Without it: made on the first start in DATA_DIR.',
  }),
  SUPPORT_EMAIL: setting({
    schema: email,
    initial: 'support@parlance.example',
    right: 'an e-mail address',
    about: 'Whom people ask for help: in the cookie dialog, on the error page and in mails.',
  }),
  SALES_EMAIL: setting({
    schema: email,
    initial: 'sales@parlance.example',
    right: 'an e-mail address',
    about: 'Who is mailed what enterprises ask for.',
  }),
  STRIPE_SECRET_KEY: setting({
    schema: stripeKey,
    right: 'a secret or restricted key of Stripe, such as sk_live_…',
    about:
      'Has invoices paid through Stripe. Goes with STRIPE_WEBHOOK_SECRET. Without it they are paid by transfer, and marked so by the operator.',
  }),
  STRIPE_WEBHOOK_SECRET: setting({
    schema: z.string().check(z.regex(/^whsec_\S+$/)),
    right: 'the signing secret of a webhook of Stripe, such as whsec_…',
    about: 'What Stripe signs its events with, sent to /payment/v1/stripe/events of the payment service.',
  }),
  STRIPE_URL: setting({
    schema: httpUrl,
    initial: 'https://api.stripe.com',
    right: 'an http or https address',
    about: 'Where the API of Stripe is.',
  }),
  OPERATOR_KEY: setting({
    schema: z.string().check(z.regex(/^[\w-]{32,}$/)),
    right: 'at least 32 letters, digits, - and _',
    about:
      'Lets `npm run invoices`, `ship` and `rollback` speak to the program. Without it: made on the first start in DATA_DIR.',
  }),
  OPERATOR_FROM_ANYWHERE: setting({
    schema: flag,
    initial: 'false',
    right: 'true or false',
    about:
      'true opens the operators’ page /operator to whoever has that key, from any machine, over https; false to this machine alone, also through a tunnel.',
  }),
  RELEASE_FAILURE_PERCENT: setting({
    schema: percent,
    initial: '20',
    right: 'a percentage of at most 100 with at most two digits after its point, such as 20',
    about:
      'A release of a remote goes back by itself where it fails for so many percent of the people who have it. 0 is never.',
  }),
  RELEASE_FAILURE_VISITS: setting({
    schema: count,
    initial: '20',
    right: 'a number of people, such as 20',
    about:
      'So many people must have had it in this hour and the one before; of an organisation two count, and more where there are few organisations.',
  }),
  METRICS_PORT: setting({
    schema: port,
    right: 'a port, 0 to 65535',
    about:
      'Figures for Prometheus at /metrics of a port of their own, in each process; docs/observability.md. Without it there is none.',
  }),
  METRICS_HOST: setting({
    schema: text,
    initial: 'localhost',
    right: 'a name or an address of this machine, such as localhost or 0.0.0.0',
    about: 'The address that port listens on. Another than this machine’s own goes with METRICS_TOKEN.',
  }),
  METRICS_TOKEN: setting({
    schema: z.string().check(z.regex(/^[\w-]{32,}$/)),
    right: 'at least 32 letters, digits, - and _',
    about: 'What Prometheus sends as its bearer token. Without it the figures are for this machine alone.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting({
    schema: httpUrl,
    right: 'the http or https address of a collector, such as http://localhost:4318',
    about:
      'A collector of OpenTelemetry (OTLP over HTTP) that traces and figures are sent to; docs/observability.md. Without it none are made.',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: setting({
    schema: headers,
    right: 'headers as name=value with commas between them',
    about: 'Headers that the collector asks for, such as a key.',
  }),
  OTEL_SERVICE_NAME: setting({
    schema: text,
    initial: 'parlance',
    right: 'a name',
    about: 'What this installation is called there.',
  }),
  OTEL_TRACES_SAMPLER_ARG: setting({
    schema: share,
    initial: '1',
    right: 'a share from 0 to 1, such as 0.1',
    about:
      'The share of requests that are traced. One that a proxy in front (TRUST_PROXY) has decided of is as it says.',
  }),
  SELLER_NAME: setting({
    schema: text,
    initial: 'Parlance',
    right: 'a name',
    about: 'Who issues the invoices of this installation.',
  }),
  SELLER_ADDRESS: setting({
    schema: text,
    right: 'an address in one line, such as 1 Harbour Street, 1010 Vienna, Austria',
    about: 'Its address, as it stands on invoices.',
  }),
  SELLER_VAT_ID: setting({ schema: text, right: 'a VAT id', about: 'Its VAT id, as it stands on invoices.' }),
  SELLER_BANK_ACCOUNT: setting({
    schema: text,
    right: 'an account, such as AT61 1904 3002 3457 3201',
    about: 'Where invoices are paid by transfer.',
  }),
  TAX_RATE: setting({
    schema: percent,
    initial: '0',
    right: 'a percentage of at most 100 with at most two digits after its point, such as 19 or 8.1',
    about: 'The tax on all prices, in percent. Prices of plans are without it.',
  }),
  INVOICE_NUMBER_PREFIX: setting({
    schema: z.string().check(z.regex(/^[\w/-]{1,20}$/)),
    initial: 'INV-',
    right: 'at most 20 letters, digits, - and /',
    about: 'Stands before the numbers of invoices. They are counted on, whatever stands before them.',
  }),
  PLAN_SIGNING_KEYS: setting({
    schema: text,
    right: 'RSA private keys of at least 3072 bits as one line of a JSON Web Key Set, each with a kid',
    about: 'The keys of plan tokens; the first one signs, all verify. Without it: made on the first start in DATA_DIR.',
  }),
};

type Settings = typeof settings;
type ValueOf<S extends Setting> = z.output<S['schema']>;
/** The settings of one program, checked. What has no default may be undefined. */
export type Config = {
  [Name in keyof Settings]: Settings[Name] extends { initial: string }
    ? ValueOf<Settings[Name]>
    : ValueOf<Settings[Name]> | undefined;
};

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
  if (environment['MODEL_BASE_URL'] && !environment['MODEL_NAME'])
    wrong.push(
      'The setting MODEL_BASE_URL is there without MODEL_NAME, which must be the name of a model of that API.',
    );
  const ofModel = ['MODEL_FALLBACK_NAME', 'EMBEDDING_MODEL_NAME'].filter(
    (name) => environment[name] && !environment['MODEL_BASE_URL'],
  );
  for (const name of ofModel)
    wrong.push(`The setting ${name} is there without MODEL_BASE_URL, which must be ${settings.MODEL_BASE_URL.right}.`);
  const models = ['MODEL_NAME', 'MODEL_FALLBACK_NAME', 'EMBEDDING_MODEL_NAME']
    .map((name) => environment[name])
    .filter((name) => name);
  if (new Set(models).size < models.length)
    wrong.push('The settings MODEL_NAME, MODEL_FALLBACK_NAME and EMBEDDING_MODEL_NAME must be three different models.');
  if (!environment['MODEL_INPUT_PRICE'] !== !environment['MODEL_OUTPUT_PRICE'])
    wrong.push('The settings MODEL_INPUT_PRICE and MODEL_OUTPUT_PRICE must be there both or not at all.');
  const { METRICS_HOST: metricsHost, METRICS_PORT: metricsPort, METRICS_TOKEN: metricsToken } = environment;
  if (metricsPort && metricsHost && !isLoopback(metricsHost) && !metricsToken)
    wrong.push(
      `The setting METRICS_HOST is ${shown('METRICS_HOST', metricsHost)} without METRICS_TOKEN, which must be ${settings.METRICS_TOKEN.right}.`,
    );
  if (!environment['STRIPE_SECRET_KEY'] !== !environment['STRIPE_WEBHOOK_SECRET'])
    wrong.push('The settings STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be there both or not at all.');
  if (environment['SMTP_URL'] && !environment['MAIL_FROM'])
    wrong.push(`The setting SMTP_URL is there without MAIL_FROM, which must be ${settings.MAIL_FROM.right}.`);
  const ofStorage = (['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).filter(
    (name) => !environment[name],
  );
  if (ofStorage.length < 4)
    for (const name of ofStorage)
      wrong.push(`The setting ${name} is missing beside others of the storage, and must be ${settings[name].right}.`);
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'));
  return config as Config; // every name of `settings` was read above, with its own schema
}

/** Secrets are not repeated where people read over shoulders and logs are kept. */
const shown = (name: string, value: string | undefined) =>
  /KEY|SECRET|TOKEN|HEADERS|DATABASE_URL|SMTP_URL/.test(name) ? 'not readable' : `“${value}”`;

/** Settings from the environment, and from `.env` in the checkout for what the environment does not say. */
export function loadConfig(): Config {
  const file = resolve(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  return readConfig(process.env);
}
