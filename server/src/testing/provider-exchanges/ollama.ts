import { call, data, delta, done, word } from '../chat-stream.ts';
import {
  breaking,
  calling,
  callingBoth,
  chatRequest,
  effort,
  ended,
  failing,
  instructing,
  limiting,
  picturing,
  picturingResult,
  reasoning,
  returning,
  saying,
  usage,
} from './chat-exchanges.ts';
import type { Provider } from './exchange.ts';
import { time, weather } from './questions.ts';
import { json, refusing } from './refusals.ts';

// https://docs.ollama.com/api/openai-compatibility
// https://docs.ollama.com/capabilities/thinking

const good = data(
  delta({ role: 'assistant', content: 'Good' }),
  delta({ role: 'assistant', content: ' day.' }),
  delta({ role: 'assistant', content: '' }, 'stop'),
  { ...delta({}), choices: [], usage },
  done,
);
const think = (text: string) => delta({ role: 'assistant', content: '', reasoning: text });
const error = (message: string, type: string) => ({ error: { message, type, param: null, code: null } });

export const ollama: Provider = {
  name: 'Ollama',
  api: 'openai',
  base: '/v1',
  modelName: 'm',
  end: 'data: [DONE]\n',
  request: { ...chatRequest, path: '/v1/chat/completions' },
  // It ignores parameters that it does not know, cuts what is too long, has no filter, and tells nothing of its cache.
  lacks: ['refusedParameter', 'tooLong', 'filter', 'caching', 'cachedTokens'],
  exchanges: [
    saying('the role stands in each event', good),
    instructing(good),
    picturing(good),
    picturingResult(),
    limiting(data(word('Good day'), delta({ content: '' }, 'length'), { choices: [], usage }, done)),
    effort(good),
    reasoning('reasoning comes beside an empty content', ended(think('Let me'), think(' see.'), word('Good day.'))),
    calling(
      'a whole call',
      data(
        delta({
          role: 'assistant',
          content: '',
          tool_calls: [{ id: 'call_a', index: 0, type: 'function', function: weather }],
        }),
        delta({ role: 'assistant', content: '' }, 'tool_calls'),
        done,
      ),
    ),
    callingBoth(
      'both calls in one event, without index',
      data(
        delta({
          tool_calls: [
            { id: 'a', function: weather },
            { id: 'b', function: time },
          ],
        }),
        delta({}, 'stop'),
        done,
      ),
    ),
    returning(
      'reasoning of the message that calls',
      data(
        think('Let me see.'),
        call({ id: 'call_a', index: 0, type: 'function', function: weather }),
        delta({}, 'tool_calls'),
        done,
      ),
      { id: 'call_a', message: { reasoning: 'Let me see.' } },
    ),
    refusing(
      'overloaded',
      'its queue is full',
      json(503, error('server busy, please try again. maximum pending requests exceeded', 'api_error')),
      { code: 'model_unavailable', retryAfterMs: null },
    ),
    refusing('wrongKey', 'a wrong key of its cloud', json(401, error('unauthorized', 'authentication_error')), {
      code: 'model_misconfigured',
      isFinal: true,
    }),
    refusing(
      'wrongKey',
      'no such model',
      json(404, error('model "foo" not found, try pulling it first', 'api_error')),
      { code: 'model_misconfigured', isFinal: true },
    ),
    failing(
      'an error within the stream',
      data(word('Good'), error('an error was encountered while running the model', 'api_error')),
      {
        code: 'model_unavailable',
        retryAfterMs: null,
      },
    ),
    breaking(data(delta({ role: 'assistant', content: 'Good' }))),
  ],
};
