import type { PlanFeature } from '@parlance/shared/contract/access/access';
import type { Audience } from '@parlance/shared/contract/api/releases/releases';
import type { WebVital } from '@parlance/shared/contract/page/web-vitals';
import type { BuiltRemote } from '@parlance/shared/remote/registry';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Surface } from './surface.ts';

export type ReleaseTables = {
  remote_releases: {
    id: Generated<string>;
    number: Generated<string>;
    remote: string;
    version: string;
    declaration: JSONColumnType<BuiltRemote>;
    surface: JSONColumnType<Surface>;
    storage_key: string;
    shipped_at: Generated<Date>;
    withdrawn_at: Date | null;
  };
  remote_pointers: {
    remote: string;
    release_id: string | null;
    canary_id: string | null;
    canary_audience: ColumnType<Audience | null, string | null, string | null>;
    is_off: Generated<boolean>;
    feature: PlanFeature | null;
  };
  release_visits: {
    remote: string;
    version: string;
    hour: Date;
    screen: string;
    visits: number;
    load_failures: number;
    draw_failures: number;
  };
  release_reporters: {
    remote: string;
    version: string;
    hour: Date;
    reporter: Buffer;
    organization: Buffer | null;
    has_failed: boolean;
  };
  release_vitals: { remote: string; version: string; hour: Date; vital: WebVital; bucket: number; pages: number };
  vital_reporters: { remote: string; version: string; hour: Date; reporter: Buffer; organization: Buffer | null };
  operator_sessions: { token_hash: Buffer; by_name: string; expires_at: Date };
  release_log: {
    seq: Generated<string>;
    at: Generated<Date>;
    by_name: string;
    action: string;
    remote: string;
    details: JSONColumnType<Record<string, unknown>>;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends ReleaseTables {}
}
