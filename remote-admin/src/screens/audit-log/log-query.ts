import { auditSearchMaxLength, type AuditFilter } from '@parlance/shared/contract/api/audit/audit-log';
import { auditThings, type AuditThing } from '@parlance/shared/contract/api/audit/audit-actions';
import { withoutUndefined } from '../../defined.ts';

/** The query in the address: days as a person chooses them, and the open entry. */
export type LogQuery = {
  readonly q?: string;
  readonly actor?: string;
  readonly thing?: AuditThing;
  readonly kind?: AuditThing;
  readonly target?: string;
  readonly address?: string;
  readonly from?: string;
  readonly to?: string;
  readonly entry?: number;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const day = /^\d{4}-\d\d-\d\d$/;
export const addressMaxLength = 45;

const upTo = (text: string | null, length: number) =>
  text === null || text.trim() === '' ? undefined : text.trim().slice(0, length);
const thingIn = (text: string | null) => auditThings.find((it) => it === text);
const dayIn = (text: string | null) =>
  text !== null && day.test(text) && !Number.isNaN(momentOf(text, 0).getTime()) ? text : undefined;

/** Parses the query of an address: a reload, Back and a link lead to the same list. Unknown parameters are ignored. */
export function readQuery(params: URLSearchParams): LogQuery {
  const [actor, entry] = [params.get('actor') ?? '', Number(params.get('entry'))];
  return withoutUndefined({
    q: upTo(params.get('q'), auditSearchMaxLength),
    actor: uuid.test(actor) ? actor : undefined,
    thing: thingIn(params.get('thing')),
    kind: thingIn(params.get('kind')),
    target: upTo(params.get('target'), 100),
    address: upTo(params.get('address'), addressMaxLength),
    from: dayIn(params.get('from')),
    to: dayIn(params.get('to')),
    entry: Number.isSafeInteger(entry) && entry > 0 ? entry : undefined,
  });
}

export type Change = { readonly [Key in keyof LogQuery]?: LogQuery[Key] | undefined };

/** Returns the address of a query. */
export const writeQuery = (query: Change): Record<string, string> =>
  Object.fromEntries(Object.entries(withoutUndefined(query)).map(([key, value]) => [key, String(value)]));

/**
 * Returns the filter for the server: a day is one in this person's time zone, from its first moment to that of the
 * next.
 */
export function filterOf({ q, actor, thing, kind, target, address, from, to }: LogQuery): AuditFilter {
  return withoutUndefined({
    q,
    thing,
    address,
    actor_id: actor,
    target_kind: kind,
    target_id: target,
    from: from === undefined ? undefined : momentOf(from, 0).toISOString(),
    to: to === undefined ? undefined : momentOf(to, 1).toISOString(),
  });
}

/** Returns the first moment, in local time, of the day so many days later. */
function momentOf(text: string, after: number): Date {
  const [year = 0, month = 1, date = 1] = text.split('-').map(Number);
  return new Date(year, month - 1, date + after);
}
