// `npm run bench`: measures the product on this machine and writes docs/performance.md and .json, part by part as each
// is measured. Words after it choose parts: `npm run bench -- pages answers`; `rest` are those without figures of this
// commit, so that what was broken off goes on.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { prepareTestDatabases } from '../e2e/harness/database.ts';
import { measureAnswers } from '../tooling/bench/answers.ts';
import { measureAuditLog } from '../tooling/bench/audit-log.ts';
import { measureCharts } from '../tooling/bench/charts.ts';
import { stopMeasuredPostgres } from '../tooling/bench/databases.ts';
import { measureDialogueLog } from '../tooling/bench/dialogue-log.ts';
import { measureDialogues } from '../tooling/bench/dialogues.ts';
import { figuresTable } from '../tooling/bench/figures.ts';
import type { Figure } from '../tooling/bench/figures.ts';
import { measureFirstScreen } from '../tooling/bench/first-screen.ts';
import { measureGovernance } from '../tooling/bench/governance.ts';
import { addToHistory, readHistory, worseInWords, worseThanBefore } from '../tooling/bench/history.ts';
import { measureLongDialogue } from '../tooling/bench/long-dialogue.ts';
import { measureMeaning } from '../tooling/bench/meaning.ts';
import { measurePages } from '../tooling/bench/pages.ts';
import { measureRecognition } from '../tooling/bench/recognition.ts';
import { measureRendering } from '../tooling/bench/rendering.ts';
import { keepResult, partsToMeasure, readResults } from '../tooling/bench/results.ts';
import { measureStarts } from '../tooling/bench/starts.ts';
import { measureStreams } from '../tooling/bench/streams.ts';
import { buildPrograms } from '../tooling/build/build-programs.ts';
import { root } from '../tooling/workspace.ts';

/** The parts that write gigabytes come last: pending writes to the disk would disturb the others. */
const parts: Readonly<Record<string, () => Promise<Figure[]>>> = {
  starts: measureStarts,
  pages: measurePages,
  'first-screen': measureFirstScreen,
  answers: measureAnswers,
  streams: measureStreams,
  governance: measureGovernance,
  rendering: measureRendering,
  recognition: measureRecognition,
  'long-dialogue': measureLongDialogue,
  meaning: measureMeaning,
  dialogues: measureDialogues,
  charts: measureCharts,
  'dialogue-log': measureDialogueLog,
  'audit-log': measureAuditLog,
};
const order = Object.keys(parts);
const gibibyte = 2 ** 30;
const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / gibibyte)} GB, ${process.platform}, Node ${process.versions.node}`;
const commit = commitOfCheckout();
const wanted = partsToMeasure(process.argv.slice(2), order, readResults(), commit);

await buildPrograms();
// Products are started on copies of it, as the journeys start them. The part `starts` begins with an empty folder all
// the same.
await prepareTestDatabases();
console.log(machine);
for (const name of wanted) await measurePart(name);
await stopMeasuredPostgres();
rmSync(process.env['E2E_DATABASE_TEMPLATE'] ?? '', { recursive: true, force: true });

/** A part that fails keeps its figures of before, and the others go on. */
async function measurePart(name: string): Promise<void> {
  const [begun, load = 0] = [performance.now(), loadavg()[0]];
  try {
    const figures = (await parts[name]?.()) ?? [];
    const seconds = (performance.now() - begun) / 1000;
    const result = { date: new Date().toISOString().slice(0, 10), machine, commit, seconds, load, figures };
    const worse = worseThanBefore(name, result, readHistory());
    addToHistory(name, result);
    keepResult(name, result, order);
    console.log(`\n${name}, in ${seconds.toFixed(0)} s\n\n${figuresTable(figures)}`);
    if (worse.length > 0)
      console.log(`\nMore than 10 % worse than before:\n${worse.map((it) => `- ${worseInWords(it)}`).join('\n')}`);
  } catch (error) {
    process.exitCode = 1;
    console.error(`\n${name} could not be measured:`, error);
  }
}

function commitOfCheckout(): string | null {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    // An archive of the sources has no history.
    return null;
  }
}
