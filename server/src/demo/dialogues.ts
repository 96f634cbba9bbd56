import { randomUUID } from 'node:crypto';
import type { RatingValue } from '@parlance/shared/contract/api/dialogues';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { askDialogue } from '../dialogue/dialogues/ask.ts';
import { keepRating } from '../dialogue/dialogues/ratings.ts';
import { findCallerOf } from '../people/session/repository.ts';
import type { Caller } from '../platform/principal/caller.ts';

type DialogueSeed = {
  readonly email: string;
  readonly bot: string;
  readonly hoursAgo: number;
  readonly prompts: readonly string[];
  readonly rated?: RatingValue;
};

/** What people have asked, the longest ago first. Who signs in begins with the bot that they asked last. */
const dialogues: readonly DialogueSeed[] = [
  {
    email: 'otp@pro.example',
    bot: 'IT Security Guide',
    hoursAgo: 190,
    prompts: ['My laptop was stolen. What do I do?'],
    rated: 'up',
  },
  {
    email: 'member@pro.example',
    bot: 'People Desk',
    hoursAgo: 171,
    prompts: ['How much may a hotel in a capital cost?', 'And what do I get for meals?'],
  },
  { email: 'admin@pro.example', bot: 'House Guide', hoursAgo: 147, prompts: ['How do I register a visitor?'] },
  {
    email: 'member@pro.example',
    bot: 'IT Security Guide',
    hoursAgo: 98,
    prompts: ['How long must a password be?'],
    rated: 'up',
  },
  { email: 'owner@pro.example', bot: 'House Guide', hoursAgo: 74, prompts: ['Where can electric cars charge?'] },
  {
    email: 'otp@pro.example',
    bot: 'People Desk',
    hoursAgo: 52,
    prompts: ['Do I need a doctor’s certificate when I am ill?'],
    rated: 'down',
  },
  {
    email: 'member@pro.example',
    bot: 'House Guide',
    hoursAgo: 29,
    prompts: ['Where is the assembly point when the fire alarm sounds?'],
  },
  {
    email: 'owner@pro.example',
    bot: 'IT Security Guide',
    hoursAgo: 26,
    prompts: ['May confidential information be typed into AI services?'],
    rated: 'up',
  },
  { email: 'owner@team.example', bot: 'House Guide', hoursAgo: 23, prompts: ['When is the building open?'] },
  {
    email: 'owner@pro.example',
    bot: 'People Desk',
    hoursAgo: 5,
    prompts: ['How many days of annual leave do I have?', 'How many unused days carry over?'],
  },
  {
    email: 'member@pro.example',
    bot: 'People Desk',
    hoursAgo: 3,
    prompts: ['On how many days may I work from abroad?'],
  },
  {
    email: 'owner@team.example',
    bot: 'People Desk',
    hoursAgo: 2,
    prompts: ['Within how many days do I hand in expenses?'],
  },
];

/**
 * Lets people of the demonstration ask bots about their files, so that lists and logs hold something. Answers are those
 * of the embedded model: where a language model is set, nothing is asked of it before somebody wants to know something.
 */
export async function addDemoDialogues(app: FastifyInstance): Promise<void> {
  if (app.models.of(null).model.kind !== 'embedded') return;
  // At once: the embedded model answers at the pace of a reader.
  await Promise.all(dialogues.map((asked) => askAll(app, asked)));
}

async function askAll(app: FastifyInstance, { email, bot, hoursAgo, prompts, rated }: DialogueSeed): Promise<void> {
  const { caller, botId } = await findBoth(app, email, bot);
  let place: Parameters<typeof askDialogue>[2] = { botId };
  let dialogueId = '';
  let answerId = '';
  for (const prompt of prompts) {
    const { dialogue_id, answer } = await askDialogue(app, caller, place, {
      prompt,
      idempotency_key: randomUUID(),
      attachment_ids: [],
      accepts_warning: false,
    });
    if (answer.run !== null) await app.runs.ended(answer.run.id);
    [dialogueId, answerId] = [dialogue_id, answer.id];
    place = { dialogueId, parentId: undefined };
  }
  await app.db.asTenant(caller.organizationId, async (trx) => {
    if (rated !== undefined)
      await keepRating(trx, caller.organizationId, answerId, { value: rated, reasons: [], comment: '' });
    const earlier = sql`make_interval(hours => ${hoursAgo}::integer)`;
    await sql`update messages set created_at = created_at - ${earlier} where dialogue_id = ${dialogueId}`.execute(trx);
    await sql`update runs set created_at = created_at - ${earlier}, begun_at = begun_at - ${earlier}, ended_at = ended_at - ${earlier} where dialogue_id = ${dialogueId}`.execute(
      trx,
    );
    await sql`update dialogues set created_at = created_at - ${earlier}, updated_at = updated_at - ${earlier} where id = ${dialogueId}`.execute(
      trx,
    );
    await sql`update bot_uses set last_used_at = (select max(updated_at) from dialogues where bot_id = ${botId} and member_id = ${caller.memberId}) where bot_id = ${botId} and member_id = ${caller.memberId}`.execute(
      trx,
    );
  });
}

async function findBoth(app: FastifyInstance, email: string, bot: string): Promise<{ caller: Caller; botId: string }> {
  const found = await app.db.asSystem(async (trx) => {
    const { id } = await trx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('email', '=', email)
      .select('memberships.id')
      .executeTakeFirstOrThrow();
    const caller = await findCallerOf(trx, id);
    if (caller === null) return null;
    const { id: botId } = await trx
      .selectFrom('bots')
      .where('organization_id', '=', caller.organizationId)
      .where((is) => is(is.ref('name', '->>').key('en'), '=', bot))
      .select('id')
      .executeTakeFirstOrThrow();
    return { caller, botId };
  });
  if (found === null) throw new Error(`The demonstration has nobody called ${email}.`);
  return found;
}
