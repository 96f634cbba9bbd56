import * as z from '@parlance/shared/contract/schema';
import type { Requirement } from '../../access/access.ts';
import { endpoint } from '../../endpoint.ts';
import { webVitals } from '../../page/web-vitals.ts';

/** The failed phase of a screen: loading its files or starting it, or rendering it later. */
export const screenFailure = z.enum(['load', 'draw']);
export type ScreenFailure = z.infer<typeof screenFailure>;

/** The requirement for reports. A person who registers has a remote too, whose page reports; it is not counted. */
export const mayReport: Requirement = { registration: 'any' };

/**
 * Reports that a screen of a remote is shown, or that it failed. A person counts once an hour for each release, and
 * once more for a failure. Only members count whose registration is complete and who are served this version now, and
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
    /** The id of the screen, as the remote declares it. */
    screen: z.string().check(z.maxLength(100)),
    failure: z.nullable(screenFailure),
  }),
  response: z.object({ is_counted: z.boolean() }),
});

/** The most vitals of a page: four figures, each of the remote that was shown when it was taken. */
const vitalsMaxCount = 4;
/** The milliseconds of a day: no measurement takes longer. */
const vitalMaxValue = 86_400_000;

/**
 * Reports the speed of a page that goes away. A person counts once an hour for each release; further reports, and those
 * of an unknown release, count nothing. The people counted are those of the screens. It is a beacon:
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
