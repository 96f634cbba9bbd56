import { auditActions } from '@parlance/shared/contract/api/audit/audit-actions';
import { fillTables } from './many-rows.ts';

/** Of each kind so many; the first of them did or are much, the last ones little, as in an organisation. */
export const people = 500;
const addresses = 5_000;
export const vocabulary = 20_000;
/** Things are changed so often each. */
const entriesOfTarget = 20;
/** Their words are spread over so many days, in a database of any size. */
export const daysOfLog = 730;

/** One of so many, the first of them most often. */
const oneOf = (count: number) => `floor(power(${count}, random()))::int`;

/**
 * Fills the audit log of every organisation: half of the entries are of the organisation of this account, the rest of
 * the others, all as they would have come, one after the other. Their hashes are as long as true ones and chain
 * nothing.
 */
export const fillAuditLog = (url: string, email: string, entries: number): Promise<void> =>
  fillTables(url, ['audit_log'], async (client) => {
    await client.query(`truncate audit_log, audit_heads, audit_checkpoints`);
    await client.query(
      `with own as (select organization_id as id from memberships join users on users.id = memberships.user_id where users.email = $1),
      others as (select array_agg(organizations.id order by organizations.id) as ids from organizations, own where organizations.id <> own.id),
      places as (
        select at, case when at % 2 = 0 then own.id else others.ids[1 + (at / 2) % cardinality(others.ids)] end as organization_id,
          case when at % 2 = 0 then at / 2 + 1 else (at / 2) / cardinality(others.ids) + 1 end as seq
        from own, others, generate_series(0, $2::int - 1) as at
      ), made as (
        select at, organization_id, seq, ${oneOf(people)} as person, ${oneOf(addresses)} as address,
          ($3::text[])[${oneOf(auditActions.length)}] as action, floor(random() * $2 / ${entriesOfTarget})::int as target,
          'w' || ${oneOf(vocabulary)} as word, 'w' || ${oneOf(vocabulary)} as other_word
        from places
      )
      insert into audit_log (organization_id, seq, at, actor_kind, actor_id, actor_name, address, request_id, thing, action, target_kind, target_id, target_name, changes, tokens, previous_hash, hash)
      select organization_id, seq, now() - make_interval(secs => ($2 - at)::float * ${daysOfLog} * 86400.0 / $2), 'person', pg_temp.id_of('person ' || person), 'person-' || person || '@pro.example',
        '10.0.' || address / 256 || '.' || address % 256, pg_temp.id_of('request ' || at), split_part(action, '.', 1), action, split_part(action, '.', 1), pg_temp.id_of('target ' || target)::text,
        word || ' ' || other_word, jsonb_build_object('name', jsonb_build_array(word, other_word)),
        array_to_tsvector(array(select left(organization_id::text, 8) || word_of_name from unnest(array['person', person::text, 'pro', 'example', word, other_word]) as word_of_name)),
        sha256(convert_to((at - 1)::text, 'UTF8')), sha256(convert_to(at::text, 'UTF8'))
      from made`,
      [email, entries, auditActions],
    );
    await client.query(
      `insert into audit_heads (organization_id, seq, at, hash) select distinct on (organization_id) organization_id, seq, at, hash from audit_log order by organization_id, seq desc`,
    );
  });
