import type { Hold, RetentionDays, RetentionKind } from '@parlance/shared/contract/api/retention';
import type { ColumnType, Generated } from 'kysely';
import type { Json } from '../../platform/db/json.ts';

/** Read it as text: a day has no hour and no time zone. */
type Day = ColumnType<Date, string, string>;

export type RetentionTables = {
  retention_policies: {
    organization_id: string;
    days: Json<RetentionDays>;
    version: Generated<number>;
    /** The night whose purge has begun, and what it has removed so far. */
    applied_day: Day | null;
    /** The time at which the pending purge was requested. */
    requested_at: Date | null;
    applied_removed: ColumnType<Partial<Record<RetentionKind, number>>, string | undefined, string>;
    is_applied: Generated<boolean>;
  };
  legal_holds: {
    id: Generated<string>;
    organization_id: string;
    idempotency_key: string;
    /** The fingerprint of the request with this key; null for rows from before it was stored. */
    request_fingerprint: Buffer | null;
    kind: Hold['kind'];
    team_id: string | null;
    name: string;
    reason: string;
    until: Day | null;
    placed_by: string | null;
    placed_at: Generated<Date>;
  };
  /** The members a hold is about; none if it is about the whole organisation. */
  legal_hold_members: { organization_id: string; hold_id: string; member_id: string };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends RetentionTables {}
}
