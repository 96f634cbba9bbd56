/**
 * Days an export can be downloaded; then it is deleted. It does not count as storage of the plan: an organisation
 * without storage left can still export its data.
 */
export const exportKeptDays = 7;
