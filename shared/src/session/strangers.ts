/** What somebody types before anybody is known here stands in the session storage under keys of this beginning: whoever registers goes on with it. */
export const strangersPrefix = 'stranger.';
