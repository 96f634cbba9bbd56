import type { ColumnType, Generated } from 'kysely';
import type { Json } from '../../platform/db/json.ts';

/** bigint: read as a string. */
type Bigint = ColumnType<string, number | string, number | string>;
/** date: read as the day it is, without a time. */
type Day = ColumnType<string, string, string>;

export type ChartTables = {
  /** Changes not counted yet. Triggers write them. */
  chart_changes: {
    id: Generated<string>;
    organization_id: string;
    member_id: string | null;
    bot_id: string | null;
    at: Date;
    figures: Json<Record<string, number>>;
  };
  chart_days: { organization_id: string; team_id: string; bot_id: string; figure: string; day: Day; value: Bigint };
  chart_presence: { organization_id: string; team_id: string; bot_id: string; member_id: string; day: Day };
  /** A trigger on `chart_changes` writes it. */
  chart_member_days: {
    organization_id: string;
    member_id: string;
    day: Day;
    bot_id: string;
    figures: Json<Record<string, number>>;
  };
  chart_askers: { organization_id: string; bot_id: string; member_id: string };
  chart_members: {
    organization_id: string;
    member_id: string;
    last_active: Day | null;
    asked_days: Generated<number>;
    last_asked: Day | null;
    last_day: Day | null;
    seconds: Generated<number>;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends ChartTables {}
}
