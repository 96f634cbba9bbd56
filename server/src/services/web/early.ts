import { createHash } from 'node:crypto';
import { jwksPath } from '@parlance/shared/contract/api/plans/plan';
import { getRegistrationStatus } from '@parlance/shared/contract/api/registration/registration';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { getProfile } from '@parlance/shared/contract/api/users/profile';
import { fillPath, type ServiceName } from '@parlance/shared/contract/endpoint';
import type { EarlyBlock } from '@parlance/shared/contract/page/early';
import type { PageConfig } from '@parlance/shared/contract/page/page';
import type { BuiltFirstCall } from '@parlance/shared/remote/registry';
import { asksOnlyForASession, readRequirement } from '@parlance/shared/remote/requirement';
import type { ServedRemote } from '../../operations/releases/build-files.ts';
import { screenOf } from './screen-of.ts';

type Options = { readonly address: URL; readonly remotes: readonly ServedRemote[]; readonly config: PageConfig };

/**
 * What the shell and the screen at an address will ask the services for. Of a screen that asks for more than a session
 * nothing, and nothing where the address has a query, by which the screen may ask for something else (`FirstCall`).
 */
export function earlyBlock({ address, remotes, config }: Options): EarlyBlock {
  const { apiBase } = config;
  const profile = `${apiBase}${getProfile.path}`;
  return {
    ask: [`${apiBase}${getWhoami.path}`, profile, ...firstCalls({ address, remotes, config })],
    keys: `${apiBase}${jwksPath}`,
    registration: { profile, address: `${apiBase}${getRegistrationStatus.path}` },
  };
}

function firstCalls({ address, remotes, config }: Options): string[] {
  const found = screenOf(address.pathname, remotes);
  if (found === null || address.search !== '' || !asksOnlyForASession(readRequirement(found.screen.requires)))
    return [];
  const bases: Partial<Record<string, string>> = {
    main: config.apiBase,
    charts: config.chartsBase,
    payment: config.paymentBase,
  } satisfies Record<ServiceName, string>;
  return found.screen.first.flatMap(({ service, path, query }: BuiltFirstCall) => {
    const base = bases[service];
    // A newer remote may name what this version does not know.
    const isKnown = [...path.matchAll(/:(\w+)/g)].every(([, name = '']) => found.params[name] !== undefined);
    return base === undefined || !isKnown ? [] : [`${base}${fillPath(path, found.params)}${searchOf(query)}`];
  });
}

const searchOf = (query: BuiltFirstCall['query']): string => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? '' : `?${search}`;
};

/** How the policy of a page names a script that stands in it: by its content. */
export const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
