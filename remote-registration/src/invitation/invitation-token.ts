import { linkToken } from '@parlance/shared/contract/link';
import * as z from '@parlance/shared/contract/schema';
import { readDraft } from '../registration/draft.ts';
import { stepPaths } from '../registration/steps.ts';

/** The address that the mail of an invitation links to. */
export const invitationAddress = (token: string): string => `${stepPaths.start}?invitation=${token}`;

/** The invitation of an address, where it has one. What cannot be a token is none. */
export function tokenInAddress(search: string): string | null {
  const read = z.safeParse(linkToken, new URLSearchParams(search).get('invitation'));
  return read.success ? read.data : null;
}

/** The invitation that somebody has taken up in this tab. */
export const tokenTakenUp = (): string | null => readDraft('invitation');
