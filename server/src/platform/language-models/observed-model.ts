import { isIP } from 'node:net';
import { bareHost, isOwnName, isPublicAddress } from '../outgoing/public-address.ts';
import { type Observer, observer } from '../telemetry/observer.ts';
import type { Embedder } from './embedder.ts';
import type { AnswerPart, LanguageModel, Question } from './language-model.ts';

/**
 * Returns the model with spans and metrics for its calls while the program is observed. Neither prompts nor answers are
 * recorded.
 */
export function observedModel(provider: string, model: LanguageModel): LanguageModel {
  const watching = observer();
  return watching === null
    ? model
    : { ...model, answer: (question) => watchAnswer(watching, provider, model, question) };
}

async function* watchAnswer(
  watching: Observer,
  provider: string,
  model: LanguageModel,
  question: Question,
): AsyncGenerator<AnswerPart> {
  const labels = { provider, model: model.name };
  const span = watching.begin({
    name: `chat ${model.name}`,
    kind: 'client',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': provider,
      'gen_ai.request.model': model.name,
    },
  });
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1000;
  let [isSilent, outcome, failure]: [boolean, string, unknown] = [true, 'left', undefined];
  const parts = span.within(() => model.answer(question)[Symbol.asyncIterator]());
  try {
    for (;;) {
      const next = await span.within(() => parts.next());
      if (next.done === true) break;
      const part = next.value;
      if (isSilent && part.type === 'text') {
        isSilent = false;
        watching.record('parlance.model.first_token.duration', elapsed(), labels);
      }
      if (part.type === 'usage') {
        watching.add('parlance.model.tokens', part.inputTokens, { ...labels, direction: 'input' });
        watching.add('parlance.model.tokens', part.outputTokens, { ...labels, direction: 'output' });
        span.set({ 'gen_ai.usage.input_tokens': part.inputTokens, 'gen_ai.usage.output_tokens': part.outputTokens });
      }
      yield part;
    }
    outcome = 'done';
  } catch (error) {
    [outcome, failure] = question.signal.aborted ? ['left', undefined] : ['failed', error];
    throw error;
  } finally {
    watching.record('parlance.model.call.duration', elapsed(), { ...labels, outcome });
    span.end(failure);
    await parts.return?.();
  }
}

/** Returns the embedder with spans and metrics, likewise. */
export function observedEmbedder(embedder: Embedder): Embedder {
  const watching = observer();
  if (watching === null) return embedder;
  const { name: model, provider } = embedder;
  return {
    ...embedder,
    async embed(texts, signal) {
      const span = watching.begin({
        name: `embeddings ${model}`,
        kind: 'client',
        attributes: {
          'gen_ai.operation.name': 'embeddings',
          'gen_ai.provider.name': provider,
          'gen_ai.request.model': model,
        },
      });
      const began = performance.now();
      let outcome = 'done';
      let failure: unknown;
      try {
        const embedded = await span.within(() => embedder.embed(texts, signal));
        watching.add('parlance.model.tokens', embedded.inputTokens, { provider, model, direction: 'input' });
        span.set({ 'gen_ai.usage.input_tokens': embedded.inputTokens });
        return embedded;
      } catch (error) {
        [outcome, failure] = signal.aborted ? ['left', undefined] : ['failed', error];
        throw error;
      } finally {
        watching.record('parlance.model.call.duration', (performance.now() - began) / 1000, {
          provider,
          model,
          outcome,
        });
        span.end(failure);
      }
    },
  };
}

/**
 * True for a host of the operator's own, which may see the trace id of a request. A provider elsewhere could correlate
 * requests by it.
 */
export function isOwnHost({ hostname }: URL): boolean {
  const host = bareHost(hostname);
  return isIP(host) === 0 ? isOwnName(host) : !isPublicAddress(host);
}

const untold = {};

/** Returns the `traceparent` header of a request to a model: none without tracing, and none for strangers. */
export function traceHeaders(url: URL): { readonly traceparent?: string } {
  const traceparent = observer()?.traceparent() ?? null;
  return traceparent === null || !isOwnHost(url) ? untold : { traceparent };
}
