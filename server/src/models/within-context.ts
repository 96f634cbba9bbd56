import { ModelFailure, type Question, type Source, type Turn } from './language-model.ts';
import { systemPrompt } from './prompt.ts';
import { estimateTokens, tokensOfTools, tokensOfTurn } from './tokens.ts';

/** Kept free for the answer: this share of what the model takes, and no more than an answer needs. */
const shareOfAnswer = 0.25;
const answerTokensAtMost = 4_096;

/**
 * The question as it fits a model: without the sources that matter least, then without the oldest turns. Throws
 * model_context_exceeded where the prompt alone is too long.
 */
export function withinContext(question: Question, contextLength: number | null): Question {
  if (contextLength === null) return question;
  const room = contextLength - Math.min(answerTokensAtMost, Math.floor(contextLength * shareOfAnswer)) - estimateTokens(question.begun ?? '') - tokensOfTools(question.tools);
  const prompt = question.turns.at(-1);
  const promptTokens = prompt === undefined ? 0 : tokensOfTurn(prompt);
  const sources = sourcesWithin(question, room - promptTokens);
  const left = room - promptTokens - estimateTokens(systemPrompt({ ...question, sources }));
  if (left < 0) {
    throw new ModelFailure('model_context_exceeded', `The prompt is estimated at ${promptTokens} tokens; the model takes ${contextLength} in all.`);
  }
  return { ...question, sources, turns: [...newestWithin(question.turns.slice(0, -1), left), ...question.turns.slice(-1)] };
}

/** As many of the best sources as fit beside the instructions. */
function sourcesWithin(question: Question, room: number): readonly Source[] {
  for (let count = question.sources.length; count > 0; count--) {
    const sources = question.sources.slice(0, count);
    if (estimateTokens(systemPrompt({ ...question, sources })) <= room) return sources;
  }
  return [];
}

function newestWithin(turns: readonly Turn[], room: number): Turn[] {
  const kept: Turn[] = [];
  let left = room;
  for (const turn of turns.toReversed()) {
    left -= tokensOfTurn(turn);
    if (left < 0) break;
    kept.unshift(turn);
  }
  return kept;
}
