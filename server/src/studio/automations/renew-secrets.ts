import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { AutomationRow } from './repository.ts';
import { replaceSecret } from './secrets.ts';

type SecretsRow = Pick<AutomationRow, 'id' | 'name' | 'secrets'>;

/**
 * Replaces what whoever had an automation before has seen: with their secrets nothing is taken, and nothing is signed,
 * from now on. Nobody has seen the new ones; whoever has it now makes theirs, for its senders and receivers.
 */
export async function renewSecrets(trx: Trx, secrets: () => Secrets, row: SecretsRow): Promise<void> {
  const { sealed, kinds } = replaceSecret(secrets, row);
  if (kinds.length === 0) return;
  await trx
    .updateTable('automations')
    .set({ secrets: sealed, both_secrets_until: null, both_action_secrets_until: null, untold_secrets: kinds })
    .where('id', '=', row.id)
    .execute();
  for (const kind of kinds)
    await record(trx, { action: 'automation.secret_rotated', target: { id: row.id, name: row.name }, after: { kind } });
}
