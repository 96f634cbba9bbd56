import type { ProviderExchange } from './exchange.ts';
import {
  callExchanges,
  commonExchanges,
  endingCalls,
  exchange,
  picturingResult,
  returning,
  sunny,
  withoutBlocks,
} from './native-exchanges.ts';
import { pictureData, pieces, time, weather, withEffort, withLimit, withTools } from './questions.ts';
import { json, withoutParameter } from './refusals.ts';
import { responsesFailures } from './responses-failures.ts';
import { begin, body, completed, functionCall, good, incomplete, reasoning, text, usage } from './responses-stream.ts';

// What OpenAI and Azure have in common:
// https://platform.openai.com/docs/api-reference/responses/create
// https://platform.openai.com/docs/guides/reasoning, /function-calling
// https://learn.microsoft.com/azure/ai-foundry/openai/how-to/responses

const efforts = { reasoningEfforts: ['low', 'high'] } as const;
const user = (...content: readonly object[]) => ({ role: 'user', content });
const role = /^(system|developer)$/;
const system = { role };
const weatherCall = { id: 'call_a', name: 'weather', pieces };

export const requestError = (message: string, param: string | null, code: string | null) => ({
  error: { message, type: 'invalid_request_error', param, code },
});

const prompt = user({ type: 'input_text', text: 'weather?' });
const asked = [
  { type: 'function_call', call_id: 'call_a', name: 'weather', arguments: weather.arguments },
  { type: 'function_call_output', call_id: 'call_a', output: sunny },
];
const later = [{ role: 'assistant', content: 'Sunny.' }, user({ text: 'and now?' })];

/** The reasoning goes back encrypted before the call it led to. */
const encrypted = (
  title: string,
  summaries: readonly (readonly string[])[],
  sent: readonly object[],
  shown: string,
): ProviderExchange =>
  returning({
    title,
    proves: ['extras', 'laterExtras', 'reasoning'],
    body: body(...begin, ...reasoning(0, 'rs_01', summaries), ...functionCall(1, weatherCall), completed()),
    reasoning: shown,
    good,
    same: {
      store: false,
      input: [system, prompt, { type: 'reasoning', encrypted_content: 'gAAA', summary: sent }, ...asked],
    },
    later: {
      input: [system, prompt, { type: 'reasoning', encrypted_content: 'gAAA', summary: sent }, ...asked, ...later],
    },
    settings: efforts,
    ask: withEffort,
  });

/** The exchanges of everyone who has the Responses API. */
const withSeen = [
  system,
  prompt,
  asked[0],
  {
    type: 'function_call_output',
    call_id: 'call_a',
    output: [
      { type: 'input_text', text: sunny },
      { type: 'input_image', image_url: `data:image/png;base64,${pictureData}` },
    ],
  },
];

export const responsesExchanges: readonly ProviderExchange[] = [
  ...commonExchanges(
    { good },
    {
      text: { model: 'm', stream: true, store: false, input: [system, user({ type: 'input_text', text: 'leave?' })] },
      instructions: { input: [{ role, content: /^Be brief\./ }, user({ type: 'input_text', text: 'leave?' })] },
      picture: {
        input: [
          system,
          user(
            { type: 'input_text', text: 'What is it?' },
            { type: 'input_image', image_url: `data:image/png;base64,${pictureData}` },
          ),
        ],
      },
      limit: { max_output_tokens: 500, temperature: undefined },
      effort: {
        reasoning: { effort: 'high', summary: 'auto' },
        include: ['reasoning.encrypted_content'],
      },
    },
  ),
  exchange(
    'the end at the limit is one',
    ['limit'],
    body(...begin, ...text(0, 'Good', ' day'), incomplete('max_output_tokens')),
    { text: 'Good day', usage: { input: 7, output: 3 } },
    { ask: withLimit },
  ),
  exchange('letters of several bytes', ['text'], body(...begin, ...text(0, 'Grüße, ', '世界 😀'), completed()), {
    text: 'Grüße, 世界 😀',
  }),
  exchange(
    'a limit that is used up by reasoning leaves no answer',
    ['limit'],
    body(...begin, ...reasoning(0, 'rs_01', [['Let me see.']]), incomplete('max_output_tokens')),
    { text: '', reasoning: 'Let me see.', failure: { code: 'model_answer_unusable', isFinal: true } },
    { ask: withEffort, settings: efforts },
  ),
  exchange(
    'events and items of a type that is not known yet',
    ['text'],
    body(
      ...begin,
      { type: 'response.notice', notice: { text: 'x' } },
      { type: 'response.output_item.added', output_index: 0, item: { id: 'x_01', type: 'shade', shade: 'x' } },
      ...text(1, 'Good', ' day.'),
      { type: 'response.output_item.done', output_index: 0, item: { id: 'x_01', type: 'shade', shade: 'x' } },
      completed(),
    ),
    { text: 'Good day.' },
  ),
  exchange(
    'a summary of its reasoning is shown',
    ['reasoning'],
    body(...begin, ...reasoning(0, 'rs_01', [['Let me', ' see.']]), ...text(1, 'Good day.'), completed()),
    { text: 'Good day.', reasoning: 'Let me see.' },
    { ask: withEffort, settings: efforts },
  ),
  exchange(
    'reasoning without a summary is nothing to show',
    ['reasoning'],
    body(...begin, ...reasoning(0, 'rs_01', []), ...text(1, 'Good day.'), completed()),
    { text: 'Good day.', reasoning: '' },
    { ask: withEffort, settings: efforts },
  ),
  exchange(
    'tokens of reasoning are part of those of the answer',
    ['usage'],
    body(
      ...begin,
      ...text(0, 'Good day.'),
      completed({ ...usage, output_tokens: 43, output_tokens_details: { reasoning_tokens: 40 } }),
    ),
    { text: 'Good day.', usage: { input: 7, output: 43 } },
  ),
  exchange(
    'tokens out of a cache are part of the input',
    ['cachedTokens', 'usage'],
    body(
      ...begin,
      ...text(0, 'Good day.'),
      completed({ ...usage, input_tokens: 1_000, input_tokens_details: { cached_tokens: 900 } }),
    ),
    { text: 'Good day.', usage: { input: 1_000, output: 3, cacheRead: 900 } },
  ),
  ...callExchanges({
    one: body(...begin, ...functionCall(0, weatherCall), completed()),
    both: body(
      ...begin,
      ...functionCall(0, weatherCall),
      ...functionCall(1, { id: 'call_b', name: 'time', pieces: [time.arguments] }),
      completed(),
    ),
    sent: {
      tools: [
        { type: 'function', name: 'weather', description: 'The weather.', parameters: { type: 'object' } },
        { type: 'function', name: 'time', description: 'The time.', parameters: { type: 'object' } },
      ],
      tool_choice: 'auto',
    },
  }),
  exchange(
    'a call without pieces',
    ['call'],
    body(...begin, ...functionCall(0, { id: 'call_a', name: 'time', pieces: ['{}'] }), completed()),
    { calls: [{ name: 'time', arguments: '{}' }] },
    { ask: withTools },
  ),
  picturingResult({
    body: body(...begin, ...functionCall(0, weatherCall), completed()),
    good,
    same: { input: withSeen },
    later: { input: [...withSeen, ...later] },
  }),
  returning({
    title: 'the result goes back behind the call',
    proves: ['result'],
    body: body(...begin, ...text(0, 'I look it up.'), ...functionCall(1, weatherCall), completed()),
    text: 'I look it up.',
    good,
    same: {
      input: [system, prompt, { role: 'assistant', content: 'I look it up.' }, ...asked],
    },
  }),
  encrypted(
    'encrypted reasoning with its summary',
    [['Let me', ' see.']],
    [{ type: 'summary_text', text: 'Let me see.' }],
    'Let me see.',
  ),
  encrypted('encrypted reasoning without a summary', [], [], ''),
  encrypted(
    'encrypted reasoning with two summaries',
    [['Let me see.'], ['And now.']],
    [
      { type: 'summary_text', text: 'Let me see.' },
      { type: 'summary_text', text: 'And now.' },
    ],
    'Let me see.\n\nAnd now.',
  ),
  withoutParameter(
    'a temperature that the model does not take',
    json(
      400,
      requestError("Unsupported parameter: 'temperature' is not supported with this model.", 'temperature', null),
    ),
    { before: { temperature: 0.2 }, after: { temperature: undefined, max_output_tokens: 500 }, good },
  ),
  withoutParameter(
    'an effort that the model does not have',
    json(
      400,
      requestError(
        "Unsupported value: 'high' is not supported with the 'm' model.",
        'reasoning.effort',
        'unsupported_value',
      ),
    ),
    { before: { reasoning: { effort: 'high' } }, after: { reasoning: { effort: undefined } }, good },
    withEffort,
    efforts,
  ),
  ...endingCalls(
    { call: body(...begin, ...functionCall(0, weatherCall), completed()), good },
    {
      mayNot: {
        tool_choice: 'none',
        tools: [{ name: 'weather' }, { name: 'time' }],
        input: [system, prompt, ...asked],
      },
      withoutFunctions: { tools: undefined, input: [system, prompt, ...asked, ...later] },
    },
  ),
  withoutBlocks({
    title: 'encrypted reasoning that is no longer valid',
    call: body(...begin, ...reasoning(0, 'rs_01', []), ...functionCall(1, weatherCall), completed()),
    refusal: json(400, {
      error: {
        message: 'The encrypted content for item rs_01 could not be verified.',
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_encrypted_content',
      },
    }),
    before: { input: [system, prompt, { type: 'reasoning' }, ...asked] },
    after: { input: [system, prompt, ...asked] },
    good,
    settings: efforts,
  }),
  ...responsesFailures,
];
