// The events of Anthropic's stream (https://platform.claude.com/docs/en/build-with-claude/streaming).

export type AnthropicEvent = Readonly<Record<string, unknown>> & { readonly type: string };

/** Writes events as the stream has them. */
export const body = (...events: readonly AnthropicEvent[]): string =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');

export const start = (usage: object = { input_tokens: 7, output_tokens: 1 }): AnthropicEvent => ({
  type: 'message_start',
  message: {
    id: 'msg_01',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-6',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  },
});

export const block = (index: number, content: object): AnthropicEvent => ({
  type: 'content_block_start',
  index,
  content_block: content,
});

const deltas = (index: number, content: object, pieces: readonly object[]): AnthropicEvent[] => [
  block(index, content),
  ...pieces.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
];

export const textBlock = (index: number, ...pieces: readonly string[]): AnthropicEvent[] =>
  deltas(
    index,
    { type: 'text', text: '' },
    pieces.map((text) => ({ type: 'text_delta', text })),
  );

export const thinkingBlock = (index: number, thinking: string, signature: string): AnthropicEvent[] =>
  deltas(index, { type: 'thinking', thinking: '', signature: '' }, [
    ...(thinking === '' ? [] : [{ type: 'thinking_delta', thinking }]),
    { type: 'signature_delta', signature },
  ]);

export const redactedBlock = (index: number, data: string): AnthropicEvent[] =>
  deltas(index, { type: 'redacted_thinking', data }, []);

export const toolBlock = (index: number, id: string, name: string, ...pieces: readonly string[]): AnthropicEvent[] =>
  deltas(
    index,
    { type: 'tool_use', id, name, input: {} },
    pieces.map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
  );

export const end = (reason: string, more: object = {}): AnthropicEvent[] => [
  {
    type: 'message_delta',
    delta: { stop_reason: reason, stop_sequence: null, ...more },
    usage: { output_tokens: 3 },
  },
  { type: 'message_stop' },
];

/** “Good day.” */
export const good = body(start(), ...textBlock(0, 'Good', ' day.'), ...end('end_turn'));
