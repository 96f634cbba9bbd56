import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A fault, of the kinds that providers and networks have. */
export type ModelFault =
  | { kind: 'status'; status: number; /** Seconds or a date. */ retryAfter?: string; body?: object }
  /** Takes the request and never answers. */
  | { kind: 'hang' }
  /** Sends this many tokens, then nothing, with the connection open. */
  | { kind: 'stall'; afterTokens: number }
  /** Breaks the connection after this many bytes of the body. */
  | { kind: 'cut'; afterBytes: number }
  /** Sends an event that is not JSON after this many tokens. */
  | { kind: 'malformed'; afterTokens: number }
  /** Sends an error as an event of a stream that began well. */
  | { kind: 'error-event'; afterTokens: number }
  /** Sends one byte per pause. */
  | { kind: 'drip'; pauseMs: number }
  /** Sends a line of this many bytes without an end. */
  | { kind: 'endless-line'; bytes: number }
  /** Ends as a provider's content filter does. */
  | { kind: 'filtered'; afterTokens: number };

export type ModelServerOptions = {
  /** The tokens of an answer. Without it: some forty, the prompt among them, [1] at the end. */
  answer?: (request: ChatRequest) => readonly ModelToken[];
  /** The calls it asks for after the tokens of its answer; none is an ordinary answer. */
  calls?: (request: ChatRequest) => readonly ModelCall[];
  /** The pause between two tokens; 0 sends them as fast as the reader takes them. */
  tokenPauseMs?: number;
  firstTokenPauseMs?: number;
  fault?: ModelFault | null;
  /** Requests that meet the fault; those after them are answered. Without it all do. */
  faultyRequests?: number;
  /** Says what it has to say, however few tokens it is to say at most. */
  ignoresMaxTokens?: boolean;
  /** When it reports usage: once at its end upon request, with every token as some do, or never. */
  usage?: 'end' | 'each' | 'never';
  /** How much of its prompt tokens it says it had kept. */
  cachedTokens?: number;
  port?: number;
};

export type ChatRequest = {
  model: string;
  stream?: boolean;
  temperature?: number;
  max_tokens?: number;
  reasoning_effort?: string;
  messages: {
    role: string;
    content: string | { type: string; text?: string; image_url?: { url: string } }[] | null;
    reasoning_content?: string;
    tool_calls?: { id: string; function: { name: string; arguments: string }; extra_content?: object }[];
    tool_call_id?: string;
  }[];
  tools?: { function: { name: string; description?: string; parameters: object } }[];
  tool_choice?: string;
};

/** A token of an answer, or of the reasoning behind it. */
export type ModelToken = string | { reasoning: string };

/** A call as a model writes it: the arguments are text, and may be no JSON. `extras` are further fields of it. */
export type ModelCall = { name: string; arguments: string; extras?: object };

export type RecordedRequest = {
  body: ChatRequest;
  authorization: string | undefined;
  traceparent: string | undefined;
  tokensSent: number;
  /** The last usage it reported for this answer, if that was sent in full; null if it reported none. */
  reported: { input: number; output: number } | null;
  /** The asker closed the connection before the answer was whole. */
  aborted: boolean;
  finished: boolean;
};

export type ModelServer = {
  /** The value of MODEL_BASE_URL. */
  baseUrl: string;
  requests: RecordedRequest[];
  /** Connections that are open now. */
  openConnections: () => Promise<number>;
  setFault: (fault: ModelFault | null, faultyRequests?: number) => void;
  /** Holds each further answer after this many tokens, with the connection open, until `goOn`. */
  hold: (afterTokens: number) => void;
  /** Lets the answers go on that were held, and holds none from now on. */
  goOn: () => void;
  close: () => Promise<void>;
};

/** A provider on loopback that speaks the OpenAI protocol of /v1/chat/completions, streamed, with faults on demand. */
export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  let fault = options.fault ?? null;
  const gate = createGate();
  let faultyLeft = options.faultyRequests ?? Number.POSITIVE_INFINITY;
  const requests: RecordedRequest[] = [];
  const server = createServer((request, response) => {
    if (fault !== null && faultyLeft-- <= 0) fault = null;
    answer(request, response, { ...options, fault, gate }, requests).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // a server that listens on a port has one
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    openConnections: () => countConnections(server),
    setFault(next, faultyRequests = Number.POSITIVE_INFINITY) {
      fault = next;
      faultyLeft = faultyRequests;
    },
    hold: gate.hold,
    goOn: gate.goOn,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

const countConnections = (server: Server) =>
  new Promise<number>((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: ModelServerOptions & { gate: Gate },
  requests: RecordedRequest[],
): Promise<void> {
  if (request.method === 'POST' && request.url === '/v1/embeddings') return embed(request, response);
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
    return void response
      .writeHead(404, { 'content-type': 'application/json' })
      .end('{"error":{"message":"No such path."}}');
  }
  // the asker is under test; a wrong shape fails the test
  const body = JSON.parse(await textOf(request)) as ChatRequest;
  const record: RecordedRequest = {
    body,
    authorization: request.headers.authorization,
    traceparent: request.headers['traceparent']?.toString(),
    tokensSent: 0,
    reported: null,
    aborted: false,
    finished: false,
  };
  requests.push(record);
  const gone = new AbortController();
  response.on('close', () => {
    record.aborted = !record.finished;
    gone.abort();
  });
  const { fault = null } = options;
  if (fault?.kind === 'hang') return;
  if (fault?.kind === 'status') {
    const {
      status,
      retryAfter,
      body: error = { error: { message: `The stand-in answers ${status}.`, type: 'stand_in', code: String(status) } },
    } = fault;
    const headers = {
      'content-type': 'application/json',
      ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
    };
    return void response.writeHead(status, headers).end(JSON.stringify(error));
  }
  try {
    await stream(response, record, { ...options, fault }, gone.signal);
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // chunks are buffers, because no encoding is set
  return Buffer.concat(chunks).toString('utf8');
}

type Streaming = ModelServerOptions & { fault: ModelFault | null; gate: Gate };

/** A gate at which answers wait: a test in the middle of one takes as long as it takes. */
type Gate = {
  hold(afterTokens: number): void;
  goOn(): void;
  passed(tokensSent: number, signal: AbortSignal): Promise<void>;
};

function createGate(): Gate {
  let closed: { afterTokens: number; opened: Promise<undefined>; open: () => void } | null = null;
  return {
    hold(afterTokens) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      closed = { opened: promise, open: () => resolve(undefined), ...closed, afterTokens };
    },
    goOn() {
      closed?.open();
      closed = null;
    },
    async passed(tokensSent, signal) {
      if (closed === null || tokensSent < closed.afterTokens) return;
      const { promise: left, resolve } = Promise.withResolvers<undefined>();
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
      await Promise.race([closed.opened, left]);
    },
  };
}

async function stream(
  response: ServerResponse,
  record: RecordedRequest,
  options: Streaming,
  signal: AbortSignal,
): Promise<void> {
  const { fault, answer: tokensFor = defaultAnswer, tokenPauseMs = 0, firstTokenPauseMs = 0 } = options;
  const send = sender(response, fault, signal);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  if (fault?.kind === 'endless-line') return sendEndlessLine(response, record, fault.bytes, signal);
  if (firstTokenPauseMs > 0) await pause(firstTokenPauseMs, undefined, { signal });
  await send(event(record.body.model, { delta: { role: 'assistant', content: '' }, finish_reason: null }));
  const wanted = tokensFor(record.body);
  const tokens = options.ignoresMaxTokens === true ? wanted : wanted.slice(0, record.body.max_tokens);
  for (const [at, token] of tokens.entries()) {
    if (fault !== null && 'afterTokens' in fault && fault.afterTokens === at) {
      if (fault.kind === 'stall') return;
      if (fault.kind === 'malformed') await send('data: {"choices": [{"delta": \n\n');
      if (fault.kind === 'error-event')
        await send('data: {"error":{"message":"The stand-in gave up.","type":"stand_in","code":null}}\n\n');
      if (fault.kind === 'filtered') break;
    }
    await options.gate.passed(at, signal);
    const usage = usageOf(at + 1, options);
    await send(
      event(
        record.body.model,
        {
          delta: typeof token === 'string' ? { content: token } : { reasoning_content: token.reasoning },
          finish_reason: null,
        },
        options.usage === 'each' ? usage : undefined,
      ),
    );
    record.tokensSent++;
    if (options.usage === 'each') record.reported = { input: usage.prompt_tokens, output: usage.completion_tokens };
    if (tokenPauseMs > 0 && at + 1 < tokens.length) await pause(tokenPauseMs, undefined, { signal });
  }
  const calls = options.calls?.(record.body) ?? [];
  for (const [index, call] of calls.entries()) await sendCall(send, record.body.model, index, call);
  await send(
    event(record.body.model, {
      delta: {},
      finish_reason:
        fault?.kind === 'filtered'
          ? 'content_filter'
          : tokens.length < wanted.length
            ? 'length'
            : calls.length > 0
              ? 'tool_calls'
              : 'stop',
    }),
  );
  if (options.usage !== 'never') {
    const usage = usageOf(tokens.length, options);
    await send(
      `data: ${JSON.stringify({ id: 'stand-in', object: 'chat.completion.chunk', model: record.body.model, choices: [], usage })}\n\n`,
    );
    record.reported = { input: usage.prompt_tokens, output: usage.completion_tokens };
  }
  await send('data: [DONE]\n\n');
  record.finished = true;
  response.end();
}

/** Sends a call as providers do: the name first, then the arguments in pieces. */
async function sendCall(
  send: (text: string) => Promise<void>,
  model: string,
  index: number,
  { name, arguments: text, extras = {} }: ModelCall,
): Promise<void> {
  const id = `call_${callNumber++}`;
  await send(
    event(model, {
      delta: { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' }, ...extras }] },
      finish_reason: null,
    }),
  );
  for (const piece of text.match(/.{1,7}/gs) ?? [])
    await send(
      event(model, { delta: { tool_calls: [{ index, function: { arguments: piece } }] }, finish_reason: null }),
    );
}
let callNumber = 1;

type CallDelta = { index: number; id?: string; type?: 'function'; function: { name?: string; arguments: string } };
type Choice = {
  delta: { role?: string; content?: string; reasoning_content?: string; tool_calls?: CallDelta[] };
  finish_reason: string | null;
};

type Usage = {
  prompt_tokens: number;
  prompt_tokens_details?: { cached_tokens: number };
  completion_tokens: number;
  total_tokens: number;
};

const promptTokens = 100;
const usageOf = (tokens: number, { cachedTokens }: ModelServerOptions): Usage => ({
  prompt_tokens: promptTokens,
  ...(cachedTokens === undefined ? {} : { prompt_tokens_details: { cached_tokens: cachedTokens } }),
  completion_tokens: tokens,
  total_tokens: promptTokens + tokens,
});

const event = (model: string, choice: Choice, usage?: Usage) =>
  `data: ${JSON.stringify({ id: 'stand-in', object: 'chat.completion.chunk', created: 0, model, choices: [{ index: 0, ...choice }], ...(usage === undefined ? {} : { usage }) })}\n\n`;

/** The vectors of models that make what no model should. */
const embeddings: Readonly<Record<string, () => number[]>> = {
  'no values': () => [],
  'too many values': () => Array.from({ length: 16_385 }, () => 1),
};

/** A vector that says how often each of a few letters stands in a text: texts that are alike have near ones. */
async function embed(request: IncomingMessage, response: ServerResponse): Promise<void> {
  // the asker is under test; a wrong shape fails the test
  const { input, model } = JSON.parse(await textOf(request)) as { input: string[]; model: string };
  const data = input.map((text, index) => ({
    object: 'embedding',
    index,
    embedding:
      embeddings[model]?.() ?? [...'etaoinshrdlu'].map((letter) => text.toLowerCase().split(letter).length - 1),
  }));
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      object: 'list',
      model,
      data,
      usage: { prompt_tokens: input.length, total_tokens: input.length },
    }),
  );
}

/** Writes text, minding the reader's pace and the fault that counts bytes. */
function sender(response: ServerResponse, fault: ModelFault | null, signal: AbortSignal) {
  let sent = 0;
  return async (text: string): Promise<void> => {
    signal.throwIfAborted();
    const bytes = Buffer.from(text, 'utf8');
    if (fault?.kind === 'cut' && sent + bytes.length > fault.afterBytes) {
      await write(response, bytes.subarray(0, fault.afterBytes - sent), signal);
      // give the last bytes time to leave before the connection breaks
      await pause(5);
      response.destroy();
      throw new Error('cut');
    }
    sent += bytes.length;
    if (fault?.kind !== 'drip') return write(response, bytes, signal);
    for (const byte of bytes) {
      await write(response, Buffer.of(byte), signal);
      await pause(fault.pauseMs, undefined, { signal });
    }
  };
}

async function write(response: ServerResponse, bytes: Buffer, signal: AbortSignal): Promise<void> {
  if (bytes.length === 0 || response.write(bytes)) return;
  await new Promise<void>((resolve, reject) => {
    const left = () => reject(new Error('The asker left.'));
    signal.addEventListener('abort', left, { once: true });
    response.once('drain', () => {
      signal.removeEventListener('abort', left);
      resolve();
    });
  });
}

async function sendEndlessLine(
  response: ServerResponse,
  record: RecordedRequest,
  bytes: number,
  signal: AbortSignal,
): Promise<void> {
  const block = Buffer.alloc(65_536, 'x');
  await write(response, Buffer.from('data: "'), signal);
  for (let sent = 0; sent < bytes; sent += block.length) await write(response, block, signal);
  record.finished = true;
  response.end();
}

function defaultAnswer({ messages }: ChatRequest): string[] {
  const content = messages.at(-1)?.content ?? '';
  const prompt = typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('');
  const words =
    `The stand-in was asked “${prompt.slice(0, 200)}” and answers with forty words that mean nothing in particular, `.match(
      /\s*\S+/g,
    ) ?? [];
  return [...words, ...Array.from({ length: 24 }, (_, at) => ` word${at}`), ' and a source [1].'];
}
