import type { RunReading } from '@parlance/shared/contract/api/runs/runs';
import { readPart } from '../../library/files/parts.ts';
import type { Database, Trx } from '../../platform/db/database.ts';
import type { PartNotes, Question } from '../../platform/language-models/language-model.ts';
import type { Material } from '../governance/material.ts';
import type { LiveRun } from './live-run.ts';
import { readParts, readingAfter } from './part-notes.ts';
import type { ReadQuestion } from './question.ts';
import { keepReading } from './repository.ts';
import type { Tally } from './tally.ts';

type Telling = {
  readonly db: Database;
  /** Readers in other processes, that the run has something new. */ readonly tell: () => void;
};
type Noting = {
  readonly read: Pick<ReadQuestion, 'parts' | 'reading'>;
  readonly tally: Tally;
  readonly material: Material | null;
};

/**
 * Has the model of a run take notes of its files part by part; readers are told how far it is. Throws as `readParts`
 * does.
 */
export async function noteFiles(
  { db, tell }: Telling,
  run: LiveRun,
  question: Question,
  { read: { parts, reading }, tally, material }: Noting,
): Promise<readonly PartNotes[]> {
  if (parts === null || reading === null) return [];
  const tenant = <T>(work: (trx: Trx) => Promise<T>) => db.asTenant(run.organizationId, work);
  const keep = async (now: RunReading) => {
    run.tellReading(now);
    await tenant((trx) => keepReading(trx, run.id, now));
    tell();
  };
  const count = parts.parts.length;
  await keep({ ...readingAfter(reading, parts, []), progress: { read: 0, parts: count } });
  const noted = await readParts(tally.wanted, question, parts, {
    sourcesOf: async (part) => {
      const sources = await tenant((trx) => readPart(trx, part));
      return material === null ? sources : material.inSources(sources);
    },
    took: (usage) => tally.add(usage),
    read: (done) => keep({ ...readingAfter(reading, parts, done), progress: { read: done.length, parts: count } }),
  });
  await keep(
    readingAfter(
      reading,
      parts,
      noted.map(({ part }) => part),
    ),
  );
  return noted.map(({ notes }) => notes);
}

/** As it stands when nothing more is read. */
export const withoutProgress = ({ progress: _, ...reading }: RunReading): RunReading => reading;
