import { tokensToSend } from './context-room.ts';
import { ModelFailure, type Question, type Source, type Turn } from './language-model.ts';
import { sourceText, systemPrompt } from './prompt.ts';
import { estimateTokens, tokensOfTools, tokensOfTurn } from './tokens.ts';

/**
 * Fits a question into a model's context: without the least relevant sources, then without the oldest turns. Throws
 * model_context_exceeded if the prompt alone is too long.
 */
export function withinContext(question: Question, contextLength: number | null): Question {
  if (contextLength === null) return question;
  const room = tokensToSend(contextLength) - estimateTokens(question.begun ?? '') - tokensOfTools(question.tools);
  const prompt = question.turns.at(-1);
  const promptTokens = prompt === undefined ? 0 : tokensOfTurn(prompt);
  const sources = sourcesWithin(question, room - promptTokens);
  const left = room - promptTokens - estimateTokens(systemPrompt({ ...question, sources }));
  if (left < 0) {
    throw new ModelFailure(
      'model_context_exceeded',
      `The prompt is estimated at ${promptTokens} tokens; the model takes ${contextLength} in all.`,
    );
  }
  return {
    ...question,
    sources,
    turns: [...newestWithin(question.turns.slice(0, -1), left), ...question.turns.slice(-1)],
  };
}

/**
 * Returns as many of the first sources as fit beside the instructions. Each is measured once: there may be hundreds.
 */
function sourcesWithin(question: Question, room: number): readonly Source[] {
  let left = room - estimateTokens(systemPrompt({ ...question, sources: question.sources.slice(0, 1) }));
  const tooMany = question.sources.findIndex(
    (source, at) => (at === 0 ? left : (left -= estimateTokens(sourceText(source)) + 1)) < 0,
  );
  return tooMany === -1 ? question.sources : question.sources.slice(0, tooMany);
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
