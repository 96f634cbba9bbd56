import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { AutomationRow } from './repository.ts';
import { replaceSecret } from './secrets.ts';

type SecretsRow = Pick<AutomationRow, 'id' | 'name' | 'secrets'>;

/**
 * Replaces the secrets that a previous owner has seen: they open and sign nothing from now on. Nobody has seen the new
 * ones; the present owner creates theirs, for its senders and receivers.
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
