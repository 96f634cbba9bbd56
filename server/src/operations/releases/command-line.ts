import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { type PlanFeature, planFeatures } from '@parlance/shared/contract/access/access';
import {
  type Audience,
  type ReleaseEvent,
  type RemoteReleases,
  listReleases,
  rollBackRelease,
  setAudience,
  shipRelease,
  switchRemote,
} from '@parlance/shared/contract/api/releases/releases';
import type { Endpoint } from '@parlance/shared/contract/endpoint';
import { type Config, ConfigError } from '../../platform/config/config.ts';
import { OperatorRefused, askAsOperator } from '../../platform/http/operator-client.ts';
import { packRelease } from './archive.ts';

export const usage = `npm run operate -- ship <remote>                     builds a remote and serves it: neither the host nor the program is built or started again
npm run operate -- ship <remote> <to some>           serves it to some first, as a canary
npm run operate -- rollback <remote>                 takes the canary back, or serves the release before
npm run operate -- releases list                     which releases there are, and who gets which
npm run operate -- releases log                      what was done with them
npm run operate -- releases give <remote> <to some>  has others get the canary; --everyone has everyone
npm run operate -- releases off <remote>             takes the remote away from everyone, at once
npm run operate -- releases on <remote>              gives it back
npm run operate -- releases gate <remote> <feature>  gives it only to organisations whose plan grants a feature; “none” to all

<to some> is one or more of --percent 10, --plans Pro,Growth and --organizations with ids: whoever one of them names.`;

/**
 * Parses the arguments of a command: its words and the audience of a release. Throws a ConfigError that lists the
 * options.
 */
export function readArguments(args: readonly string[]) {
  try {
    const options = {
      percent: { type: 'string' },
      plans: { type: 'string' },
      organizations: { type: 'string' },
      everyone: { type: 'boolean', default: false },
    } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { words: positionals, isForEveryone: values.everyone, audience: audienceOf(values) };
  } catch (error) {
    throw new ConfigError(usage, { cause: error });
  }
}

type AudienceOptions = {
  readonly percent?: string | undefined;
  readonly plans?: string | undefined;
  readonly organizations?: string | undefined;
};

/** Returns the audience of the options; null if there is none. */
function audienceOf({ percent, plans, organizations }: AudienceOptions): Audience | null {
  if (percent === undefined && plans === undefined && organizations === undefined) return null;
  const listed = (text: string | undefined) => (text === undefined ? [] : text.split(',').map((item) => item.trim()));
  return { percent: Number(percent ?? 0), plans: listed(plans), organizations: listed(organizations) };
}

/** Normalises a name: `remote-admin` and `admin` are the same remote. */
const nameOfRemote = (word: string) => word.replace(/^remote-/, '');
const by = () => userInfo().username;

type ShipOptions = { readonly remote: string; readonly folder: string; readonly audience: Audience | null };

/**
 * Sends the build in a folder to the program running on this machine, which serves it. Returns the output; throws a
 * ConfigError with the reasons of a refusal.
 */
export async function shipFolder(config: Config, { remote, folder, audience }: ShipOptions): Promise<string> {
  const archive = Buffer.from(packRelease(folder)).toString('base64');
  return lineOf(
    await ask(config, shipRelease, {
      remote: nameOfRemote(remote),
      archive,
      by: by(),
      ...(audience === null ? {} : { audience }),
    }),
  );
}

/** Runs `npm run operate -- rollback`: goes back from the canary, or else from the release being served. */
export async function runRollback(args: readonly string[], config: Config): Promise<string> {
  const [word] = args;
  if (word === undefined || args.length > 1) throw new ConfigError(usage);
  const remote = nameOfRemote(word);
  const served = await find(config, remote);
  const from = served?.canary?.version ?? served?.current ?? null;
  if (from === null)
    throw new ConfigError(`Of “${remote}” the one of the build is served: there is nothing to go back from.`);
  return lineOf(await ask(config, rollBackRelease, { remote, from, by: by() }));
}

/** Runs `npm run operate -- releases`. */
export async function runReleases(args: readonly string[], config: Config): Promise<string> {
  const {
    words: [command, word, value, ...rest],
    audience,
    isForEveryone,
  } = readArguments(args);
  if (rest.length > 0) throw new ConfigError(usage);
  if (word === undefined) {
    const { items, log } = await ask(config, listReleases);
    if (command === 'list')
      return items.length === 0
        ? 'Every remote is the one of the build: nothing has been shipped yet.'
        : items.map(listOf).join('\n');
    if (command === 'log') return log.length === 0 ? 'Nothing has been done yet.' : log.map(eventLineOf).join('\n');
    throw new ConfigError(usage);
  }
  const remote = nameOfRemote(word);
  const served = await find(config, remote);
  if (command === 'give' && value === undefined && (audience !== null) !== isForEveryone) {
    if (served?.canary === null || served === undefined)
      throw new ConfigError(
        `“${remote}” has no canary: ship one with \`npm run operate -- ship ${word} --percent 10\`.`,
      );
    return lineOf(await ask(config, setAudience, { remote, version: served.canary.version, audience, by: by() }));
  }
  const { is_off = false, feature = null } = served ?? {};
  const wanted = switchOf(command, value, { is_off, feature });
  if (wanted === null || audience !== null || isForEveryone) throw new ConfigError(usage);
  return lineOf(await ask(config, switchRemote, { remote, ...wanted, by: by() }));
}

type Switch = { readonly is_off: boolean; readonly feature: PlanFeature | null };

/** Returns the new switch of a remote after a command; null if it is no such command. */
function switchOf(command: string | undefined, value: string | undefined, now: Switch): Switch | null {
  if (command === 'off' && value === undefined) return { ...now, is_off: true };
  if (command === 'on' && value === undefined) return { ...now, is_off: false };
  const feature = planFeatures.find((it) => it === value) ?? null;
  return command === 'gate' && (feature !== null || value === 'none') ? { ...now, feature } : null;
}

const find = async (config: Config, remote: string) =>
  (await ask(config, listReleases)).items.find((item) => item.remote === remote);

function lineOf({ remote, current, canary, is_off, feature }: RemoteReleases): string {
  if (is_off) return `${remote} is turned off.`;
  return [
    `${remote} is served as ${current ?? 'it was built'}${feature === null ? '' : `, to plans with ${feature}`}.`,
    ...(canary === null ? [] : [`${canary.version} is served to ${audienceText(canary.audience)}.`]),
    'Open pages learn of it within a minute.',
  ].join(' ');
}

const audienceText = ({ percent, plans, organizations }: Audience) =>
  [
    ...(percent === 0 ? [] : [`${percent}% of organisations`]),
    ...(plans.length === 0 ? [] : [`plans ${plans.join(', ')}`]),
    ...(organizations.length === 0 ? [] : [`organisations ${organizations.join(', ')}`]),
  ].join(', and to ') || 'no one';

function listOf({ remote, current, canary, releases, is_off, feature }: RemoteReleases): string {
  const lines = releases.map(
    (it) =>
      `  ${it.version === current ? '→' : it.version === canary?.version ? '%' : ' '} ${it.version}  ${it.shipped_at}${it.is_withdrawn ? '  rolled back' : ''}`,
  );
  const notes = [
    current === null ? '→ as it was built' : '',
    canary === null ? '' : `% to ${audienceText(canary.audience)}`,
    is_off ? 'off' : '',
    feature === null ? '' : `to plans with ${feature}`,
  ];
  return [[remote, ...notes.filter((note) => note !== '')].join('  '), ...lines].join('\n');
}

/** Formats an event. A name is free text: it stays on one line, and reaches a terminal without control characters. */
const eventLineOf = ({ at, by: name, action, remote, details }: ReleaseEvent) =>
  [at, name.replaceAll(/\p{C}/gu, ' '), remote, action, JSON.stringify(details)].join('  ');

async function ask<E extends Endpoint>(config: Config, endpoint: E, body?: object) {
  try {
    return await askAsOperator(config, endpoint, body);
  } catch (error) {
    if (!(error instanceof OperatorRefused)) throw error;
    if (error.code === 'conflict')
      throw new ConfigError(
        'Another release is served meanwhile, or there is none before this one: see `npm run operate -- releases list`.',
        { cause: error },
      );
    if (error.code === 'not_found') throw new ConfigError('There is no such remote.', { cause: error });
    throw new ConfigError([error.message, ...error.reasons].join('\n'), { cause: error });
  }
}
