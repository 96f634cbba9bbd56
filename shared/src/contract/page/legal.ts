import * as z from '@parlance/shared/contract/schema';
import { day } from '../values/moment.ts';

/** The two documents that a person accepts before registering. Each is also the name of its folder of texts. */
export const legalDocuments = ['privacy-policy', 'terms-of-service'] as const;
export type LegalDocument = (typeof legalDocuments)[number];
export const legalDocument = z.enum(legalDocuments);

/** The path of each document, where it is read, and accepted at its end (specification §2). */
export const legalPaths: Readonly<Record<LegalDocument, string>> = {
  'privacy-policy': '/terms/privacy-policy',
  'terms-of-service': '/terms/service',
};

/**
 * The day each document last changed, as an ISO date: the version that is shown, and that is stored when somebody
 * accepts it. A second change within a day takes the next day, because somebody may have accepted the first. A test
 * compares it with the texts. Raising one asks every member to accept the document again.
 */
export const legalVersions: Readonly<Record<LegalDocument, string>> = {
  'privacy-policy': '2026-11-24',
  'terms-of-service': '2026-11-21',
};

const version = day;
/** The accepted version of both documents. Any but the current one is refused with terms_outdated. */
export const acceptedVersions = z.object({ 'privacy-policy': version, 'terms-of-service': version } satisfies Record<
  LegalDocument,
  typeof version
>);
export type AcceptedVersions = z.infer<typeof acceptedVersions>;
