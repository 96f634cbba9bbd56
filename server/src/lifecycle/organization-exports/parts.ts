import { type RawBuilder, sql } from 'kysely';
import { aliasOf } from '../../oversight/dialogue-log/names.ts';
import { type DialogueMask, shownTargetId } from '../../platform/audit/masked-dialogues.ts';
import type { Trx } from '../../platform/db/database.ts';

/** A file of the export with a line of JSON for each row, read by pages in the order of a key. */
export type Part = {
  readonly name: string;
  /** The number of rows per statement. */
  readonly atOnce: number;
  /** Selects `key`, as text, and `line`, the row as JSON, of the rows behind a key. */
  readonly select: (after: string | null) => RawBuilder<Row>;
  /** Transforms a line that tells what the dialogue log hides. */
  readonly write?: (line: Line, how: Sight) => Line;
};
type Line = Readonly<Record<string, unknown>>;
type Row = { key: string; line: Line };
/** The permission to tell whose dialogues are whose. */
export type Sight = { readonly mask: DialogueMask; readonly hasNames: boolean };

type Entry = Parameters<typeof shownTargetId>[0];

const firstId = '00000000-0000-0000-0000-000000000000';
const manyAtOnce = 500;
/** Each has all its messages with it. */
const dialoguesAtOnce = 20;

/** Builds a part from a table whose key is a uuid. `line` refers to the row as `it`. */
const byId = (
  name: string,
  table: string,
  line: RawBuilder<unknown>,
  {
    where = sql`true`,
    atOnce = manyAtOnce,
    write,
  }: { where?: RawBuilder<unknown>; atOnce?: number; write?: NonNullable<Part['write']> } = {},
): Part => ({
  name,
  atOnce,
  ...(write === undefined ? {} : { write }),
  select: (after) =>
    sql<Row>`select it.id::text as key, ${line} as line from ${sql.table(table)} as it where it.id > ${after ?? firstId}::uuid and ${where} order by it.id limit ${atOnce}`,
});

const versions = (table: string, column: string) =>
  sql`(select coalesce(jsonb_agg(to_jsonb(numbered) - 'organization_id' order by numbered.number), '[]') from ${sql.table(table)} as numbered where numbered.${sql.ref(column)} = it.id)`;
const whole = sql`to_jsonb(it) - 'organization_id'`;

/**
 * Everything of an organisation, table by table. A tenant's transaction reads it: row-level security keeps everybody
 * else's out. It leaves out deleted things, and secrets of tools and automations.
 */
export const parts: readonly Part[] = [
  byId(
    'members.jsonl',
    'memberships',
    sql`${whole} || (select jsonb_build_object('email', email, 'username', username, 'language', language) from users where users.id = it.user_id)`,
  ),
  byId(
    'teams.jsonl',
    'teams',
    sql`${whole} || jsonb_build_object('members', (select coalesce(jsonb_agg(member_id order by member_id), '[]') from team_members where team_members.team_id = it.id))`,
  ),
  byId(
    'dialogues.jsonl',
    'dialogues',
    sql`${whole} - '{leaf_id,is_searchable,deleted_at}'::text[] || jsonb_build_object('member_alias', ${aliasOf(sql.ref('it.member_id'))}, 'messages',
    (select coalesce(jsonb_agg(to_jsonb(message) - '{organization_id,dialogue_id,is_searchable}'::text[] || jsonb_build_object(
      'rating', (select jsonb_build_object('value', value, 'reasons', reasons, 'comment', comment) from ratings where ratings.message_id = message.id),
      'files', (select coalesce(jsonb_agg(attachments.file_id order by message_attachments.position), '[]') from message_attachments join attachments on attachments.id = message_attachments.attachment_id where message_attachments.message_id = message.id))
      order by message.position), '[]') from messages as message where message.dialogue_id = it.id))`,
    {
      where: sql`it.kind = 'member' and it.deleted_at is null`,
      atOnce: dialoguesAtOnce,
      write: ({ member_id, folder_id, ...line }, { hasNames }) => (hasNames ? { ...line, member_id, folder_id } : line),
    },
  ),
  byId(
    'agents.jsonl',
    'bots',
    sql`${whole} || jsonb_build_object('versions', ${versions('agent_versions', 'bot_id')}, 'files', (select coalesce(jsonb_agg(file_id), '[]') from bot_files where bot_files.bot_id = it.id))`,
    { where: sql`it.deleted_at is null` },
  ),
  byId(
    'prompt-templates.jsonl',
    'prompt_templates',
    sql`${whole} || jsonb_build_object('versions', ${versions('prompt_template_versions', 'template_id')})`,
    { where: sql`it.deleted_at is null` },
  ),
  byId('tools.jsonl', 'tools', sql`${whole} - 'secrets'`),
  byId(
    'knowledge.jsonl',
    'knowledge_sources',
    sql`${whole} - '{pending_key,pending_name,pending_media_type,pending_size,pending_sha256}'::text[]`,
    { where: sql`it.deleted_at is null` },
  ),
  byId('files.jsonl', 'files', sql`${whole} - '{content,storage_key,embedding_model,indexed_model}'::text[]`),
  byId('schedules.jsonl', 'schedules', whole, { where: sql`it.deleted_at is null` }),
  byId('automations.jsonl', 'automations', sql`${whole} - '{secrets,form_token_hash}'::text[]`, {
    where: sql`it.deleted_at is null`,
  }),
  byId(
    'invoices.jsonl',
    'invoices',
    sql`${whole} || jsonb_build_object('lines', (select jsonb_agg(to_jsonb(line) - '{organization_id,invoice_id}'::text[] order by line.position) from invoice_lines as line where line.invoice_id = it.id), 'reversals', (select jsonb_agg(to_jsonb(back) - '{organization_id,invoice_id}'::text[] order by back.told_at) from reversals as back where back.invoice_id = it.id))`,
  ),
  {
    name: 'audit-log.jsonl',
    atOnce: manyAtOnce,
    write: (line, { mask }) => ({ ...line, target_id: shownTargetId(line as Entry, mask) }), // the row has both columns
    select: (after) =>
      sql<Row>`select it.seq::text as key, to_jsonb(it) - '{organization_id,tokens}'::text[] as line from searched_audit_log as it where it.seq > ${after ?? '0'}::bigint order by it.seq limit ${manyAtOnce}`,
  },
];

/** Reads the next rows of a part, as lines, and the key to continue behind; null after the last. */
export async function readPart(
  trx: Trx,
  part: Part,
  after: string | null,
  how: Sight,
): Promise<{ text: string; last: string } | null> {
  const { rows } = await part.select(after).execute(trx);
  const last = rows.at(-1);
  return last === undefined
    ? null
    : { text: rows.map(({ line }) => `${JSON.stringify(part.write?.(line, how) ?? line)}\n`).join(''), last: last.key };
}
