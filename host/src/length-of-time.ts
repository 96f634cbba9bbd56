/** The seconds from which a wait is shown in minutes. */
const minutesFrom = 90;
const secondsInMinute = 60;
const inUnits = (seconds: number) =>
  seconds < minutesFrom
    ? ({ value: seconds, unit: 'second' } as const)
    : ({ value: Math.ceil(seconds / secondsInMinute), unit: 'minute' } as const);

/** Formats a duration: `45 seconds`, `12 minutes`, in the language of the page. */
export function lengthOf(seconds: number): string {
  const { value, unit } = inUnits(seconds);
  return new Intl.NumberFormat(document.documentElement.lang, { style: 'unit', unit, unitDisplay: 'long' }).format(
    value,
  );
}

/** Formats a time ahead: `in 45 seconds`, `in 12 minutes`, in the language of the page. */
export function whenIn(seconds: number): string {
  const { value, unit } = inUnits(seconds);
  return new Intl.RelativeTimeFormat(document.documentElement.lang).format(value, unit);
}
