import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { ApiFailure } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import {
  elicitationFaults,
  elicitationFaultsOf,
  type ElicitationFault,
} from '../contract/api/tools/elicitation-faults.ts';
import type { ElicitationField } from '../contract/api/tools/elicitations.ts';
import { ElicitationEnd } from './elicitation-end.tsx';
import { FormField } from './form-field.tsx';
import styles from './elicitations.module.css';
import { contentOf, firstEntries, type Entry } from './entries.ts';
import { keepEntries, keptEntries } from './kept-entries.ts';
import type { ElicitationAnswering } from './use-elicitation-answer.ts';

type Faults = ReadonlyMap<string, ElicitationFault>;
type Props = {
  /** The id of the elicitation. */
  readonly id: string;
  readonly fields: readonly ElicitationField[];
  readonly answering: ElicitationAnswering;
};

/**
 * The form of an elicitation. It is checked before it is sent, and by the server after; the focus moves to the first
 * fault.
 */
export function ElicitationForm({ id, fields, answering }: Props) {
  const { t } = useTranslation('tool-calls');
  const [entries, setEntries] = useState(() => keptEntries(id) ?? firstEntries(fields));
  const [faults, setFaults] = useState<Faults>(new Map());
  const [rejections, setRejections] = useState(0);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (rejections > 0) form.current?.querySelector<HTMLElement>('[data-faulty]')?.focus();
  }, [rejections]);

  function enter(name: string, entry: Entry): void {
    const next = new Map(entries).set(name, entry);
    setEntries(next);
    keepEntries(id, next);
    setFaults(new Map([...faults].filter(([faulty]) => faulty !== name)));
  }

  /** Shows the faults, and says whether there are any. */
  function reject(wrong: Faults): boolean {
    setFaults(wrong);
    if (wrong.size > 0) setRejections((before) => before + 1);
    return wrong.size > 0;
  }

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    const content = contentOf(fields, entries);
    const wrong = elicitationFaultsOf(fields, content);
    for (const name of unreadableIn(form.current, fields)) wrong.set(name, 'kind');
    if (!reject(wrong)) answering.answer({ action: 'accept', content }, (error) => reject(faultsIn(error, fields)));
  }

  return (
    <form ref={form} className={styles.form} noValidate autoComplete="off" onSubmit={submit}>
      {fields.map((field, at) => (
        <FormField
          key={field.name}
          field={field}
          controlName={controlName(at)}
          entry={entries.get(field.name)}
          fault={faults.get(field.name)}
          enter={(entry) => enter(field.name, entry)}
        />
      ))}
      <p className={styles.note}>{t('elicitation.goesTo')}</p>
      <ElicitationEnd answering={answering}>
        <button type="submit" className="button button-main" aria-disabled={answering.isSending}>
          {t('elicitation.send')}
        </button>
      </ElicitationEnd>
    </form>
  );
}

/** The names that the server chose stay out of the document. */
const controlName = (at: number): string => `field-${at}`;

/** Returns the names of the fields whose browser makes no value of what stands in them, such as half a date. */
const unreadableIn = (form: HTMLFormElement | null, fields: readonly ElicitationField[]): string[] =>
  fields.flatMap(({ name }, at) => {
    const control = form?.elements.namedItem(controlName(at));
    return control instanceof HTMLInputElement && control.validity.badInput ? [name] : [];
  });

const isFault = (word: string): word is ElicitationFault => elicitationFaults.some((it) => it === word);
const place = 'content.';

/** Returns the faults that the server tells of the fields of the form. */
function faultsIn(error: unknown, fields: readonly ElicitationField[]): Faults {
  const issues = error instanceof ApiFailure ? error.issues : [];
  return new Map(
    fields.flatMap(({ name }) => {
      const issue = issues.find(({ path }) => path === `${place}${name}`);
      return issue === undefined ? [] : [[name, isFault(issue.message) ? issue.message : 'kind'] as const];
    }),
  );
}
