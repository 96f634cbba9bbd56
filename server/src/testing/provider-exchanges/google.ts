import { type Provider, providerKey } from './exchange.ts';
import { googleCalls } from './google-calls.ts';
import { error, googleFailures } from './google-failures.ts';
import { body, end, good, parts, thought, word } from './google-stream.ts';
import { commonExchanges, exchange } from './native-exchanges.ts';
import { pictureData, withEffort, withLimit } from './questions.ts';
import { json, withoutParameter } from './refusals.ts';

// https://ai.google.dev/api/generate-content
// https://ai.google.dev/gemini-api/docs/thinking, /thought-signatures, /caching

const efforts = { reasoningEfforts: ['low', 'high'] } as const;
const user = (...content: readonly object[]) => ({ role: 'user', parts: content });

export const google: Provider = {
  name: 'Gemini',
  api: 'google',
  base: '/v1beta',
  modelName: 'gemini-3-pro-preview',
  end: '"finishReason":"STOP"',
  request: {
    path: /^\/v1beta\/models\/gemini-[\w.-]+:streamGenerateContent\?alt=sse$/,
    headers: { 'x-goog-api-key': providerKey, authorization: undefined },
  },
  // Caching needs no request.
  lacks: ['caching'],
  exchanges: [
    ...commonExchanges(
      { good },
      {
        text: { contents: [user({ text: 'leave?' })] },
        instructions: {
          systemInstruction: { parts: [{ text: /^Be brief\./ }] },
          contents: [user({ text: 'leave?' })],
        },
        picture: {
          contents: [user({ text: 'What is it?' }, { inlineData: { mimeType: 'image/png', data: pictureData } })],
        },
        limit: { generationConfig: { maxOutputTokens: 500, temperature: undefined } },
        effort: { generationConfig: { thinkingConfig: { thinkingLevel: 'high', includeThoughts: true } } },
      },
    ),
    exchange(
      'an older model thinks within a budget',
      ['effort'],
      good,
      { text: 'Good day.' },
      {
        ask: withEffort,
        sent: { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingLevel: undefined } } },
        settings: { ...efforts, modelName: 'gemini-2.5-pro' },
      },
    ),
    exchange(
      'the end at the limit is one',
      ['limit'],
      body(word('Good'), end('MAX_TOKENS', [{ text: ' day' }])),
      { text: 'Good day' },
      { ask: withLimit },
    ),
    exchange('letters of several bytes', ['text'], body(word('Grüße, '), word('世界 😀'), end()), {
      text: 'Grüße, 世界 😀',
    }),
    exchange(
      'a limit that is used up by thoughts leaves no answer',
      ['limit'],
      body(thought('Let me see.'), end('MAX_TOKENS')),
      { text: '', reasoning: 'Let me see.', failure: { code: 'model_answer_unusable', isFinal: true } },
      { ask: withEffort, settings: efforts },
    ),
    exchange(
      'a last chunk without content',
      ['text'],
      body(word('Good day.'), {
        candidates: [{ finishReason: 'STOP', index: 0 }],
        usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 3 },
      }),
      { text: 'Good day.', usage: { input: 7, output: 3 } },
    ),
    exchange(
      'a chunk with nothing but the usage',
      ['text', 'usage'],
      body(word('Good day.'), end(), { usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 4 } }),
      { text: 'Good day.', usage: { input: 7, output: 4 } },
    ),
    exchange(
      'fields that are not known yet',
      ['text'],
      body({ ...word('Good day.', { mood: 'x' }), shade: { x: 1 } }, end()),
      { text: 'Good day.' },
    ),
    exchange(
      'thoughts are shown',
      ['reasoning'],
      body(thought('Let me'), thought(' see.'), word('Good'), word(' day.', { thoughtSignature: 'CtEB' }), end()),
      { text: 'Good day.', reasoning: 'Let me see.' },
      { ask: withEffort, settings: efforts },
    ),
    exchange(
      'thoughts and text in one chunk, and a signature on an empty last part',
      ['reasoning'],
      body(
        parts([{ text: 'Let me see.', thought: true }, { text: 'Good' }]),
        word(' day.'),
        end('STOP', [{ text: '', thoughtSignature: 'CtEB' }]),
      ),
      { text: 'Good day.', reasoning: 'Let me see.' },
      { ask: withEffort, settings: efforts },
    ),
    exchange(
      'tokens of thoughts count as those of the answer',
      ['usage'],
      body(
        word('Good day.'),
        parts(
          [{ text: '' }],
          { finishReason: 'STOP' },
          { promptTokenCount: 7, candidatesTokenCount: 3, thoughtsTokenCount: 40, totalTokenCount: 50 },
        ),
      ),
      { text: 'Good day.', usage: { input: 7, output: 43 } },
    ),
    exchange(
      'tokens out of a cache are part of the input',
      ['cachedTokens', 'usage'],
      body(
        word('Good day.'),
        parts(
          [{ text: '' }],
          { finishReason: 'STOP' },
          { promptTokenCount: 1_000, cachedContentTokenCount: 900, candidatesTokenCount: 3, totalTokenCount: 1_003 },
        ),
      ),
      { text: 'Good day.', usage: { input: 1_000, output: 3, cacheRead: 900 } },
    ),
    withoutParameter(
      'thinking that the model does not know',
      json(400, error(400, 'INVALID_ARGUMENT', 'Thinking is not enabled for this model')),
      {
        before: { generationConfig: { thinkingConfig: { thinkingLevel: 'high' } } },
        after: { generationConfig: { thinkingConfig: { thinkingLevel: undefined } } },
        good,
      },
      withEffort,
      efforts,
    ),
    withoutParameter(
      'a level of thinking that the model does not have',
      json(400, error(400, 'INVALID_ARGUMENT', 'thinking_level is not supported by this model')),
      {
        before: { generationConfig: { thinkingConfig: { thinkingLevel: 'high' } } },
        after: { generationConfig: { thinkingConfig: { thinkingLevel: undefined } } },
        good,
      },
      withEffort,
      efforts,
    ),
    ...googleCalls,
    ...googleFailures,
  ],
};
