import type { ToolSettings } from '@parlance/shared/contract/api/tools';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { ToolReach } from './reach.ts';
import type { ToolRow } from './repository.ts';
import type { AccessTokens } from './sign-in/access-tokens.ts';

const belongsTo = (toolId: string) => `client secret ${toolId}`;

/** Encrypts the secret of a client at an authorization server, for one tool; null if it is empty. */
export const sealClientSecret = (reach: ToolReach, toolId: string, value: string): string | null =>
  value === '' ? null : reach.secrets().seal({ value }, belongsTo(toolId));

export const openClientSecret = (
  reach: ToolReach,
  { id, client_secret: sealed }: Pick<ToolRow, 'id' | 'client_secret'>,
): string => (sealed === null ? '' : (reach.secrets().open(sealed, belongsTo(id))['value'] ?? ''));

type Draft = { readonly settings: ToolSettings; readonly client_secret: string | null };

/** Returns the id of the client that somebody has registered by hand; empty if there is none. */
export const clientIdOf = ({ settings }: { readonly settings: ToolSettings }): string =>
  settings.kind === 'mcp' && settings.server.transport === 'http' ? (settings.server.sign_in?.client_id ?? '') : '';

/**
 * Returns the tokens of the client that the organisation has set up for a tool; undefined for a tool without one.
 * `secret`: of the client.
 */
export function tokensOfClient(
  reach: Pick<ToolReach, 'clientTokens'>,
  organizationId: string,
  { settings }: { readonly settings: ToolSettings },
  secret: () => string,
): AccessTokens | undefined {
  const server = settings.kind === 'mcp' && settings.server.transport === 'http' ? settings.server : null;
  if (server?.sign_in?.as !== 'organization') return undefined;
  const { client_id: clientId } = server.sign_in;
  return reach.clientTokens.of({ organizationId, serverUrl: server.url, clientId, secret: secret() });
}

const serverOf = ({ settings }: { readonly settings: ToolSettings }): string | null =>
  settings.kind === 'mcp' && settings.server.transport === 'http' ? settings.server.url : null;

const wrongSecret = (message: string) =>
  new ApiError('validation_failed', { issues: [{ path: 'body.client_secret', message }] });

/** Returns the secret of the client of a new tool. Throws validation_failed if it lacks one. */
export function givenClientSecret({ settings, client_secret: secret }: Draft): string {
  if (secret === null) throw wrongSecret('There is no value that could be kept.');
  const isNeeded =
    settings.kind === 'mcp' && settings.server.transport === 'http' && settings.server.sign_in?.as === 'organization';
  if (isNeeded && secret === '') throw wrongSecret('The client needs a secret or a private key.');
  return secret;
}

/** Returns the secret of the client of a tool that is saved: one that is kept is of the same server and client. */
export function keptClientSecret(reach: ToolReach, row: ToolRow, draft: Draft): string {
  if (draft.client_secret !== null) return givenClientSecret(draft);
  if (serverOf(row) !== serverOf(draft) || clientIdOf(row) !== clientIdOf(draft))
    throw wrongSecret('It was for another server or client.');
  return givenClientSecret({ ...draft, client_secret: openClientSecret(reach, row) });
}
