import { createHmac, randomInt } from 'node:crypto';
import {
  type SentCode,
  codeLength,
  codeMinutes,
  codeResendSeconds,
  codeTries,
} from '@parlance/shared/contract/values/code';
import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { type Limit, countAct, daySeconds, giveBack, notAhead } from '../../platform/limits/limits.ts';
import { areEqual, hashOfNothing, hashToken, newToken } from '../../platform/secrets/tokens.ts';
import { type Due, days } from '../../platform/upkeep/due.ts';
import type { CodePurpose } from './tables.ts';

/** Wrong codes of one account and purpose, over all the codes that are sent to it: a million codes outlast them. */
const guesses: Limit = { name: 'code-guess', most: 30, windowSeconds: daySeconds };
/**
 * Mails with a code to one mailbox, so that nobody's can be filled; with five tries each, a hundred guesses at a
 * mailbox.
 */
const sendings: Limit = { name: 'code-mail', most: 20, windowSeconds: daySeconds };

/** Six digits, every one of the million as likely as the others. */
const newCode = () => String(randomInt(10 ** codeLength)).padStart(codeLength, '0');

/**
 * A code under the secret of the session that asked for it, which stands nowhere on the server: in another session the
 * same digits are another code, and the table alone does not give them away.
 */
const hashCode = (code: string, secret: string) => createHmac('sha256', secret).update(`code\0${code}`).digest();

/** One attempt at something that a code has to confirm. */
export type Attempt = {
  readonly purpose: CodePurpose;
  readonly attemptId: string;
  /** The secret of the session that asks, in which alone the code is the right one. */
  readonly secret: string;
  /**
   * Whose guesses are counted: the account, or the one that this attempt may make. Nobody without the attempt uses them
   * up.
   */
  readonly account: string;
  /** Whose mails are counted: an address or an id, known or not. */
  readonly mailbox: string;
};

type Wish = {
  /** Stored with the code, and given back by the right one. */
  readonly wanted?: string;
  /** No code is the right one, and nothing shows it. */
  readonly isDecoy?: boolean;
};

/** What goes into the mail, and what is told of it. */
export type NewCode = { readonly code: string; readonly linkToken: string; readonly sent: SentCode };

const justSent: SentCode = { resend_in: codeResendSeconds, expires_in: codeMinutes * 60, tries_left: codeTries };

/**
 * Makes a code in place of the one before. Throws rate_limited within a minute of that one, or after twenty in a day.
 */
export async function makeCode(
  trx: Trx,
  { purpose, attemptId, secret, mailbox }: Attempt,
  { wanted, isDecoy = false }: Wish = {},
): Promise<NewCode> {
  const [code, linkToken] = [newCode(), newToken()];
  const values = {
    code_hash: isDecoy ? hashOfNothing() : hashCode(code, secret),
    link_hash: isDecoy ? hashOfNothing() : hashToken(linkToken),
    wanted: wanted ?? null,
    tries: 0,
    sent_at: sql<Date>`now()`,
    expires_at: sql<Date>`now() + make_interval(mins => ${codeMinutes})`,
    used_at: null,
  };
  const made = await trx
    .insertInto('codes')
    .values({ purpose, attempt_id: attemptId, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['purpose', 'attempt_id'])
        .doUpdateSet(values)
        .where(({ eb, or }) =>
          or([
            eb('codes.sent_at', '<=', sql<Date>`now() - make_interval(secs => ${codeResendSeconds})`),
            eb('codes.sent_at', '>', notAhead),
          ]),
        ),
    )
    .returning('id')
    .executeTakeFirst();
  if (made === undefined)
    throw new ApiError('rate_limited', {
      retryAfterSeconds: Math.max(1, (await findSentCode(trx, purpose, attemptId))?.resend_in ?? codeResendSeconds),
    });
  await countAct(trx, sendings, `${purpose}\0${mailbox}`);
  return { code, linkToken, sent: justSent };
}

/** The code that was sent last; null where none was. */
export async function findSentCode(trx: Trx, purpose: CodePurpose, attemptId: string): Promise<SentCode | null> {
  const row = await trx
    .selectFrom('codes')
    .where('purpose', '=', purpose)
    .where('attempt_id', '=', attemptId)
    .where('sent_at', '<=', notAhead)
    .select(['tries', 'used_at'])
    .select([
      secondsUntil(sql`sent_at + make_interval(secs => ${codeResendSeconds})`).as('resend_in'),
      secondsUntil(sql`expires_at`).as('expires_in'),
    ])
    .executeTakeFirst();
  if (row === undefined) return null;
  const tries_left = row.used_at === null ? Math.max(0, codeTries - row.tries) : 0;
  return { resend_in: row.resend_in, expires_in: tries_left === 0 ? 0 : row.expires_in, tries_left };
}

const secondsUntil = (moment: ReturnType<typeof sql>) =>
  sql<number>`greatest(0, ceil(extract(epoch from ${moment} - now())))::int`;

/** A code as somebody entered it; `field` says of which one it is told that it is wrong, where there are several. */
export type EnteredCode = { readonly attempt: Attempt; readonly code: string; readonly field?: string };
type Refusal = { readonly error: ApiError };
type Redemption<T> = { readonly done: T } | Refusal;

/**
 * Takes a code and, where it is the right one, does the work in the same transaction: both happen or neither. A wrong
 * one is counted and throws code_wrong with the tries that are left; a dead one throws code_expired. However many
 * requests bring the right code at once, the work is done once.
 */
export const withCode = <T>(
  db: Database,
  attempt: Attempt,
  code: string,
  work: (trx: Trx, wanted: string | null) => Promise<T>,
): Promise<T> => withCodes(db, [{ attempt, code }], work);

/** The same where several are needed: none is spent unless all are right. `wanted` is that of the first one. */
export async function withCodes<T>(
  db: Database,
  entered: readonly EnteredCode[],
  work: (trx: Trx, wanted: string | null) => Promise<T>,
): Promise<T> {
  const outcome = await db.asSystem<Redemption<T>>(async (trx) => {
    const right = [];
    for (const { attempt, code, field } of entered) {
      // Counted and not thrown: what a transaction throws, it forgets.
      const guess = await countAct(trx, guesses, `${attempt.purpose}\0${attempt.account}`);
      const row = await takeTry(trx, attempt);
      if (row !== undefined && !areEqual(row.code_hash, hashCode(code, attempt.secret)))
        return { error: wrongCode(codeTries - row.tries, field) };
      await giveBack(trx, guess);
      if (row === undefined) return { error: new ApiError('code_expired', { issues: issuesOf(field) }) };
      right.push(row);
    }
    for (const { id } of right) await spendCode(trx, id);
    return { done: await work(trx, right[0]?.wanted ?? null) };
  });
  if ('error' in outcome) throw outcome.error;
  return outcome.done;
}

const issuesOf = (field: string | undefined) => (field === undefined ? [] : [{ path: 'field', message: field }]);
const wrongCode = (triesLeft: number, field?: string) =>
  new ApiError('code_wrong', { issues: [{ path: 'tries_left', message: String(triesLeft) }, ...issuesOf(field)] });

/**
 * The update locks the row until the transaction ends: parallel tries come one after the other, and each is counted.
 */
const takeTry = (trx: Trx, { purpose, attemptId }: Attempt) =>
  trx
    .updateTable('codes')
    .set((column) => ({ tries: column('tries', '+', 1) }))
    .where('purpose', '=', purpose)
    .where('attempt_id', '=', attemptId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('sent_at', '<=', notAhead)
    .where('tries', '<', codeTries)
    .returning(['id', 'code_hash', 'wanted', 'tries'])
    .executeTakeFirst();

/** A code and its link are one: whichever is used, both are. */
export async function spendCode(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('codes')
    .set({ used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/**
 * The attempt whose link it is, locked, while it can be used; the caller spends it by `spendCode` in the same
 * transaction.
 */
export async function findLink(
  trx: Trx,
  purpose: CodePurpose,
  token: string,
): Promise<{ id: string; attemptId: string } | null> {
  const row = await trx
    .selectFrom('codes')
    .where('link_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('sent_at', '<=', notAhead)
    .select(['id', 'attempt_id'])
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : { id: row.id, attemptId: row.attempt_id };
}

/** Codes that can confirm nothing any more. A day later also their minute for sending another one has long passed. */
export const deadCodes: Due = { table: 'codes', by: 'expires_at', keptFor: days(1) };
