import type pg from 'pg';

type Options = {
  readonly text?: string;
  /** Its age. */
  readonly days?: number;
};

/**
 * Writes reasoning behind the answer of a run straight into the tables: two pieces of this text, and a call of a tool
 * with what its provider wants back, from a model that nobody asks here.
 */
export async function writeReasoning(
  pool: Pick<pg.Pool, 'query'>,
  runId: string,
  { text = 'Let me see', days = 0 }: Options = {},
): Promise<void> {
  await pool.query(
    `with run as (select id, organization_id, answer_id, now() - make_interval(days => $2) as at from runs where id = $1),
    pieces as (
      insert into answer_reasoning (organization_id, answer_id, "offset", text, created_at)
        select organization_id, answer_id, piece * length($3), $3, at from run cross join generate_series(0, 1) as piece
        on conflict (answer_id, "offset") do update set text = excluded.text, created_at = excluded.created_at),
    call as (
      insert into tool_calls (organization_id, run_id, step, position, provider_call_id, told_name, kind, tool_name, function, arguments, state, result, "offset")
        select organization_id, id, 1, 1, 'c', 'calculator_calculate', 'calculator', 'calculator', 'calculate', '{"expression":"15+15"}', 'done', '30', 0 from run
        returning id)
    insert into tool_call_extras (organization_id, call_id, extras, created_at)
      select organization_id, call.id, $4, at from run cross join call`,
    [
      runId,
      days,
      text,
      JSON.stringify({
        from: 'elsewhere.example/other',
        message: { reasoning_content: text },
        call: { extra_content: { google: { thought_signature: text } } },
      }),
    ],
  );
}
