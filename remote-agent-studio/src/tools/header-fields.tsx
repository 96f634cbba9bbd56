import { useState } from 'react';
import { toolHeadersAtMost, type ToolDetails } from '@parlance/shared/contract/api/tools';
import type { ApiFailure } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { randomUuid } from '@parlance/shared/random-uuid';
import { Field, TextField } from '@parlance/shared/ui/fields';
import { checkHeaders, fault, headersOf, headersToGiveAnew, type HeaderFaults, type HeaderRow } from './tool-form.ts';
import styles from './tools.module.css';

export type Headers = {
  readonly rows: readonly HeaderRow[];
  readonly faults: HeaderFaults;
  readonly change: (rows: readonly HeaderRow[]) => void;
  /** Validates before anything is sent, and shows the faults. */
  readonly isWrong: () => boolean;
  /** Says whether a refusal is about the headers; it is then shown at those concerned. */
  readonly refused: (refusal: ApiFailure) => boolean;
};

/** Manages the headers of a tool being edited. */
export function useHeaders(tool: ToolDetails | null): Headers {
  const [rows, setRows] = useState<readonly HeaderRow[]>(() => headersOf(tool));
  const [faults, setFaults] = useState<HeaderFaults>({});
  return {
    rows,
    faults,
    change: (next) => {
      setRows(next);
      setFaults({});
    },
    isWrong: () => {
      const wrong = checkHeaders(rows);
      setFaults(wrong);
      return Object.keys(wrong).length > 0;
    },
    refused: (refusal) => {
      if (!headersToGiveAnew(refusal)) return false;
      setRows(rows.map((row) => ({ ...row, value: row.value ?? '' })));
      setFaults(
        Object.fromEntries(
          rows.filter(({ value }) => value === null).map(({ key }) => [key, { value: fault('giveAnew') }]),
        ),
      );
      return true;
    },
  };
}

/** Names and values of headers. A secret value is stored encrypted: it can be replaced, and is never shown. */
export function HeaderFields({ headers: { rows, faults, change } }: { readonly headers: Headers }) {
  const { t } = useTranslation('agent-studio');
  const set = (key: string, part: Partial<HeaderRow>) =>
    change(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <fieldset className={styles.group}>
      <legend>{t('tools.headers.title')}</legend>
      <p className={styles.note}>{t('tools.headers.hint')}</p>
      {rows.map(({ key, name, value, isSecret }) => (
        <div key={key} className={styles.header}>
          <TextField
            label={t('tools.headers.name')}
            value={name}
            maxLength={100}
            readOnly={value === null}
            autoComplete="off"
            fault={faults[key]?.name}
            onType={(typed) => set(key, { name: typed })}
          />
          {value !== null && (
            <Field label={t('tools.headers.value')} fault={faults[key]?.value}>
              {(control) => (
                <input
                  {...control}
                  type={isSecret ? 'password' : 'text'}
                  autoComplete={isSecret ? 'new-password' : 'off'}
                  maxLength={4_000}
                  value={value}
                  onChange={({ target }) => set(key, { value: target.value })}
                />
              )}
            </Field>
          )}
          {value === null && <p className={styles.note}>{t('tools.headers.kept')}</p>}
          {value !== null && (
            <label className={styles.secret}>
              <input type="checkbox" checked={isSecret} onChange={() => set(key, { isSecret: !isSecret })} />
              {t('tools.headers.secret')}
            </label>
          )}
          <div className={styles.buttons}>
            {value === null && (
              <button
                type="button"
                className="button"
                aria-label={t('tools.headers.replaceOf', { name })}
                onClick={() => set(key, { value: '' })}
              >
                {t('tools.headers.replace')}
              </button>
            )}
            <button
              type="button"
              className="button"
              aria-label={t('tools.headers.removeOf', { name })}
              onClick={() => change(rows.filter((row) => row.key !== key))}
            >
              {t('tools.remove')}
            </button>
          </div>
        </div>
      ))}
      {rows.length < toolHeadersAtMost && (
        <button
          type="button"
          className="button"
          onClick={() => change([...rows, { key: randomUuid(), name: '', value: '', isSecret: true }])}
        >
          {t('tools.headers.add')}
        </button>
      )}
    </fieldset>
  );
}
