import { readFileSync } from 'node:fs';
import { judgeArguments } from '../schema/judging-by-ajv.ts';
import { functionsOfServer } from './functions.ts';

/**
 * Schemas of parameters as generators write them: some written by zod, zod-to-json-schema, TypeBox and valibot, the
 * others after the documentation of theirs.
 */
type GeneratedSchema = {
  readonly by: string;
  readonly name: string;
  readonly schema: unknown;
  /** Arguments that are right by the schema, and some that are wrong; of one that is usable. */
  readonly right?: unknown;
  readonly wrong?: unknown;
  /** Why it cannot be used. */
  readonly leftOut?: string;
};
const generated = readFileSync(new URL('../../../testing/generated-schemas.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as GeneratedSchema); // written for this test

/** What comes of a schema among good ones: null if it is as expected. */
function faultOf({ schema, right, wrong, leftOut: why }: GeneratedSchema): string | null {
  const good = (name: string) => ({ name, inputSchema: { type: 'object' } });
  const { functions, leftOut } = functionsOfServer([
    JSON.stringify([good('before'), { name: 'f', inputSchema: schema }, good('after')]),
  ]);
  if (why !== undefined)
    return leftOut[0]?.reason === why && functions.length === 2 ? null : `is not left out: ${JSON.stringify(leftOut)}`;
  const found = functions.find(({ name }) => name === 'f');
  if (found === undefined) return `is left out: ${JSON.stringify(leftOut)}`;
  const parameters = JSON.stringify(found.parameters);
  const refusal = judgeArguments(parameters, right);
  if (refusal !== null) return `refuses what is right: ${refusal}`;
  return wrong !== undefined && judgeArguments(parameters, wrong) === null ? 'takes what is wrong' : null;
}

test('schemas as generators write them are taken and judged by, and what is none leaves out its function alone', () => {
  const faults = generated.flatMap((it) => {
    const fault = faultOf(it);
    return fault === null ? [] : [`${it.by}, ${it.name}: ${fault}`];
  });
  const taken = generated.filter(({ leftOut }) => leftOut === undefined).length;
  console.info(
    [
      `schemas as generators write them: ${generated.length - faults.length} of ${generated.length} are as expected, ${taken} of them taken`,
      ...generated.flatMap(({ by, name, leftOut }) =>
        leftOut === undefined ? [] : [`  left out (${leftOut}): ${by}, ${name}`],
      ),
    ].join('\n'),
  );
  expect(generated.length).toBeGreaterThan(54);
  expect(faults).toEqual([]);
});
