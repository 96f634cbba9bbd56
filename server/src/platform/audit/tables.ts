import type { AuditAction, AuditThing } from '@parlance/shared/contract/api/audit/audit-actions';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Actor } from '../principal/acting.ts';
import type { Changes } from './changes.ts';

type Entry = {
  organization_id: string;
  actor_kind: Actor['kind'];
  actor_id: string | null;
  actor_name: string;
  address: string | null;
  request_id: string | null;
  action: AuditAction;
  target_kind: AuditThing;
  target_id: string | null;
  target_name: string;
};

export type AuditTables = {
  /** What a transaction records, until its commit. */
  audit_pending: Entry & {
    id: GeneratedAlways<string>;
    position: GeneratedAlways<string>;
    changes: ColumnType<Changes, string, never>;
    words: string[];
  };
  audit_log: Entry & {
    seq: string;
    at: Date;
    thing: AuditThing;
    changes: ColumnType<Changes, never, never>;
    tokens: string;
    previous_hash: Buffer;
    hash: Buffer;
  };
  /** audit_log as a tenant may search it by words. */
  searched_audit_log: AuditTables['audit_log'];
  audit_heads: { organization_id: string; seq: string; at: Date; hash: Buffer };
  audit_webhooks: {
    organization_id: string;
    url: string;
    secrets: string;
    both_secrets_until: ColumnType<Date | null, never, Date>;
    through: string;
  };
  audit_deliveries: {
    id: Generated<string>;
    organization_id: string;
    first: string;
    last: string;
    state: ColumnType<'waiting' | 'given_up', never, 'waiting' | 'given_up'>;
    tries: ColumnType<number, never, number>;
    tried_at: ColumnType<Date | null, never, Date>;
    status: ColumnType<number | null, never, number | null>;
    error_code: ColumnType<string | null, never, string | null>;
  };
  audit_checkpoints: { organization_id: string; seq: string; hash: Buffer };
};

declare module '../db/tables.ts' {
  interface Tables extends AuditTables {}
}
