import { type EventPlace, withEventsApart } from '@parlance/shared/contract/agents/event-material';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { askAside } from '../../money/ledger/ask-aside.ts';
import type { Trx } from '../../platform/db/database.ts';
import { eventsPrompt } from '../../platform/language-models/prompt.ts';
import { withoutFindings } from '../governance/engine/guard.ts';
import { makeSearchable } from '../messages/search-index.ts';
import { governanceVersion } from '../runs/repository.ts';
import type { EndedRun } from '../runs/runner.ts';
import { titleFrom } from './title.ts';

/** The concurrency: answers that people wait for go before titles that nobody waits for. */
const atOnce = 2;
/** The maximal queue: a longer one means that a provider hangs, and prompts serve as titles too. */
const waitingAtMost = 200;
const timeLimitMs = 30_000;
/** The excerpt of the first turn that a title needs. */
const excerptLength = 2_000;
/** The maximal output: a model that goes on for longer has not understood what a title is. */
const answerMaxLength = 2_000;

const instructions = 'You give titles to dialogues.';
const request =
  'Write a title for this dialogue: two to six words in the language of its first message, without quotation marks and without a full stop. Answer with the title and nothing else.';

/**
 * Generates titles in the background with the language model that gave the first answer of a dialogue. Until then, and
 * upon failure, the first prompt is the title; one given by a member is never replaced.
 */
export const automaticTitlesPlugin = fp(
  async (app: FastifyInstance) => {
    if (!app.config.MODEL_TITLES) return;
    const closing = new AbortController();
    const waiting: EndedRun[] = [];
    const working = new Set<Promise<void>>();
    const next = () => {
      const run = working.size < atOnce && !closing.signal.aborted ? waiting.shift() : undefined;
      if (run === undefined) return;
      const work = giveTitle(app, run, closing.signal)
        .catch((error: unknown) =>
          app.log.warn({ err: error, run: run.id }, 'a dialogue keeps its first prompt as its title'),
        )
        .finally(() => {
          working.delete(work);
          next();
        });
      working.add(work);
    };
    app.runs.onEnd((run) => {
      if (run.status !== 'complete' || waiting.length >= waitingAtMost) return;
      waiting.push(run);
      next();
    });
    app.addHook('preClose', async () => {
      closing.abort();
      await Promise.all(working);
    });
  },
  { name: 'automatic-titles', dependencies: ['models', 'runs', 'rule-book'] },
);

async function giveTitle(app: FastifyInstance, { id, organizationId }: EndedRun, closing: AbortSignal): Promise<void> {
  const turn = await app.db.asTenant(organizationId, (trx) => findFirstTurn(trx, id));
  if (turn === undefined) return;
  if (app.models.of(turn.model_id).model.kind !== 'language-model') return;
  const paying = { organizationId, memberId: turn.member_id, botId: turn.bot_id };
  const signal = AbortSignal.any([closing, AbortSignal.timeout(timeLimitMs)]);
  const title = titleFrom(
    await askAside(app, paying, {
      modelId: turn.model_id,
      instructions: turn.event_places.length > 0 ? `${instructions} ${eventsPrompt}` : instructions,
      turns: turnsOf(turn),
      language: turn.language,
      signal,
      longest: answerMaxLength,
      isSimple: true,
    }),
  );
  if (title === null) return;
  await app.db.asTenant(organizationId, async (trx) => {
    const asker = { organizationId, memberId: turn.member_id, governanceVersion: turn.governance_version };
    const checker = await app.ruleBook.checker(trx, asker, { kind: 'answer', botId: turn.bot_id });
    await replaceTitle(trx, turn.dialogue_id, checker === null ? title : withoutFindings(checker, title));
  });
}

const turnsOf = ({
  prompt,
  event_places: places,
  answer,
}: {
  prompt: string;
  event_places: readonly EventPlace[];
  answer: string;
}) => [
  { author: 'member' as const, content: withEventsApart(prompt.slice(0, excerptLength).toWellFormed(), places) },
  { author: 'bot' as const, content: answer.slice(0, excerptLength).toWellFormed() },
  { author: 'member' as const, content: request },
];

/** Finds the first turn of a dialogue whose title is its prompt; undefined if the run belongs to a later one. */
function findFirstTurn(trx: Trx, runId: string) {
  return trx
    .selectFrom('runs')
    .innerJoin('dialogues', 'dialogues.id', 'runs.dialogue_id')
    .innerJoin('bots', 'bots.id', 'dialogues.bot_id')
    .innerJoin('messages as prompts', 'prompts.id', 'runs.prompt_id')
    .innerJoin('messages as answers', 'answers.id', 'runs.answer_id')
    .where('runs.id', '=', runId)
    .where('prompts.parent_id', 'is', null)
    .where('dialogues.title_source', '=', 'prompt')
    .where('dialogues.kind', '=', 'member')
    .where('dialogues.is_listed', '=', true)
    .where('dialogues.deleted_at', 'is', null)
    .select([
      'runs.dialogue_id',
      'runs.member_id',
      'runs.language',
      'dialogues.bot_id',
      'bots.model_id',
      'prompts.content as prompt',
      'prompts.event_places',
      'answers.content as answer',
      governanceVersion.as('governance_version'),
    ])
    .executeTakeFirst();
}

/** Replaces the title, unless the member gave one meanwhile. */
async function replaceTitle(trx: Trx, dialogueId: string, title: string): Promise<void> {
  const replaced = await trx
    .updateTable('dialogues')
    .set({ title, title_source: 'model', is_searchable: false })
    .where('id', '=', dialogueId)
    .where('title_source', '=', 'prompt')
    .returning('id')
    .executeTakeFirst();
  if (replaced !== undefined) await makeSearchable(trx, dialogueId);
}
