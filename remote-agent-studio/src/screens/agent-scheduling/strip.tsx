import { useState } from 'react';
import { currentLanguage } from '@parlance/shared/i18n';
import { formatDate } from '@parlance/shared/i18n/format';
import own from './schedule-form.module.css';
import { type Marks, marksBetween } from './zoned-time.ts';

const formats: Readonly<Record<Marks['of'], Intl.DateTimeFormatOptions>> = {
  hours: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  days: { weekday: 'short', day: 'numeric' },
  weeks: { day: 'numeric', month: 'short' },
  months: { month: 'short', year: '2-digit' },
};
/** The bounds of labelled marks in percent of the width: nearer to an edge there is no room for the label. */
const [firstNamed, lastNamed] = [5, 92];
/** The length of the strip relative to the last moment. */
const beyond = 1.06;

/**
 * The next moments on a timeline, from now on. The list below has the same content, so it is hidden from screen
 * readers.
 */
export function Strip({ moments, zone }: { readonly moments: readonly number[]; readonly zone: string }) {
  const [now] = useState(() => Date.now());
  const end = now + Math.max(1, ((moments.at(-1) ?? now) - now) * beyond);
  const place = (moment: number) => Math.min(99, Math.max(1, ((moment - now) / (end - now)) * 100));
  const marks = marksBetween(now, end, zone);
  return (
    <svg className={own.strip} width="100%" height="48" aria-hidden="true">
      <line x1="0" x2="100%" y1="14" y2="14" />
      {marks.moments.map((moment) => (
        <g key={moment}>
          <line x1={`${place(moment)}%`} x2={`${place(moment)}%`} y1="8" y2="20" />
          {place(moment) >= firstNamed && place(moment) <= lastNamed && (
            <text x={`${place(moment)}%`} y="38">
              {formatDate(currentLanguage(), moment, { ...formats[marks.of], timeZone: zone })}
            </text>
          )}
        </g>
      ))}
      {moments.map((moment) => (
        <circle key={moment} cx={`${place(moment)}%`} cy="14" r="5" />
      ))}
    </svg>
  );
}
