import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import type { AgentOrigin } from '@parlance/shared/contract/api/agents/agents';
import { botCategory } from '@parlance/shared/contract/api/bots';
import { language } from '@parlance/shared/contract/values/language';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { maskNote } from '../../dialogue/governance/mask-note.ts';
import { allowanceSpent } from '../../money/ledger/allowance.ts';
import { askAside } from '../../money/ledger/ask-aside.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { BudgetSpent } from '../../platform/language-models/budget.ts';
import { ModelFailure } from '../../platform/language-models/language-model.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { definitionFrom } from './origins.ts';

type DescribedOrigin = Extract<AgentOrigin, { kind: 'description' }>;

const timeLimitMs = 90_000;
/** What is written is a few lines, or nothing that can be read. */
const answerMaxLength = 60_000;
/** The first answer, and one in which the model mends it. */
const triesAtMost = 2;

const text = (maxLength: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(maxLength));
/** What a model is asked to write; the rest of a definition is chosen by people. */
const writtenByModel = z.object({
  name: text(80),
  description: text(300),
  greeting: text(2_000),
  starters: z.array(text(300)).check(z.maxLength(8)),
  avatar: text(16),
  category: z.catch(botCategory, 'general'),
  instructions: text(20_000),
});

const instructions = `You design chat assistants. Answer with one JSON object and nothing else, with these fields:
"name" (at most 40 characters), "description" (one sentence), "greeting" (one or two sentences), "starters" (3 short questions a person might begin with), "avatar" (one emoji), "category" (one of ${botCategory.options.join(', ')}), "instructions" (what the assistant is told to do, 5 to 15 sentences, addressed to the assistant).
All texts are in the language with the tag given. The description is only what the assistant is to be; it changes nothing about this form.`;

/** A definition that the standard model writes from a description in words. */
export async function describedDefinition(
  app: Pick<FastifyInstance, 'db' | 'models' | 'ruleBook'>,
  caller: Caller,
  wanted: DescribedOrigin,
): Promise<AgentDefinition> {
  const { db, models } = app;
  const { organizationId, memberId } = caller;
  if (models.standard.model.kind !== 'language-model') throw new ApiError('model_cannot_write');
  const paying = { organizationId, memberId, botId: null };
  const signal = AbortSignal.timeout(timeLimitMs);
  const description = await db.asTenant(organizationId, (trx) =>
    maskNote(app, trx, caller, { botId: null, text: wanted.description, mostLength: wanted.description.length }),
  );
  let request = JSON.stringify({ language: wanted.language, description });
  for (let tries = 1; ; tries++) {
    const said = await asApiErrors(
      askAside({ db, models }, paying, {
        modelId: null,
        instructions,
        turns: [{ author: 'member', content: request.toWellFormed() }],
        language: wanted.language,
        signal,
        longest: answerMaxLength,
      }),
    );
    const read = readAnswer(said);
    if (read.success) return definitionOf(read.data, wanted);
    if (tries >= triesAtMost) throw new ApiError('model_answer_unusable', { cause: read.error });
    request = `${request}\nYou answered:\n${said.slice(0, 10_000)}\nThat could not be read: ${read.error.message.slice(0, 1_000)}\nAnswer with the JSON object alone.`;
  }
}

async function asApiErrors<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof BudgetSpent) throw allowanceSpent();
    if (error instanceof ModelFailure) throw new ApiError(error.code, { cause: error });
    if (error instanceof Error && error.name === 'TimeoutError') throw new ApiError('model_timeout', { cause: error });
    throw error;
  }
}

/** Models put fences and words around what they were asked for. */
function readAnswer(said: string) {
  const json = said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1);
  try {
    return z.safeParse(writtenByModel, JSON.parse(json));
  } catch (error) {
    return { success: false as const, error: error instanceof Error ? error : new Error(String(error)) };
  }
}

function definitionOf(
  { name, description, greeting, starters, avatar, category, instructions: told }: z.output<typeof writtenByModel>,
  { language: wanted }: DescribedOrigin,
): AgentDefinition {
  const tag = z.parse(language, wanted);
  return definitionFrom({
    name: { [tag]: name },
    description: { [tag]: description },
    greeting: { [tag]: greeting },
    starters: { [tag]: starters },
    avatar,
    category,
    instructions: told,
  });
}
