import type { PlanFeature } from '@parlance/shared/contract/access/access';
import type { AccountKind, PlanName } from '@parlance/shared/contract/api/plans/plans';
import type { Generated } from 'kysely';

export type PlanTables = {
  plans: {
    name: PlanName;
    features: PlanFeature[];
    /** null: without limit. */
    seats: number | null;
    dialogues_a_month: number | null;
    storage_megabytes: number | null;
    agents: number | null;
    schedules: number | null;
    /** The least distance of two ticks of a schedule. */
    minutes_between: Generated<number>;
    answers_a_month: number | null;
    /** Of each member; bigint, so a string. */
    member_tokens_a_month: string | null;
    /** The kinds of account that can choose it. */
    account_kinds: AccountKind[];
    /** In hundredths of the currency (ISO 4217), for the whole organisation. */
    price_a_month: number;
    currency: string;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends PlanTables {}
}
