import { createHash } from 'node:crypto';
import { can } from '@parlance/shared/contract/access/evaluate';
import type { Action, ActionKind } from '@parlance/shared/contract/agents/automation';
import type { ActionOutcome } from '@parlance/shared/contract/api/executions';
import { fallbackLanguage, textIn } from '@parlance/shared/contract/values/language';
import { askDialogue } from '../../dialogue/dialogues/ask.ts';
import { askedChannel } from '../../dialogue/runs/asked-elsewhere.ts';
import { fileKinds } from '../../library/extraction/file-kinds.ts';
import { keepFile } from '../../library/files/keep-file.ts';
import { addBytes } from '../../library/knowledge/add.ts';
import { lockFolder } from '../../library/knowledge/repository.ts';
import { record } from '../../platform/audit/record.ts';
import { hasArrived, sendMessage } from '../../platform/audit/webhook/send.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { queueMails } from '../../platform/mail/queue-mail.ts';
import type { Breakers } from '../../platform/outgoing/breakers.ts';
import type { Outgoing } from '../../platform/outgoing/outgoing.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { type ExecutionDependencies, askingFor } from '../executions/ask-for.ts';
import { type Material, fileNameOf, mailOf, messageOf, promptFor, shownAs } from './action-texts.ts';
import { findReceivers } from './checks.ts';
import { noteEffect } from './depth.ts';
import { depthHeader } from './receive.ts';
import type { AutomationRow } from './repository.ts';
import { sendingSecrets } from './secrets.ts';

export type ActionDependencies = ExecutionDependencies & {
  readonly storage: Storage;
  readonly outgoing: Outgoing;
  readonly breakers: Breakers;
  /** Read with the first message. */ readonly secrets: () => Secrets;
  /** A receiver may think for so long. */ readonly timeoutMs?: number;
};

/** One action of an execution, as whoever it runs as. */
export type Act = {
  readonly automation: AutomationRow;
  readonly executionId: string;
  readonly position: number;
  readonly depth: number;
  /** When the execution was due: what is sent says so with every try. */
  readonly at: Date;
  readonly caller: Caller;
  readonly material: Material;
};

export type ActionResult = { readonly shown: NonNullable<ActionOutcome['shown']>; readonly httpStatus?: number };
/**
 * Notes that the action is done, in the transaction that does it; false where it was done before, and nothing more may
 * be done.
 */
export type Note = (trx: Trx, done: ActionResult) => Promise<boolean>;

/** A receiver that answers with anything but success; it is tried again unless it says that it never takes it. */
export class NotTaken extends Error {
  override name = 'NotTaken';
  readonly status: number | null;
  readonly code: ApiError['apiCode'] | null;

  constructor(status: number | null, code: ApiError['apiCode'] | null) {
    super(`A receiver did not take it: ${code ?? `status ${status}`}.`);
    this.status = status;
    this.code = code;
  }
}

type Of<Kind extends ActionKind> = Extract<Action, { kind: Kind }>;

/** Does an action. Throws a NotTaken, or an ApiError for what its person may not do or the plan has no room for. */
export async function performAction(
  deps: ActionDependencies,
  act: Act,
  action: Action,
  note: Note,
  signal: AbortSignal,
): Promise<void> {
  switch (action.kind) {
    case 'dialogue':
      return askAnother(deps, act, action, note);
    case 'mail':
      return mail(deps, act, action, note);
    case 'http':
      return send(deps, act, action, note, signal);
    case 'file':
      return keepText(deps, act, action, note);
  }
}

/** The same for the same action, as a key that makes one thing however often it is done. */
function keyOf({ executionId, position }: Act): string {
  const hex = createHash('sha256').update(`${executionId} ${position}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function askAnother(deps: ActionDependencies, act: Act, action: Of<'dialogue'>, note: Note): Promise<void> {
  const { caller, material, depth } = act;
  const { organizationId } = caller;
  const { text: prompt, places } = promptFor(action, material);
  const key = keyOf(act);
  await deps.db.asTenant(organizationId, (trx) => noteEffect(trx, { organizationId, id: key, depth }));
  const { dialogue_id: dialogueId } = await askDialogue(
    askingFor(deps),
    caller,
    { botId: action.bot_id },
    { prompt, event_places: places, idempotency_key: key, attachment_ids: [], accepts_warning: false },
  );
  await deps.db.asTenant(organizationId, async (trx) => {
    const bot = await trx.selectFrom('bots').where('id', '=', action.bot_id).select('name').executeTakeFirst();
    await note(trx, { shown: shownAs(bot === undefined ? '' : textIn(bot.name, caller.language), prompt) });
  });
  deps.events.publish(askedChannel, `${organizationId} ${dialogueId}`);
}

/** In the outbox with the note that it is done: both are kept, or neither. Who is no member any more gets none. */
async function mail(
  { db }: ActionDependencies,
  { caller, automation, material }: Act,
  action: Of<'mail'>,
  note: Note,
): Promise<void> {
  const { subject, text } = mailOf(action, material, automation.name);
  await db.asTenant(caller.organizationId, async (trx) => {
    const receivers = await findReceivers(trx, caller.organizationId, action.member_ids);
    if (receivers.length === 0) throw new ApiError('member_deactivated');
    if (!(await note(trx, { shown: shownAs(receivers.map(({ email }) => email).join(', '), `${subject}\n\n${text}`) })))
      return;
    await queueMails(
      trx,
      receivers.map(({ email, language }) => ({
        to: email,
        language,
        template: 'automation_message',
        values: { subject, text, automation: automation.name },
      })),
    );
  });
}

async function send(
  { db, outgoing, breakers, secrets, timeoutMs }: ActionDependencies,
  act: Act,
  action: Of<'http'>,
  note: Note,
  signal: AbortSignal,
): Promise<void> {
  const { automation, executionId, position, depth, material, at } = act;
  const body = messageOf(material, { name: automation.name, automationId: automation.id, executionId, at });
  const message = { id: `${executionId}_${position}`, at: new Date(), body };
  const outcome = await sendMessage(
    outgoing,
    { url: action.url, secrets: sendingSecrets(secrets(), automation) },
    message,
    {
      organizationId: automation.organization_id,
      breakers,
      signal,
      headers: { [depthHeader]: String(depth + 1) },
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    },
  );
  if (!hasArrived(outcome)) throw new NotTaken(outcome.status, outcome.error_code);
  await db.asTenant(automation.organization_id, (trx) =>
    note(trx, { shown: shownAs(action.url, body), ...(outcome.status === null ? {} : { httpStatus: outcome.status }) }),
  );
}

/** It was done before, by a try whose process was killed right after. */
class DoneBefore extends Error {}

async function keepText(deps: ActionDependencies, act: Act, action: Of<'file'>, note: Note): Promise<void> {
  const { caller, automation, material, depth } = act;
  const { organizationId } = caller;
  if (!can(caller, { kind: 'knowledge', action: 'create', id: null })) throw new ApiError('privilege_missing');
  await deps.db.asTenant(organizationId, (trx) => lockFolder(trx, caller, action.knowledge_id));
  const name = fileNameOf(action, material, automation.name);
  const content = Buffer.from(material.answer.toWellFormed().replaceAll('\0', ''), 'utf8');
  const kind = fileKinds.md;
  try {
    await keepFile(deps, { organizationId, kind, content: [content], size: content.length }, (kept) =>
      deps.db.asTenant(organizationId, async (trx) => {
        const id = await addBytes(trx, caller, {
          name,
          folderId: action.knowledge_id,
          kind: 'text',
          pending: { ...kept, mediaType: kind.mediaType },
        });
        await noteEffect(trx, { organizationId, id, depth });
        await record(trx, { action: 'knowledge_source.created', target: { id, name }, after: { kind: 'text' } });
        if (!(await note(trx, { shown: shownAs(name, material.answer) }))) throw new DoneBefore();
      }),
    );
  } catch (error) {
    if (!(error instanceof DoneBefore)) throw error;
  }
}

/** What an action would do: to whom or where, and with what. */
export async function showAction(
  trx: Trx,
  automation: AutomationRow,
  action: Action,
  material: Material,
  of: { executionId: string; at: Date },
): Promise<ActionResult['shown']> {
  switch (action.kind) {
    case 'dialogue': {
      const bot = await trx.selectFrom('bots').where('id', '=', action.bot_id).select('name').executeTakeFirst();
      return shownAs(bot === undefined ? '' : textIn(bot.name, fallbackLanguage), promptFor(action, material).text);
    }
    case 'mail': {
      const { subject, text } = mailOf(action, material, automation.name);
      return shownAs(
        (await findReceivers(trx, automation.organization_id, action.member_ids)).map(({ email }) => email).join(', '),
        `${subject}\n\n${text}`,
      );
    }
    case 'http':
      return shownAs(action.url, messageOf(material, { name: automation.name, automationId: automation.id, ...of }));
    case 'file':
      return shownAs(fileNameOf(action, material, automation.name), material.answer);
  }
}
