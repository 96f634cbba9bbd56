/** Settings without the limits that hold back one person, whom most tests have do the work of many. */
export const noLimits = {
  ORGANIZATION_REQUESTS_A_SECOND: '0',
  MEMBER_EVENTS_AN_HOUR: '0',
  MEMBER_ANSWERS_AT_ONCE: '0',
  ORGANIZATION_ANSWERS_AT_ONCE: '0',
  SESSION_STREAMS_AT_ONCE: '0',
} as const;
