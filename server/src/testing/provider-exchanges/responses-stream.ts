// The events of the Responses API (https://platform.openai.com/docs/api-reference/responses-streaming).

export type ResponsesEvent = Readonly<Record<string, unknown>> & { readonly type: string };

/** Writes events as the stream has them. */
export const body = (...events: readonly ResponsesEvent[]): string =>
  events
    .map((event, at) => `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: at })}\n\n`)
    .join('');

export const usage = {
  input_tokens: 7,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 3,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 10,
};

const responseOf = (status: string, more: object) => ({
  id: 'resp_01',
  object: 'response',
  created_at: 1_764_000_000,
  status,
  model: 'm',
  output: [],
  error: null,
  incomplete_details: null,
  usage: null,
  ...more,
});

export const begin: readonly ResponsesEvent[] = [
  { type: 'response.created', response: responseOf('in_progress', {}) },
  { type: 'response.in_progress', response: responseOf('in_progress', {}) },
];

export const completed = (counts: object = usage, more: object = {}): ResponsesEvent => ({
  type: 'response.completed',
  response: responseOf('completed', { usage: counts, ...more }),
});
export const incomplete = (reason: string, more: object = {}): ResponsesEvent => ({
  type: 'response.incomplete',
  response: responseOf('incomplete', { incomplete_details: { reason }, usage, ...more }),
});
export const failed = (code: string, message: string): ResponsesEvent => ({
  type: 'response.failed',
  response: responseOf('failed', { error: { code, message } }),
});

const message = (status: string, text = '') => ({
  id: 'msg_01',
  type: 'message',
  status,
  role: 'assistant',
  content: text === '' ? [] : [{ type: 'output_text', text, annotations: [] }],
});

/** A text that has begun. */
export const textBegun = (index: number, ...pieces: readonly string[]): ResponsesEvent[] => {
  const place = { item_id: 'msg_01', output_index: index, content_index: 0 };
  return [
    { type: 'response.output_item.added', output_index: index, item: message('in_progress') },
    { type: 'response.content_part.added', ...place, part: { type: 'output_text', text: '', annotations: [] } },
    ...pieces.map((delta) => ({ type: 'response.output_text.delta', ...place, delta, logprobs: [] })),
  ];
};

/** A text with its end. */
export const text = (index: number, ...pieces: readonly string[]): ResponsesEvent[] => {
  const place = { item_id: 'msg_01', output_index: index, content_index: 0 };
  const whole = pieces.join('');
  return [
    ...textBegun(index, ...pieces),
    { type: 'response.output_text.done', ...place, text: whole, logprobs: [] },
    { type: 'response.content_part.done', ...place, part: { type: 'output_text', text: whole, annotations: [] } },
    { type: 'response.output_item.done', output_index: index, item: message('completed', whole) },
  ];
};

export const reasoning = (
  index: number,
  id: string,
  summaries: readonly (readonly string[])[],
  encrypted: string | null = 'gAAA',
): ResponsesEvent[] => {
  const item = (summary: readonly object[], content: string | null) => ({
    id,
    type: 'reasoning',
    summary,
    encrypted_content: content,
  });
  const parts = summaries.map((pieces) => ({ type: 'summary_text', text: pieces.join('') }));
  return [
    { type: 'response.output_item.added', output_index: index, item: item([], encrypted === null ? null : 'gAA') },
    ...summaries.flatMap((pieces, at): ResponsesEvent[] => {
      const place = { item_id: id, output_index: index, summary_index: at };
      return [
        { type: 'response.reasoning_summary_part.added', ...place, part: { type: 'summary_text', text: '' } },
        ...pieces.map((delta) => ({ type: 'response.reasoning_summary_text.delta', ...place, delta })),
        { type: 'response.reasoning_summary_text.done', ...place, text: pieces.join('') },
        { type: 'response.reasoning_summary_part.done', ...place, part: parts[at] },
      ];
    }),
    { type: 'response.output_item.done', output_index: index, item: item(parts, encrypted) },
  ];
};

type CallOfFunction = { readonly id: string; readonly name: string; readonly pieces: readonly string[] };

export const functionCall = (index: number, { id, name, pieces }: CallOfFunction): ResponsesEvent[] => {
  const item = (status: string, text: string) => ({
    id: `fc_${id}`,
    type: 'function_call',
    status,
    call_id: id,
    name,
    arguments: text,
  });
  const place = { item_id: `fc_${id}`, output_index: index };
  const whole = pieces.join('');
  return [
    { type: 'response.output_item.added', output_index: index, item: item('in_progress', '') },
    ...pieces.map((delta) => ({ type: 'response.function_call_arguments.delta', ...place, delta })),
    { type: 'response.function_call_arguments.done', ...place, arguments: whole },
    { type: 'response.output_item.done', output_index: index, item: item('completed', whole) },
  ];
};

/** “Good day.” */
export const good = body(...begin, ...text(0, 'Good', ' day.'), completed());
