/**
 * The codes that /error understands (specification §2 leaves their meaning open). Each has texts under
 * `error.codes.<code>`.
 */
export const errorPageCodes = [
  '400',
  '401',
  '403',
  '404',
  '408',
  '409',
  '413',
  '429',
  '500',
  '502',
  '503',
  '504',
  'remote-unavailable',
  'session-ended',
  'workspace-expired',
  'workspace-disabled',
  'registration-failed',
  'payment-failed',
] as const;
export type ErrorPageCode = (typeof errorPageCodes)[number];

/** Returns the code of an address, or `general` for any other value and for none: the value itself is never printed. */
export const readErrorCode = (value: string | null): ErrorPageCode | 'general' =>
  errorPageCodes.find((code) => code === value) ?? 'general';
