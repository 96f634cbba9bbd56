import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../endpoint.ts';
import { language } from '../values/language.ts';
import { acceptedVersions, legalDocument } from '../page/legal.ts';

/** One version of a document that somebody has accepted, in the language it was read in. */
export const termsAcceptance = z.object({
  document: legalDocument,
  version: z.iso.date(),
  language,
  accepted_at: z.iso.datetime(),
});
export type TermsAcceptance = z.infer<typeof termsAcceptance>;

/** Lists the caller's acceptances, newest first. */
export const listTermsAcceptances = endpoint({
  method: 'GET',
  path: '/user-journey/v1/terms-acceptances',
  requires: { workspace: 'any', registration: 'any' },
  summary: 'Which versions of the legal documents the caller has accepted.',
  response: z.object({ items: z.array(termsAcceptance) }),
});

/**
 * Records that the caller accepts the current versions, with the time and the network address. The documents to accept
 * are in `whoami.terms_to_accept`; naming both is right, an earlier acceptance stays as it was. 409 terms_outdated if a
 * version is not the current one: the page is older than the document, and is to be reloaded.
 */
export const acceptTerms = endpoint({
  method: 'POST',
  path: '/user-journey/v1/terms-acceptances',
  requires: { workspace: 'any', registration: 'any' },
  summary: 'Records that the caller accepts the current versions of the legal documents.',
  body: z.object({ accepted: acceptedVersions, language }),
  response: z.object({ items: z.array(termsAcceptance) }),
});
