import type { Question, Turn } from './language-model.ts';
import type { Exchange, Tools } from './tool-calling.ts';

/**
 * The bytes of UTF-8 per token. Latin text has four or more, Chinese and Thai three: with three, no common tokenizer
 * exceeds the estimate. An exact count would need a vocabulary per model, fetched from elsewhere.
 */
const bytesAToken = 3;
/** The tokens that providers count for an image of common size. */
export const tokensAPicture = 1_000;
/** The tokens of role names and separators around a turn. */
const tokensATurn = 8;

/** Estimates the tokens of a text, rather too high than too low. */
export const estimateTokens = (text: string): number => tokensOfBytes(Buffer.byteLength(text));
/** Estimates the tokens of a number of UTF-8 bytes; and the reverse, the bytes that fit. */
export const tokensOfBytes = (bytes: number): number => Math.ceil(bytes / bytesAToken);

export const bytesOfTokens = (tokens: number): number => tokens * bytesAToken;

export const tokensOfTurn = ({ content, images = [], exchanges }: Turn): number =>
  tokensATurn +
  estimateTokens(content) +
  images.length * tokensAPicture +
  (exchanges === undefined ? 0 : tokensOfExchanges(exchanges));

export const tokensOfTurns = (turns: readonly Turn[]): number =>
  turns.reduce((sum, turn) => sum + tokensOfTurn(turn), 0);

/** Estimates the tokens of tool definitions and of the calls made for this answer. */
export const tokensOfTools = (tools: Tools | undefined): number =>
  tools === undefined ? 0 : tokensOfFunctions(tools.functions) + tokensOfExchanges(tools.exchanges);

function tokensOfExchanges(exchanges: readonly Exchange[]): number {
  let pictures = 0;
  const texts = exchanges.map(({ said, calls }) => ({
    said,
    calls: calls.map(({ images = [], ...call }) => {
      pictures += images.length;
      return call;
    }),
  }));
  return estimateTokens(JSON.stringify(texts)) + pictures * tokensAPicture;
}

export const tokensOfFunctions = (functions: Tools['functions']): number =>
  functions.length === 0 ? 0 : estimateTokens(JSON.stringify(functions));

/**
 * Estimates the tokens sent for a question: its system prompt, turns, tools, and the part of the answer that exists.
 */
export const tokensOf = (system: string, { turns, begun = '', tools }: Question): number =>
  estimateTokens(system) + tokensOfTurns(turns) + tokensOfTools(tools) + estimateTokens(begun);
