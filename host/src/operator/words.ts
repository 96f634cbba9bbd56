import type { WebVital } from '@parlance/shared/contract/page/web-vitals';
import { fillIn } from '../login/sentence.ts';
import { textOf, type Texts } from '../login/page-texts.ts';

/** The texts of the page in its language. */
export type Words = {
  /** Returns a text of `host.operator` with its placeholders filled in. */
  readonly say: (key: string, given?: Readonly<Record<string, string | number>>) => string;
  readonly moment: (iso: string) => string;
  readonly count: (number: number) => string;
  /** Formats a share from 0 to 1. */
  readonly percent: (share: number) => string;
  readonly list: (items: readonly string[]) => string;
  /** Formats a vital of the contract. */
  readonly vital: (vital: WebVital, value: number) => string;
};

export function wordsIn(language: string, texts: Texts): Words {
  const number = new Intl.NumberFormat(language);
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const list = new Intl.ListFormat(language);
  const unitOf = (unit: string, maximumFractionDigits: number) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits });
  const [seconds, milliseconds, score] = [
    unitOf('second', 1),
    unitOf('millisecond', 0),
    new Intl.NumberFormat(language, { maximumFractionDigits: 2 }),
  ];
  return {
    say: (key, given = {}) =>
      fillIn(
        textOf(texts, `host.operator.${key}`),
        Object.fromEntries(
          Object.entries(given).map(([name, value]) => [
            name,
            typeof value === 'number' ? number.format(value) : value,
          ]),
        ),
      ),
    count: (value) => number.format(value),
    moment: (iso) => moment.format(new Date(iso)),
    percent: (share) => percent.format(share),
    list: (items) => list.format(items),
    vital: (vital, value) =>
      vital === 'cls' ? score.format(value) : value < 1000 ? milliseconds.format(value) : seconds.format(value / 1000),
  };
}
