import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import type { AuditAction } from '@parlance/shared/contract/api/audit/audit-actions';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';

/**
 * What people do with dialogues of their own. The dialogue log hides whose a dialogue is, and these entries say who it
 * was: they do not name it by the id that the log gives.
 */
export const ownDialogueActs: readonly AuditAction[] = [
  'dialogue.shared',
  'dialogue.share_ended',
  'dialogue.share_copied',
  'dialogue.deleted',
  'dialogue.restored',
  'dialogue.exported',
];

/** Other names for the dialogues of an organisation. */
export type DialogueMask = {
  /** 32 hexadecimal digits: the same for a dialogue in every entry. */
  readonly mask: (dialogueId: string) => string;
  /** The dialogue of a name; null where the text is none. */
  readonly unmask: (name: string) => string | null;
};

const keyBytes = 16;
const name = /^[0-9a-f]{32}$/;

/**
 * An id is one block of the cipher, enciphered under a key of the organisation that leaves the server nowhere: nobody
 * else can make one from the other, and entries from before, which hold the id itself, are found by the name as well.
 */
export function dialogueMask(aliasKey: string): DialogueMask {
  const key = createHash('sha256').update(`dialogues of the audit log\0${aliasKey}`).digest().subarray(0, keyBytes);
  const through = (cipher: ReturnType<typeof createCipheriv>, hex: string) =>
    Buffer.concat([cipher.setAutoPadding(false).update(hex, 'hex'), cipher.final()]).toString('hex');
  return {
    mask: (dialogueId) => through(createCipheriv('aes-128-ecb', key, null), dialogueId.replaceAll('-', '')),
    unmask: (text) => (name.test(text) ? dashed(through(createDecipheriv('aes-128-ecb', key, null), text)) : null),
  };
}

const dashed = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

export async function readDialogueMask(trx: Trx, organizationId: string): Promise<DialogueMask> {
  const own = trx
    .selectFrom('organizations')
    .where('id', '=', organizationId)
    .select(sql<string>`alias_key::text`.as('key'));
  const { key } = await own.executeTakeFirstOrThrow();
  return dialogueMask(key);
}

type AuditTarget = { readonly action: AuditAction; readonly target_id: string | null };

/**
 * The target of an entry as it is shown: entries from before hold the id, and the chain of hashes keeps them as they
 * are.
 */
export const shownTargetId = ({ action, target_id: id }: AuditTarget, { mask }: DialogueMask): string | null =>
  id === null || !isUnmasked(id) || !ownDialogueActs.includes(action) ? id : mask(id);

const isUnmasked = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
