/** The room kept free for the answer: this share of the context, and no more than an answer needs. */
const shareOfAnswer = 0.25;
const answerTokensAtMost = 4_096;

/** The context length assumed if the operator states none: no current model takes less. */
const assumedContextLength = 32_768;

/** Returns the tokens that may be sent to a model with a context length for prompt and answer together. */
export const tokensToSend = (contextLength: number): number =>
  contextLength - Math.min(answerTokensAtMost, Math.floor(contextLength * shareOfAnswer));

/** Returns the same for a model whose context length may be unknown. */
export const assumedTokensToSend = (contextLength: number | null): number =>
  tokensToSend(contextLength ?? assumedContextLength);
