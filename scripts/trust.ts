// `npm run trust`: what proves each promise of docs/trust.md. `npm run trust -- TEN-01 LOAD-01` proves these, with the
// numbers that are promised, on both databases; what is measured wants a machine that does nothing else.
import { startPostgres } from '../server/src/testing/postgres.ts';
import { buildPrograms } from '../tooling/build/build-programs.ts';
import { type FoundProgram, ensureChromium, ensureNginx, ensurePostgres } from '../tooling/machine.ts';
import { quarantine } from '../tooling/test/quarantine.ts';
import { type Outcome, type Surroundings, runMeasurement, runTests } from '../tooling/trust/prove.ts';
import { type Proof, type TestProof, quarantined, rows as promises } from '../tooling/trust/rows.ts';

/** The promises, and as one more row what is in quarantine. */
const rows: Readonly<Record<string, readonly Proof[]>> = {
  ...promises,
  ...(quarantine.length === 0 ? {} : { quarantine: quarantined(quarantine) }),
};
const wanted = process.argv.slice(2);
const unknown = wanted.filter((id) => rows[id] === undefined);
if (unknown.length > 0) {
  console.error(`There is no promise ${unknown.join(', ')} in docs/trust.md.`);
  process.exitCode = 1;
} else if (wanted.length === 0) {
  for (const [id, proofs] of Object.entries(rows)) console.log(`${id.padEnd(8)} ${saidOf(proofs)}`);
} else {
  await prove();
}

function saidOf(proofs: readonly Proof[]): string {
  const tests = proofs.filter(({ kind }) => kind === 'test').length;
  const measurements = proofs.length - tests;
  const said = [
    tests === 0 ? '' : `${tests} ${tests === 1 ? 'place' : 'places'} in the tests`,
    measurements === 0 ? '' : 'measured by hand',
  ].filter((it) => it !== '');
  return said.length === 0 ? 'not proven' : said.join(', ');
}

async function prove(): Promise<void> {
  const pathOf = (found: FoundProgram) => ('path' in found ? found.path : stop(found.missing));
  const [chromium, nginx] = [pathOf(await ensureChromium()), pathOf(await ensureNginx())];
  pathOf(await ensurePostgres());
  await buildPrograms();
  const programs = { CHROMIUM_PATH: chromium, NGINX_PATH: nginx };
  Object.assign(process.env, programs);
  const cluster = await startPostgres();
  const surroundings: Surroundings = {
    pglite: { ...programs, TEST_DATABASE: 'pglite' },
    postgres: { ...programs, TEST_DATABASE: 'postgres', TEST_DATABASE_URL: cluster.url },
  };
  const outcomes: (Outcome & { id: string })[] = [];
  try {
    for (const id of wanted)
      for (const outcome of await proveRow(rows[id] ?? [], surroundings)) outcomes.push({ id, ...outcome });
  } finally {
    await cluster.stop();
  }
  console.log('');
  for (const { id, what, passed, failed } of outcomes)
    console.log(`${failed === 0 ? '✓' : '✗'} ${id} ${what}: ${passed} held, ${failed} did not`);
  const without = wanted.filter((id) => !outcomes.some((outcome) => outcome.id === id));
  for (const id of without) console.log(`✗ ${id}: nothing proves it`);
  if (without.length > 0 || outcomes.some(({ failed }) => failed > 0)) process.exitCode = 1;
}

async function proveRow(proofs: readonly Proof[], surroundings: Surroundings): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const tests = proofs.filter((proof) => proof.kind === 'test');
  for (const file of new Set(tests.map(placeOf)))
    outcomes.push(
      ...(await runTests(
        tests.filter((proof) => placeOf(proof) === file),
        surroundings,
      )),
    );
  for (const proof of proofs) if (proof.kind === 'measured') outcomes.push(await runMeasurement(proof));
  return outcomes;
}

function placeOf({ folder, file }: TestProof): string {
  return `${folder}/${file}`;
}

function stop(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
