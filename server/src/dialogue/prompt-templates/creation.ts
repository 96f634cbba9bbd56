import {
  type PromptTemplateDefinition,
  promptTemplateFileVersion,
} from '@parlance/shared/contract/agents/prompt-template';
import {
  promptTemplateFile,
  type createPromptTemplate,
  type PromptTemplate,
} from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import * as z from 'zod/mini';
import { record } from '../../platform/audit/record.ts';
import { templateTarget } from '../../platform/audit/targets.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { fingerprintOf, requireSameRequest } from '../../platform/http/idempotency.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { lockKey } from '../dialogues/turns.ts';
import { isTaken, readTemplate, requireFaultless, requireFreeCommand, storableContent } from './templates.ts';

type Body = CheckedInput<typeof createPromptTemplate>['body'];
type Content = {
  definition: PromptTemplateDefinition;
  command: string | null;
  category: string;
  tags: readonly string[];
  message: string;
};

/** Makes a template of the caller's; a repeated request with the same key gets the one that was made. */
export async function createTemplate(
  trx: Trx,
  caller: Caller,
  { idempotency_key, from }: Body,
): Promise<PromptTemplate> {
  const { organizationId, memberId } = caller;
  const fingerprint = fingerprintOf({ from });
  await lockKey(trx, memberId, idempotency_key);
  const made = await findMade(trx, memberId, idempotency_key, fingerprint);
  if (made !== undefined) return readTemplate(trx, caller, made);
  const content = await contentOf(trx, caller, from);
  requireFaultless(content.definition, 'body.from.definition');
  await requireFreeCommand(trx, organizationId, content.command, null);
  const id = await insertTemplate(trx, { organizationId, memberId }, content);
  await trx
    .insertInto('prompt_template_requests')
    .values({
      organization_id: organizationId,
      member_id: memberId,
      idempotency_key,
      request_fingerprint: fingerprint,
      template_id: id,
    })
    .execute();
  await record(trx, {
    action: 'prompt_template.created',
    target: await templateTarget(trx, id),
    after: { from: from.kind },
  });
  return readTemplate(trx, caller, id);
}

/**
 * The template that an earlier request with this key has made; undefined where there is none. Throws
 * idempotency_key_reused where it asked for something else.
 */
async function findMade(trx: Trx, memberId: string, key: string, fingerprint: Buffer): Promise<string | undefined> {
  const made = await trx
    .selectFrom('prompt_template_requests')
    .where('member_id', '=', memberId)
    .where('idempotency_key', '=', key)
    .select(['template_id', 'request_fingerprint'])
    .executeTakeFirst();
  if (made !== undefined) requireSameRequest(made.request_fingerprint, fingerprint);
  return made?.template_id;
}

async function contentOf(trx: Trx, caller: Caller, from: Body['from']): Promise<Content> {
  if (from.kind === 'new') return from;
  if (from.kind === 'copy') {
    const { definition, category, tags, can } = await readTemplate(trx, caller, from.template_id);
    if (!can.copy) throw new ApiError('forbidden');
    return { definition, category, tags, command: null, message: '' };
  }
  const file = readFile(from.file);
  const isFree = file.command !== null && !(await isTaken(trx, file.command, null));
  return { ...file, command: isFree ? file.command : null, message: '' };
}

const anyFile = z.object({ kind: z.literal('parlance.prompt-template'), version: z.number() });

/** What a file says. One of a newer product is told apart from one that is broken. */
function readFile(file: unknown): Omit<Content, 'message'> {
  const { data: head } = z.safeParse(anyFile, file);
  if (head !== undefined && head.version > promptTemplateFileVersion) throw new ApiError('import_too_new');
  const read = z.safeParse(promptTemplateFile, file);
  if (read.success) return read.data;
  throw new ApiError('validation_failed', {
    issues: read.error.issues.map(({ path, code }) => ({
      path: ['body.from.file', ...path.map(String)].join('.'),
      message: code,
    })),
  });
}

/** The first version is in use at once: nobody but its owner sees it. */
export async function insertTemplate(
  trx: Trx,
  { organizationId, memberId }: Pick<Caller, 'organizationId' | 'memberId'>,
  content: Content,
): Promise<string> {
  const { id } = await trx
    .insertInto('prompt_templates')
    .values({
      organization_id: organizationId,
      owner_id: memberId,
      command: content.command,
      category: content.category.toWellFormed(),
      tags: tagsOf(content.tags),
      version_in_use: 1,
      changed_by: memberId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('prompt_template_versions')
    .values({
      organization_id: organizationId,
      template_id: id,
      number: 1,
      definition: storableContent(content.definition),
      message: content.message.toWellFormed(),
      created_by: memberId,
    })
    .execute();
  return id;
}

/** Each once, in the order they were given. */
export const tagsOf = (tags: readonly string[]): string[] => [...new Set(tags.map((tag) => tag.toWellFormed()))];
