import * as z from '@parlance/shared/contract/schema';
import type { Requirement } from '../../access/access.ts';
import { endpoint } from '../../endpoint.ts';
import { webVitals } from '../../page/web-vitals.ts';

/** Which part of a screen failed: loading its files or starting it, or rendering it later. */
export const screenFailure = z.enum(['load', 'draw']);
export type ScreenFailure = z.infer<typeof screenFailure>;

/** Who may report. Whoever registers has a remote too, whose page says how it does; it is not counted. */
export const mayReport: Requirement = { registration: 'any' };

/**
 * A page says that a screen of a remote is there, or that it failed. A person counts once an hour for each release, and
 * once more where it failed. Only members count whose registration is complete and who are served this version now, and
 * two of an organisation (more where there are few organisations). Nothing else is counted.
 */
export const reportScreen = endpoint({
  method: 'POST',
  path: '/releases/v1/reports',
  requires: mayReport,
  summary: 'Counts that a screen of a release was shown to the caller, or that it failed.',
  body: z.strictObject({
    remote: z.string().check(z.maxLength(50)),
    version: z.string().check(z.maxLength(100)),
    /** Its id, as the remote declares it. */
    screen: z.string().check(z.maxLength(100)),
    failure: z.nullable(screenFailure),
  }),
  response: z.object({ is_counted: z.boolean() }),
});

/** A page has four figures, each of the remote that was there when it was taken. */
const vitalsMaxCount = 4;
/** Milliseconds of a day: nothing that is measured takes longer. */
const vitalMaxValue = 86_400_000;

/**
 * A page that goes away says how fast it was. A person counts once an hour for each release, whatever is sent beyond
 * that counts nothing; nor does what no release is. Who counts is as with screens. It is a beacon:
 * docs/adr/0010-beacons.md.
 */
export const reportVitals = endpoint({
  method: 'POST',
  path: '/releases/v1/vitals',
  requires: mayReport,
  summary: 'Counts how fast a page of a release was.',
  body: z.strictObject({
    vitals: z
      .array(
        z.strictObject({
          remote: z.string().check(z.maxLength(50)),
          version: z.string().check(z.maxLength(100)),
          vital: z.enum(webVitals),
          value: z.number().check(z.gte(0), z.lte(vitalMaxValue)),
        }),
      )
      .check(z.minLength(1), z.maxLength(vitalsMaxCount)),
  }),
  response: z.object({ counted: z.int() }),
});
