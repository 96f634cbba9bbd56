import type { ReleaseVital } from '@parlance/shared/contract/api/releases/operator';
import type { reportVitals } from '@parlance/shared/contract/api/releases/release-reports';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import {
  bucketOf,
  p75Of,
  ratingOfBucket,
  webVitals,
  type VitalRating,
  type WebVital,
} from '@parlance/shared/contract/page/web-vitals';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { type Reporter, addReporter, thisHour } from './reports.ts';

export type TakenVital = CheckedInput<typeof reportVitals>['body']['vitals'][number];

/** Counts what a page says of one release, once a person and hour. Gives how many figures it counted. */
export async function countVitals(trx: Trx, vitals: readonly TakenVital[], by: Reporter): Promise<number> {
  const [first] = vitals;
  if (first === undefined) return 0;
  const { remote, version } = first;
  if (!(await addReporter(trx, 'vital_reporters', { remote, version }, by))) return 0;
  let counted = 0;
  // The first of each: a page has no vital twice.
  for (const vital of webVitals) {
    const taken = vitals.find((it) => it.vital === vital);
    if (taken === undefined) continue;
    counted += 1;
    await trx
      .insertInto('release_vitals')
      .values({ remote, version, hour: thisHour, vital, bucket: bucketOf(vital, taken.value), pages: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['remote', 'version', 'hour', 'vital', 'bucket'])
          .doUpdateSet({ pages: sql`release_vitals.pages + 1` }),
      )
      .execute();
  }
  return counted;
}

export type CountedVital = { readonly vital: WebVital; readonly bucket: number; readonly pages: number };

/** What pages of one release said, put together. */
export function sumUpVitals(rows: readonly CountedVital[]): ReleaseVital[] {
  return webVitals.flatMap((vital) => {
    const counted = rows.filter((row) => row.vital === vital);
    const p75 = p75Of(vital, counted);
    return p75 === null
      ? []
      : [{ vital, p75, pages: sum(counted), good: pagesThatAre(counted, 'good'), poor: pagesThatAre(counted, 'poor') }];
  });
}

export const pagesThatAre = (counted: readonly CountedVital[], rating: VitalRating): number =>
  sum(counted.filter(({ vital, bucket }) => ratingOfBucket(vital, bucket) === rating));

const sum = (counted: readonly CountedVital[]): number => counted.reduce((all, { pages }) => all + pages, 0);
