import { costOf } from './catalog.ts';
import { UsageMeter, reportedIn } from './usage-meter.ts';

// Shapes from https://platform.openai.com/docs/guides/prompt-caching, https://api-docs.deepseek.com/guides/kv_cache,
// https://platform.moonshot.ai/docs, https://openrouter.ai/docs/features/prompt-caching, https://docs.litellm.ai.
const counted = { prompt_tokens: 100, completion_tokens: 20 };
test.each<[string, object, object]>([
  ['OpenAI', { prompt_tokens_details: { cached_tokens: 64 } }, { cacheReadTokens: 64 }],
  ['DeepSeek', { prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 36 }, { cacheReadTokens: 64 }],
  ['Kimi', { cached_tokens: 64 }, { cacheReadTokens: 64 }],
  [
    'OpenRouter',
    { prompt_tokens_details: { cached_tokens: 10, cache_write_tokens: 80 } },
    { cacheReadTokens: 10, cacheWriteTokens: 80 },
  ],
  [
    'LiteLLM',
    { prompt_tokens_details: { cached_tokens: 10 }, cache_creation_input_tokens: 80 },
    { cacheReadTokens: 10, cacheWriteTokens: 80 },
  ],
  ['a provider that keeps nothing', { prompt_tokens_details: { cached_tokens: 0 } }, {}],
  ['a provider without details', { prompt_tokens_details: null }, {}],
  ['a count that cannot be', { prompt_tokens_details: { cached_tokens: 1_000 } }, { cacheReadTokens: 100 }],
  ['a count that is none', { prompt_tokens_details: { cached_tokens: '64', cache_write_tokens: -3 } }, {}],
])('of %s it is read what had been kept and what is kept', (_, usage, cache) => {
  const reported = reportedIn({ choices: [], usage: { ...counted, ...usage } });
  expect(reported).toEqual({ inputTokens: 100, outputTokens: 20, ...cache });
  const meter = new UsageMeter();
  meter.hear(reported, true);
  meter.hear(null, false);
  expect(meter.read(() => ({ inputTokens: 1, outputTokens: 1 }))).toEqual({ ...reported, isEstimated: false });
});

test.each<[string, object, number]>([
  ['at the price of the input without prices of its own', {}, 100 * 3 + 20 * 15],
  ['at its own price where it had been kept', { cacheRead: 0.3 }, 30 * 3 + 60 * 0.3 + 10 * 3 + 20 * 15],
  ['at its own prices', { cacheRead: 0.3, cacheWrite: 3.75 }, 30 * 3 + 60 * 0.3 + 10 * 3.75 + 20 * 15],
  ['for nothing where that is its price', { cacheRead: 0, cacheWrite: 0 }, 30 * 3 + 20 * 15],
])('what is kept counts %s', (_, prices, cost) => {
  const usage = { inputTokens: 100, outputTokens: 20, cacheReadTokens: 60, cacheWriteTokens: 10 };
  const micros = Object.fromEntries(Object.entries(prices).map(([name, units]) => [name, Number(units) * 1_000_000]));
  expect(costOf({ price: { input: 3_000_000, output: 15_000_000, ...micros, currency: 'USD' } }, usage)).toBe(
    Math.round(cost),
  );
});
