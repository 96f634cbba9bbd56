/** Days for which an export can be fetched; then it goes by itself. It takes no room of the plan: whoever has none left can still take out what is theirs. */
export const exportKeptDays = 7;
