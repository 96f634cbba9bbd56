import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { StringDecoder } from 'node:string_decoder';
import { traceHeaders } from '../telemetry/models.ts';

/** A line of a model's event stream is a few hundred bytes; a megabyte of it without an end is an attack or a defect. */
const lineMaxLength = 1_000_000;
const bodyMaxLength = 64_000_000;
/** What of a refusal is read for its reason. */
const refusalMaxLength = 64_000;

// The next question finds a connection that is open.
const plain = new HttpAgent({ keepAlive: true });
const secure = new HttpsAgent({ keepAlive: true });

type Chat = { readonly baseUrl: string; readonly apiKey?: string | undefined; readonly body: object; readonly signal: AbortSignal };

/** A provider that did not take the request. */
export class ProviderRefusal extends Error {
  readonly statusCode: number;
  readonly responseHeaders: Readonly<Record<string, unknown>>;
  readonly responseBody: string;

  constructor({ statusCode = 0, headers }: IncomingMessage, responseBody: string) {
    super(`The provider answered ${statusCode}.`);
    this.name = 'ProviderRefusal';
    this.statusCode = statusCode;
    this.responseHeaders = headers;
    this.responseBody = responseBody;
  }
}

/**
 * Asks for an answer and gives the events of its stream, each read as JSON, as they come. Node's own request, because
 * fetch and the streams it brings take several times the time a token and the memory a stream. It follows no redirect.
 */
export async function* askForChunks({ baseUrl, apiKey, body, signal }: Chat): AsyncGenerator {
  const response = await post(new URL(`${baseUrl.replace(/\/+$/, '')}/chat/completions`), { apiKey, body: JSON.stringify(body), signal });
  if (response.statusCode !== 200) throw new ProviderRefusal(response, await beginningOf(response));
  yield* chunksOf(response);
}

function post(url: URL, { apiKey, body, signal }: { apiKey: string | undefined; body: string; signal: AbortSignal }): Promise<IncomingMessage> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    accept: 'text/event-stream',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    ...traceHeaders(url),
  };
  const options = { method: 'POST', headers, signal };
  return new Promise((resolve, reject) => {
    const asked = url.protocol === 'https:' ? httpsRequest(url, { ...options, agent: secure }) : httpRequest(url, { ...options, agent: plain });
    asked.once('response', resolve);
    // It stays: a connection may break behind the answer's head too, and the stream of the answer tells of that.
    asked.on('error', reject);
    asked.end(body);
  });
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  const decoder = new StringDecoder();
  let text = '';
  for await (const bytes of response) {
    text += decoder.write(bytes as Buffer); // no encoding is set, so chunks are buffers
    if (text.length > refusalMaxLength) break;
  }
  return text;
}

async function* chunksOf(response: IncomingMessage): AsyncGenerator {
  const decoder = new StringDecoder();
  let rest = '';
  let total = 0;
  for await (const bytes of response) {
    total += (bytes as Buffer).length; // as above
    const lines = (rest + decoder.write(bytes as Buffer)).split(/\r\n|[\n\r]/);
    rest = lines.pop() ?? '';
    if (rest.length > lineMaxLength) throw new Error(`The model sent a line of more than ${lineMaxLength} characters.`);
    if (total > bodyMaxLength) throw new Error(`The model sent more than ${bodyMaxLength} bytes.`);
    for (const line of lines) {
      const data = line.startsWith('data:') ? line.slice('data:'.length).trim() : '';
      // Every provider of this protocol writes an event as one line of JSON, and says in this word that it is done.
      if (data !== '' && data !== '[DONE]') yield JSON.parse(data);
    }
  }
}
