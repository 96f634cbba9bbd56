import type { Generated } from 'kysely';

export type UsageTables = {
  usage_sessions: {
    organization_id: string;
    member_id: string;
    session_id: string;
    typing: number;
    reading: number;
    interacting: number;
    idling: number;
    received_at: Generated<Date>;
  };
  analytics_events: {
    organization_id: string;
    member_id: string;
    event_id: string;
    name: string;
    occurred_at: Date;
    received_at: Generated<Date>;
    route: string;
    detail: unknown;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends UsageTables {}
}
