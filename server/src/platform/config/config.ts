import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { installationSettings } from './installation-settings.ts';
import { isLoopback } from './loopback.ts';
import { embeddingApis, modelApis, usualBaseUrls } from './model-api.ts';
import { networkSettings } from './network-settings.ts';
import { productSettings } from './product-settings.ts';
import { type Setting, root } from './setting-kinds.ts';

/** Every setting, declared once: its check, its default, and the sentence shown when it is wrong. */
export const settings = { ...installationSettings, ...networkSettings, ...productSettings };

type Settings = typeof settings;
type ValueOf<S extends Setting> = z.output<S['schema']>;
/** The checked settings of one program. A setting without a default may be undefined. */
export type Config = {
  [Name in keyof Settings]: Settings[Name] extends { initial: string }
    ? ValueOf<Settings[Name]>
    : ValueOf<Settings[Name]> | undefined;
};

/** Thrown for a setting that stops the program; its message is a sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Says what of the model's settings does not belong together. */
function wrongOfModel(environment: Readonly<Record<string, string | undefined>>): string[] {
  const wrong: string[] = [];
  const api = modelApis.find((name) => name === environment['MODEL_API']);
  const [address, needsAddress] = [environment['MODEL_BASE_URL'], usualBaseUrls[api ?? 'openai'] === undefined];
  if ((address || api) && !environment['MODEL_NAME'])
    wrong.push(
      `The setting ${address ? 'MODEL_BASE_URL' : 'MODEL_API'} is there without MODEL_NAME, which must be the name of a model of that API.`,
    );
  const ofModel = ['MODEL_API', 'MODEL_FALLBACK_NAME', 'EMBEDDING_MODEL_NAME'];
  for (const name of ofModel.filter((it) => environment[it] && !address && needsAddress))
    wrong.push(`The setting ${name} is there without MODEL_BASE_URL, which must be ${settings.MODEL_BASE_URL.right}.`);
  if (environment['EMBEDDING_MODEL_NAME'] && !embeddingApis.includes(api ?? 'openai'))
    wrong.push(
      `The setting EMBEDDING_MODEL_NAME is there with a MODEL_API that is none of ${embeddingApis.join(', ')}.`,
    );
  const models = ['MODEL_NAME', 'MODEL_FALLBACK_NAME', 'EMBEDDING_MODEL_NAME']
    .map((name) => environment[name])
    .filter((name) => name);
  if (new Set(models).size < models.length)
    wrong.push('The settings MODEL_NAME, MODEL_FALLBACK_NAME and EMBEDDING_MODEL_NAME must be three different models.');
  if (!environment['MODEL_INPUT_PRICE'] !== !environment['MODEL_OUTPUT_PRICE'])
    wrong.push('The settings MODEL_INPUT_PRICE and MODEL_OUTPUT_PRICE must be there both or not at all.');
  return wrong;
}

/** Says what of the mail server's settings does not belong together: a password is sent over TLS, or stays here. */
function wrongOfMail(environment: Readonly<Record<string, string | undefined>>): string[] {
  const [address, tls] = [environment['SMTP_URL'], environment['SMTP_TLS']];
  if (!tls) return [];
  if (!address) return [`The setting SMTP_TLS is there without SMTP_URL, which must be ${settings.SMTP_URL.right}.`];
  const url = URL.parse(address);
  if (url === null) return [];
  if ((url.protocol === 'smtps:') !== (tls === 'implicit'))
    return [
      `The setting SMTP_TLS is “${tls}” with an address that begins with ${url.protocol}, and must be ${settings.SMTP_TLS.right}.`,
    ];
  const isOpen = tls === 'offered' || tls === 'none';
  return isOpen && url.username !== '' && !isLoopback(url.hostname)
    ? [
        `The setting SMTP_TLS is “${tls}” while SMTP_URL has a password for another machine, and must be required or implicit.`,
      ]
    : [];
}

/** Checks every setting at once. An empty one counts as absent. Throws a ConfigError that names each wrong one. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const config: Record<string, unknown> = {};
  const wrong: string[] = [];
  for (const [name, { schema, initial, right }] of Object.entries<Setting>(settings)) {
    const given = alsoInLowerCase.has(name)
      ? (environment[name.toLowerCase()] ?? environment[name])
      : environment[name];
    const value = given === '' ? undefined : given;
    const result = value === undefined && initial === undefined ? undefined : z.safeParse(schema, value ?? initial);
    if (result?.success === false) wrong.push(`The setting ${name} is ${shown(name, value)}, and must be ${right}.`);
    else config[name] = result?.data;
  }
  wrong.push(...wrongOfModel(environment));
  const { METRICS_HOST: metricsHost, METRICS_PORT: metricsPort, METRICS_TOKEN: metricsToken } = environment;
  if (metricsPort && metricsHost && !isLoopback(metricsHost) && !metricsToken)
    wrong.push(
      `The setting METRICS_HOST is ${shown('METRICS_HOST', metricsHost)} without METRICS_TOKEN, which must be ${settings.METRICS_TOKEN.right}.`,
    );
  if (!environment['STRIPE_SECRET_KEY'] !== !environment['STRIPE_WEBHOOK_SECRET'])
    wrong.push('The settings STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be there both or not at all.');
  if (environment['SMTP_URL'] && !environment['MAIL_FROM'])
    wrong.push(`The setting SMTP_URL is there without MAIL_FROM, which must be ${settings.MAIL_FROM.right}.`);
  wrong.push(...wrongOfMail(environment));
  const ofStorage = (['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).filter(
    (name) => !environment[name],
  );
  if (ofStorage.length < 4)
    for (const name of ofStorage)
      wrong.push(`The setting ${name} is missing beside others of the storage, and must be ${settings[name].right}.`);
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'));
  return config as Config; // every name of `settings` has been read above, with its own schema
}

/** The settings that other programs read in lower case too, which goes first as with curl. */
const alsoInLowerCase: ReadonlySet<string> = new Set(['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY']);

/** Hides secrets, since people read over shoulders and logs are kept. */
const shown = (name: string, value: string | undefined) =>
  /KEY|SECRET|TOKEN|HEADERS|DATABASE_URL|SMTP_URL|^HTTPS?_PROXY/.test(name) ? 'not readable' : `“${value}”`;

/** Reads settings from the environment, and from `.env` in the checkout for those that the environment lacks. */
export function loadConfig(): Config {
  const file = resolve(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  return readConfig(process.env);
}
