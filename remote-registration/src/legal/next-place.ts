import { legalDocuments, legalPaths, type LegalDocument } from '@parlance/shared/contract/page/legal';
import { withWayBack } from '@parlance/shared/way-back';

/** The reader of a document, who may have to accept it. A person who only reads it is not asked. */
export type Reader =
  /** A person without a session, or with a registration under way. */
  | 'registering'
  /** A member for whom a version is new. */
  | 'member'
  /** A member who has accepted everything, or a person not known yet. */
  | 'reading';

type Question = {
  readonly reader: Reader;
  /** The documents to accept, and those that this browser has accepted. */
  readonly wanted: readonly LegalDocument[];
  readonly accepted: Readonly<Record<LegalDocument, boolean>>;
  readonly to: string | null;
};

/** Returns the documents that somebody has to accept: both to register, the new ones as a member. */
export const wantedOf = (reader: Reader, termsToAccept: readonly LegalDocument[]): readonly LegalDocument[] =>
  reader === 'registering' ? legalDocuments : termsToAccept;

/** Returns the place after a document: the other one if it is still to be accepted, else the original destination. */
export function nextPlace({ reader, wanted, accepted, to }: Question): string {
  const missing = wanted.find((document) => !accepted[document]);
  if (missing !== undefined) return withWayBack(legalPaths[missing], to);
  return to ?? (reader === 'registering' ? '/terms/register' : '/');
}
