/** Prefix of the session storage keys for drafts of an unknown person. A registration continues with it. */
export const strangersPrefix = 'stranger.';
