/** Prefix of the session storage keys for what an unknown person types. A registration goes on with it. */
export const strangersPrefix = 'stranger.';
