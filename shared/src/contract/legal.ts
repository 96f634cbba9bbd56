/** The two documents that a person accepts before registering. Each is also the name of its folder of texts. */
export const legalDocuments = ['privacy-policy', 'terms-of-service'] as const;
export type LegalDocument = (typeof legalDocuments)[number];

/** The day each document last changed, as an ISO date: the version that is shown, and that is stored when somebody accepts it. */
export const legalVersions: Readonly<Record<LegalDocument, string>> = {
  'privacy-policy': '2026-11-21',
  'terms-of-service': '2026-11-20',
};
