import type { TermsAcceptance } from '@parlance/shared/contract/api/terms';
import {
  type AcceptedVersions,
  type LegalDocument,
  legalDocuments,
  legalVersions,
} from '@parlance/shared/contract/page/legal';
import type { Language } from '@parlance/shared/contract/values/language';
import { sql } from 'kysely';
import type { Lookup, Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { isVerified } from '../../platform/principal/is-verified.ts';

/** Throws terms_outdated unless these are the versions of today: nobody accepts a text that was not shown. */
export function requireCurrent(accepted: AcceptedVersions): void {
  if (legalDocuments.some((document) => accepted[document] !== legalVersions[document]))
    throw new ApiError('terms_outdated');
}

/** What somebody has accepted, newest first. Until an address is verified it stands with the registration. */
export async function findAcceptances(db: Lookup, caller: Caller): Promise<TermsAcceptance[]> {
  if (!isVerified(caller)) return findAcceptancesOfRegistration(db, caller);
  const rows = await db
    .selectFrom('terms_acceptances')
    .where('user_id', '=', caller.userId)
    .orderBy('accepted_at', 'desc')
    .orderBy('document')
    .select(['document', 'version', 'language', 'accepted_at'])
    .execute();
  return rows.map((row) => ({ ...row, accepted_at: row.accepted_at.toISOString() }));
}

async function findAcceptancesOfRegistration(db: Lookup, { registrationId }: Caller): Promise<TermsAcceptance[]> {
  const row = await db
    .selectFrom('registration_attempts')
    .where('id', '=', registrationId)
    .select(['accepted_versions', 'accepted_language', 'accepted_at'])
    .executeTakeFirstOrThrow();
  return legalDocuments.flatMap((document) => {
    const version = row.accepted_versions[document];
    return version === undefined
      ? []
      : [{ document, version, language: row.accepted_language, accepted_at: row.accepted_at.toISOString() }];
  });
}

/** The documents of which somebody has not accepted the version of today. */
export async function termsToAccept(db: Lookup, caller: Caller): Promise<LegalDocument[]> {
  const accepted = await findAcceptances(db, caller);
  return legalDocuments.filter(
    (document) => !accepted.some((it) => it.document === document && it.version === legalVersions[document]),
  );
}

type Acceptance = {
  readonly accepted: Partial<AcceptedVersions>;
  readonly language: Language;
  readonly address: string;
};

/** Records an acceptance; a version that was accepted before keeps its time and place. */
export async function recordAcceptance(
  trx: Trx,
  userId: string,
  { accepted, language, address }: Acceptance,
  at: Date | null = null,
): Promise<void> {
  const accepted_at = at ?? sql<Date>`now()`;
  const rows = legalDocuments.flatMap((document) => {
    const version = accepted[document];
    return version === undefined
      ? []
      : [{ user_id: userId, document, version, language, accepted_at, accepted_from: address }];
  });
  if (rows.length === 0) return;
  await trx
    .insertInto('terms_acceptances')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** As `recordAcceptance`, for a registration whose address is not verified. */
export async function recordAcceptanceOfRegistration(
  trx: Trx,
  registrationId: string,
  { accepted, language, address }: Acceptance,
): Promise<void> {
  await trx
    .updateTable('registration_attempts')
    .set({
      accepted_versions: JSON.stringify(accepted),
      accepted_language: language,
      accepted_at: sql<Date>`now()`,
      accepted_from: address,
    })
    .where('id', '=', registrationId)
    .execute();
}
