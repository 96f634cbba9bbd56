import { sql } from 'kysely';
import type { Trx } from '../platform/db/database.ts';
import { jsonOf } from '../platform/db/json.ts';
import type { DemoOrganizations } from './organizations.ts';

/** Days of use behind the demonstration, so that a quarter can be compared with the one before. */
const days = 180;
const daySeconds = 24 * 60 * 60;
const rowsAtOnce = 1_000;

/** The activity of people: on how many of seven days, since how many days ago, with how many sessions. */
const people: readonly {
  readonly email: string;
  readonly daysAWeek: number;
  readonly since: number;
  readonly sessions: number;
}[] = [
  { email: 'owner@pro.example', daysAWeek: 2, since: 180, sessions: 1 },
  { email: 'admin@pro.example', daysAWeek: 4, since: 160, sessions: 2 },
  { email: 'member@pro.example', daysAWeek: 5, since: 120, sessions: 3 },
  { email: 'otp@pro.example', daysAWeek: 3, since: 75, sessions: 2 },
];
/** The weekdays on which somebody is active: as many of the first ones as their frequency. */
const weekdays = [2, 3, 4, 1, 5, 0, 6];

type Session = {
  member_id: string;
  received_at: Date;
  typing: number;
  reading: number;
  interacting: number;
  idling: number;
};

/**
 * Gives the Pro organisation months of use, always the same before now: sessions, and the figures of what was asked in
 * them, whose dialogues are gone. They are counted as those of everybody.
 */
export async function seedDemoUsage(trx: Trx, { pro }: DemoOrganizations): Promise<void> {
  const members = await trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('organization_id', '=', pro)
    .select(['memberships.id', 'email'])
    .execute();
  const now = Date.now();
  const sessions = people.flatMap(({ email, ...habits }, person) => {
    const id = members.find((it) => it.email === email)?.id;
    if (id === undefined) throw new Error(`The Pro organisation of the demonstration has nobody called ${email}.`);
    return sessionsOf(id, habits, person, now);
  });
  const column = (of: keyof Session) => sessions.map((session) => session[of]);
  await sql`
    insert into usage_sessions (organization_id, member_id, session_id, received_at, typing, reading, interacting, idling)
    select ${pro}::uuid, member_id, gen_random_uuid(), received_at, typing, reading, interacting, idling
    from unnest(${column('member_id')}::uuid[], ${column('received_at')}::timestamptz[], ${column('typing')}::integer[], ${column('reading')}::integer[], ${column('interacting')}::integer[], ${column('idling')}::integer[])
      as made (member_id, received_at, typing, reading, interacting, idling) order by received_at`.execute(trx);
  await seedAnswers(trx, pro, sessions);
}

/** Adds a dialogue with a few answers to every session; the bots take turns by name, since their ids are random. */
async function seedAnswers(trx: Trx, pro: string, sessions: readonly Session[]): Promise<void> {
  const bots = await trx
    .selectFrom('bots')
    .where('organization_id', '=', pro)
    .where('access', '=', 'organization')
    .where('state', '=', 'published')
    .select(['id', sql<string>`name ->> 'en'`.as('name')])
    .execute();
  const inOrder = bots.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const changes = sessions.flatMap(({ member_id, received_at: at, typing }) => {
    const bot = inOrder[((typing / 3) % 7) % inOrder.length];
    if (bot === undefined) throw new Error('The Pro organisation of the demonstration has no bots.');
    const of = { organization_id: pro, member_id, bot_id: bot.id, at };
    const answers = 1 + (typing % 4);
    const rated = typing % 5 === 0 ? { ups: 1 } : typing % 11 === 0 ? { downs: 1 } : {};
    return [
      { ...of, figures: jsonOf({ dialogues: 1 }) },
      { ...of, figures: jsonOf({ answers, active: 1, ...rated }) },
    ];
  });
  for (let from = 0; from < changes.length; from += rowsAtOnce)
    await trx
      .insertInto('chart_changes')
      .values(changes.slice(from, from + rowsAtOnce))
      .execute();
}

function sessionsOf(
  memberId: string,
  { daysAWeek, since, sessions }: Omit<(typeof people)[number], 'email'>,
  person: number,
  now: number,
): Session[] {
  return Array.from({ length: Math.min(since, days) }, (_, day) => day + 1).flatMap((daysAgo) => {
    const at = new Date(now - daysAgo * daySeconds * 1000);
    if (!weekdays.slice(0, daysAWeek).includes(at.getUTCDay())) return [];
    return Array.from({ length: sessions }, (_, session): Session => {
      // Uneven and the same each time; a little more with every week that somebody is there.
      const uneven = 60 + ((daysAgo * 37 + person * 53 + session * 71) % 90) + Math.round((since - daysAgo) / 3);
      return {
        member_id: memberId,
        received_at: at,
        typing: uneven * 3,
        reading: uneven * 7,
        interacting: uneven,
        idling: uneven * 2,
      };
    });
  });
}
