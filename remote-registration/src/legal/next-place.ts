import { legalDocuments, legalPaths, type LegalDocument } from '@parlance/shared/contract/page/legal';
import { withWayBack } from '@parlance/shared/way-back';

/** Why somebody who reads a document may accept it. A person who only reads it is not asked. */
export type Reader =
  /** Has no session, or a registration under way. */
  | 'registering'
  /** A member for whom a version is new. */
  | 'member'
  /** A member who has accepted everything, or somebody of whom nothing is known yet. */
  | 'reading';

type Question = {
  readonly reader: Reader;
  /** What has to be accepted, and what of it this browser has accepted. */
  readonly wanted: readonly LegalDocument[];
  readonly accepted: Readonly<Record<LegalDocument, boolean>>;
  readonly to: string | null;
};

/** The documents that somebody has to accept: both to register, the new ones as a member. */
export const wantedOf = (reader: Reader, termsToAccept: readonly LegalDocument[]): readonly LegalDocument[] =>
  reader === 'registering' ? legalDocuments : termsToAccept;

/** The place after a document: the other one where it is still to be accepted, else where the person was going. */
export function nextPlace({ reader, wanted, accepted, to }: Question): string {
  const missing = wanted.find((document) => !accepted[document]);
  if (missing !== undefined) return withWayBack(legalPaths[missing], to);
  return to ?? (reader === 'registering' ? '/terms/register' : '/');
}
