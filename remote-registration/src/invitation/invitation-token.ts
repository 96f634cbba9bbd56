import { readDraft } from '../registration/draft.ts';

/** Returns the token of the invitation that somebody is following in this tab. */
export const tokenTakenUp = (): string | null => readDraft('invitation');
