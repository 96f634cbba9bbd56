/** Kept free for the answer: this share of what the model takes, and no more than an answer needs. */
const shareOfAnswer = 0.25;
const answerTokensAtMost = 4_096;

/** The context length assumed if the operator states none: no current model takes less. */
const assumedContextLength = 32_768;

/** Tokens that may be sent to a model that takes so many in all, prompt and answer together. */
export const tokensToSend = (contextLength: number): number =>
  contextLength - Math.min(answerTokensAtMost, Math.floor(contextLength * shareOfAnswer));

/** The same, where it may not be known how many the model takes. */
export const assumedTokensToSend = (contextLength: number | null): number =>
  tokensToSend(contextLength ?? assumedContextLength);
