import { setTimeout as pause } from 'node:timers/promises';
import { startProduct, type Product } from '../../e2e/harness/product.ts';
import { startModelServer } from '../../server/src/testing/model-server.ts';
import type { RuleDraft } from '../../shared/src/contract/api/governance/rule.ts';
import { askParlance, askThroughParlance, restMs } from './answers.ts';
import { type ApiClient, signedInClient } from './api-client.ts';
import { type Figure, median } from './figures.ts';
import { startHelper } from './processes.ts';
import { measure, microsecondsAToken } from './streams.ts';

const rules = 50;
const rounds = 50;
/** Rounds that only warm up the just-in-time compiler, of both products. */
const warmUps = 10;
const [streams, tokens, tokenEveryMs] = [100, 200, 50];
/** Streams of both products, one after the other, so often: the machine may be slower at one time than at another. */
const repeats = 3;
/** A change of the rules is made ready in the background. */
const readyMs = 5_000;

type BenchProduct = { readonly product: Product; readonly client: ApiClient; readonly botId: string };

/**
 * What rules add to an answer that none of them is about: the same product with fifty rules and without any, in turns.
 */
export async function measureGovernance(): Promise<Figure[]> {
  return [...(await measureFirstTokens()), ...(await measureThroughput())];
}

async function measureFirstTokens(): Promise<Figure[]> {
  const model = await startModelServer({ answer: () => ['One', ' two', ' three.'] });
  try {
    return await withAndWithout(
      { MODEL_BASE_URL: model.baseUrl, MODEL_API_KEY: 'stand-in', MODEL_NAME: 'stand-in' },
      async (ruled, free) => {
        const [withRules, without]: [number[], number[]] = [[], []];
        for (let round = -warmUps; round < rounds; round++) {
          const took = [
            await askThroughParlance(ruled.client, ruled.botId),
            await askThroughParlance(free.client, free.botId),
          ] as const;
          await pause(restMs);
          if (round < 0) continue;
          withRules.push(took[0]);
          without.push(took[1]);
        }
        const how = `median of ${rounds} questions to the same product with and without them, in turns; words, patterns and personal data, on prompts and answers; none applies`;
        return [
          {
            what: `First token, added by ${rules} rules`,
            value: median(withRules) - median(without),
            unit: 'ms',
            limit: 2,
            how,
          },
        ];
      },
    );
  } finally {
    await model.close();
  }
}

async function measureThroughput(): Promise<Figure[]> {
  const model = await startHelper('tooling/bench/paced-model.ts', String(tokens), String(tokenEveryMs));
  try {
    return await withAndWithout({ MODEL_BASE_URL: model.address, MODEL_NAME: 'stand-in' }, async (ruled, free) => {
      const [withRules, without]: [number[], number[]] = [[], []];
      for (let repeat = -1; repeat < repeats; repeat++) {
        const took = [await costOf(ruled), await costOf(free)] as const;
        if (repeat < 0) continue;
        withRules.push(took[0]);
        without.push(took[1]);
      }
      const how = `median of ${repeats}; user and system time of the product’s process over the tokens of ${streams} streams of ${tokens} tokens at once, the embedded database included`;
      return [
        { what: 'Processor time a token, without rules', value: median(without), unit: 'µs', how },
        {
          what: `Processor time a token, added by ${rules} rules`,
          value: (median(withRules) / median(without) - 1) * 100,
          unit: '%',
          limit: 5,
          how: 'the same with them, in turns',
        },
      ];
    });
  } finally {
    await model.stop();
  }
}

const costOf = async ({ product, client, botId }: BenchProduct): Promise<number> =>
  microsecondsAToken(await measure(product.pid, streams, askParlance(client, botId)));

/** Two products at a time: one with rules, one without. */
async function withAndWithout<T>(
  settings: Readonly<Record<string, string>>,
  run: (ruled: BenchProduct, free: BenchProduct) => Promise<T>,
): Promise<T> {
  const products = await Promise.all([startProduct(settings), startProduct(settings)]);
  try {
    const [ruled, free] = await Promise.all(products.map(openedBy));
    // as many as were given
    if (ruled === undefined || free === undefined) throw new Error('Two products were started.');
    for (let number = 1; number <= rules; number++) await addRule(ruled.client, ruleNumbered(number));
    await pause(readyMs);
    return await run(ruled, free);
  } finally {
    await Promise.all(products.map((product) => product.stop()));
  }
}

async function openedBy(product: Product): Promise<BenchProduct> {
  const client = await signedInClient(product, 'owner@pro.example');
  // the contract's page of bots
  const bots = (await (await client.get('/bots/v1/bots')).json()) as { data: { items: { id: string }[] } };
  return { product, client, botId: bots.data.items[0]?.id ?? '' };
}

/** Rules as organisations have them: lists of words, patterns, and personal data, some of them masked. */
function ruleNumbered(number: number): RuleDraft {
  const conditions: RuleDraft['conditions'] = [
    { kind: 'words', terms: Array.from({ length: 20 }, (_, at) => `undertaking-${number}-${at}`) },
    { kind: 'pattern', pattern: `project[- ]?${number}\\d{3}` },
  ];
  if (number % 10 === 0) conditions.push({ kind: 'personal', detectors: ['email', 'phone', 'card', 'iban'] });
  return { name: `Rule ${number}`, target: 'both', action: number % 2 === 0 ? 'mask' : 'monitor', conditions };
}

async function addRule(client: ApiClient, definition: RuleDraft): Promise<void> {
  const made = (await (await client.post('/governance/v1/rules', { definition, confirms_reach: false })).json()) as {
    data: { id: string };
  }; // the contract's rule
  await client.put(`/governance/v1/rules/${made.data.id}/state`, { is_enabled: true });
}
