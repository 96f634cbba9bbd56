import type { ToolReach } from './reach.ts';
import type { ToolRow } from './repository.ts';

const belongsTo = (toolId: string) => `client secret ${toolId}`;

/** Encrypts the secret of a client at an authorization server, for one tool; null if it is empty. */
export const sealClientSecret = (reach: ToolReach, toolId: string, value: string): string | null =>
  value === '' ? null : reach.secrets().seal({ value }, belongsTo(toolId));

export const openClientSecret = (
  reach: ToolReach,
  { id, client_secret: sealed }: Pick<ToolRow, 'id' | 'client_secret'>,
): string => (sealed === null ? '' : (reach.secrets().open(sealed, belongsTo(id))['value'] ?? ''));
