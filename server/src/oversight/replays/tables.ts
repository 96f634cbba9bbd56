import type { CheckedKind } from '@parlance/shared/contract/api/governance/rule';
import type { Replay } from '@parlance/shared/contract/api/replays';
import type { ColumnType, Generated } from 'kysely';
import type { StoredRule } from '../../dialogue/governance/engine/rule-set.ts';
import type { Json } from '../../platform/db/json.ts';

/** Something that the tried rule has found, masked. */
export type Sample = {
  readonly kind: CheckedKind;
  readonly context: string;
  readonly count: number;
  readonly bot_id: string;
  readonly at: string;
};

export type ReplayTables = {
  replays: {
    id: Generated<string>;
    organization_id: string;
    member_id: string | null;
    idempotency_key: string;
    /** What the request of the key asked for; null of what was made before it was kept. */
    request_fingerprint: Buffer | null;
    rule_id: string | null;
    version: number | null;
    rules: Json<readonly StoredRule[]>;
    /** Read them as text: a day has no hour and no time zone. */
    from_day: ColumnType<Date, string, never>;
    to_day: ColumnType<Date, string, never>;
    bot_ids: string[];
    team_ids: string[];
    status: Generated<Replay['status']>;
    done: Generated<number>;
    of: Generated<number>;
    found: Generated<number>;
    last_dialogue_id: Generated<string>;
    last_position: Generated<number>;
    samples: ColumnType<readonly Sample[], string | undefined, string>;
    created_at: Generated<Date>;
  };
  replay_counts: {
    organization_id: string;
    replay_id: string;
    place: number;
    day: ColumnType<Date, string, never>;
    kind: CheckedKind;
    messages: number;
    hits: number;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends ReplayTables {}
}
