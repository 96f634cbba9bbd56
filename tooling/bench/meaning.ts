import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '../../e2e/harness/database.ts';
import { comparesAll, searchNear } from '../../server/src/library/embeddings/meaning-search.ts';
import { normalizeVector } from '../../server/src/library/embeddings/stored-vector.ts';
import { openDatabase } from '../../server/src/platform/db/open.ts';
import type { Embedder } from '../../server/src/platform/language-models/embedder.ts';
import { addEmptyFiles, addPassages } from '../../server/src/testing/many-passages.ts';
import { type MeasuredDatabase, onBothDatabases } from './databases.ts';
import { type Figure, quantile } from './figures.ts';

const [files, passagesInFile] = [1_000, 100];
const passages = files * passagesInFile;
/** The length of a vector, as that of the models that are asked most. */
const length = 1536;
const [subjects, questions, warmUps] = [500, 60, 5];
/** The directions in which texts on one subject differ: far fewer than a vector has values. */
const differences = 48;
/** The passages that an answer gets. */
const given = 8;
const limits: Readonly<Record<string, number>> = { 'embedded database': 150, PostgreSQL: 60 };

/**
 * Measures the search by meaning among the passages of one agent. Vectors have a direction in common, as those of
 * models do, and are near to others of their subject. The provider is left out: it takes what it takes.
 */
export const measureMeaning = (): Promise<Figure[]> => onBothDatabases(measureOn);

async function measureOn({ name }: MeasuredDatabase): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-meaning-'));
  const { settings, drop } = await createTestDatabase(folder);
  const { db, pool, close } = await openDatabase({ DATABASE_URL: settings['DATABASE_URL'], DATA_DIR: folder }, console);
  try {
    const world = createWorld();
    const asked = Array.from({ length: questions }, (_, at) => world.vectorOn(at % subjects));
    const best = asked.map(() => new Nearest());
    const { memberId, organizationId, fileIds } = await addEmptyFiles(db, files);
    const begun = performance.now();
    for (const [at, file] of fileIds.entries()) {
      const vectors = Array.from({ length: passagesInFile }, () => world.vectorOn(at % subjects));
      await addPassages(db, { file, model: 'bench', vectors });
      for (const [position, vector] of vectors.entries())
        for (const [question, nearest] of best.entries())
          nearest.add(`${file} ${position + 1}`, dot(asked[question] ?? [], vector));
    }
    const storing = (performance.now() - begun) / passages;
    await pool.query('vacuum (analyze) passage_codes, passage_vectors, passages');
    let question = 0;
    const embedder: Embedder = {
      name: 'bench',
      provider: 'bench',
      price: null,
      embed: () => Promise.resolve({ vectors: [asked[question] ?? []], inputTokens: 1, isEstimated: false }),
    };
    const search = { botId: null, fileIds, question: 'What?', language: 'en' as const };
    const signal = new AbortController().signal;
    const took: number[] = [];
    let found = 0;
    for (let round = -warmUps; round < questions; round++) {
      question = Math.max(0, round);
      const from = performance.now();
      const sources = await searchNear({ db, embedder, organizationId, memberId, signal }, search);
      if (round < 0) continue;
      took.push(performance.now() - from);
      const wanted = best[question]?.ids(given) ?? [];
      const got = new Set(sources.slice(0, given).map(({ citation }) => `${citation.file_id} ${citation.position}`));
      found += wanted.filter((id) => got.has(id)).length;
    }
    if (!(await db.asTenant(organizationId, (trx) => comparesAll(trx, search, embedder))))
      throw new Error('Not all passages were compared.');
    const how = `of ${questions} questions to ${passages.toLocaleString('en')} passages in ${files.toLocaleString('en')} files, vectors of ${length} values; all that is done after the provider’s vector has come`;
    return [
      {
        what: `Search by meaning, p95 (${name})`,
        value: quantile(took, 0.95),
        unit: 'ms',
        ...(limits[name] === undefined ? {} : { limit: limits[name] }),
        how,
      },
      { what: `Search by meaning, p50 (${name})`, value: quantile(took, 0.5), unit: 'ms', how },
      {
        what: `Search by meaning, nearest ${given} that were not found (${name})`,
        value: (1 - found / (questions * given)) * 100,
        unit: '%',
        limit: 2,
        how: 'against all vectors, exactly compared; a byte a value changes the order of near ties',
      },
      {
        what: `A passage indexed by its meaning (${name})`,
        value: storing * 1000,
        unit: 'µs',
        how: 'mean; without the provider, with the bench’s own comparison of everything',
      },
    ];
  } finally {
    await close();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The best of all that were added. */
class Nearest {
  #best: { readonly id: string; readonly score: number }[] = [];

  add(id: string, score: number): void {
    const last = this.#best[given - 1];
    if (last !== undefined && score <= last.score) return;
    this.#best = [...this.#best, { id, score }].sort((one, other) => other.score - one.score).slice(0, given);
  }

  ids(count: number): string[] {
    return this.#best.slice(0, count).map(({ id }) => id);
  }
}

const dot = (one: readonly number[], other: readonly number[]) => {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
};

/** Vectors as texts on subjects have them, the same each time. */
function createWorld() {
  let state = 7;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  // A sum of three is normal enough, and cheap.
  const number = () => (uniform() + uniform() + uniform() - 1.5) * 2;
  const vector = () => Float32Array.from({ length }, number);
  const common = vector();
  const centres = Array.from({ length: subjects }, vector);
  const directions = Array.from({ length: differences }, vector);
  return {
    vectorOn(subject: number): number[] {
      const centre = centres[subject];
      const values = Float64Array.from(common, (value, at) => value + 0.8 * (centre?.[at] ?? 0) + 0.1 * number());
      for (const direction of directions) {
        const part = (0.6 / Math.sqrt(differences)) * number();
        for (let at = 0; at < length; at++) values[at] = (values[at] ?? 0) + part * (direction[at] ?? 0);
      }
      return normalizeVector([...values]);
    },
  };
}
