// The chunks of Gemini's stream (https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent).

export const usage = { promptTokenCount: 7, candidatesTokenCount: 3, totalTokenCount: 10 };

/** Writes chunks as the stream has them. */
export const body = (...chunks: readonly object[]): string =>
  chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\r\n\r\n`).join('');

/** A chunk with parts of the answer. */
export const parts = (content: readonly object[], more: object = {}, counts: object = usage) => ({
  candidates: [{ content: { parts: content, role: 'model' }, index: 0, ...more }],
  usageMetadata: counts,
  modelVersion: 'gemini-3-pro-preview',
  responseId: 'mAitaLmkHPPlz7IPvtfUqQ4',
});

export const word = (text: string, more: object = {}) => parts([{ text, ...more }]);
export const thought = (text: string, more: object = {}) => parts([{ text, thought: true, ...more }]);
/** The last chunk. */
export const end = (reason = 'STOP', content: readonly object[] = [{ text: '' }]) =>
  parts(content, { finishReason: reason });

/** “Good day.” */
export const good = body(
  parts([{ text: 'Good' }], {}, { promptTokenCount: 7, candidatesTokenCount: 1, totalTokenCount: 8 }),
  word(' day.'),
  end(),
);
