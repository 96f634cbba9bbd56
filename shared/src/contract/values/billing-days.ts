/** Invoices and periods use UTC days for every reader: on the screen, in mails and on the PDF, which say so. */
const timeZone = 'UTC';

export const billingDay = (language: string, moment: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(new Date(moment));

/** Formats the day and the time, if the minute matters. */
export const billingMoment = (language: string, moment: string): string =>
  new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(new Date(moment));

/** Formats a period as briefly as the language allows. The end is the first moment no longer included. */
export const billingSpan = (
  language: string,
  { begin, end }: { readonly begin: string; readonly end: string },
): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone }).formatRange(
    new Date(begin),
    new Date(Date.parse(end) - 1),
  );
