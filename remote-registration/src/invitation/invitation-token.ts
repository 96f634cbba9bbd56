import { readDraft } from '../registration/draft.ts';

/** The invitation that somebody has taken up in this tab. */
export const tokenTakenUp = (): string | null => readDraft('invitation');
