import type { ToolSettings } from '@parlance/shared/contract/api/tools';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { ToolReach } from './reach.ts';
import type { ToolRow } from './repository.ts';
import { signInServerOf } from './sign-in/accounts.ts';

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

/** Returns the secret of the client: the one that is kept is of the same server and client. */
export function keptClientSecret(reach: ToolReach, row: ToolRow, draft: Draft): string {
  if (draft.client_secret !== null) return draft.client_secret;
  const isSame = signInServerOf(row) === signInServerOf(draft) && clientIdOf(row) === clientIdOf(draft);
  if (!isSame)
    throw new ApiError('validation_failed', {
      issues: [{ path: 'body.client_secret', message: 'It was for another server or client.' }],
    });
  return openClientSecret(reach, row);
}
