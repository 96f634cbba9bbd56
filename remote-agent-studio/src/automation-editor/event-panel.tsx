import { Suspense, useRef, useState } from 'react';
import { withEventsApart } from '@parlance/shared/contract/agents/event-material';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate } from '@parlance/shared/i18n/format';
import { randomUuid } from '@parlance/shared/random-uuid';
import { Field, SubmitFailure, TextField, useSending } from '@parlance/shared/ui/fields';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { ErrorState } from '@parlance/shared/ui/page';
import styles from './automation-editor.module.css';
import own from './event-panel.module.css';
import type { Place } from './event-places.ts';
import type { Editing } from './use-automation.ts';
import { tryOn, type ShownEvent } from './use-event.ts';

const TestDialog = lazyPart(() => import('./test-dialog.tsx'));

type Props = { readonly editing: Editing; readonly event: ShownEvent; readonly insert: (path: string) => void };

/** An event beside the automation: its paths, the resulting prompt, and a test. */
export function EventPanel({ editing, event, insert }: Props) {
  const { t } = useTranslation('agent-automation');
  const language = currentLanguage();
  const { items, chosen } = event;
  return (
    <aside className={own.beside} aria-label={t('event.title')}>
      <h2>{t('event.title')}</h2>
      {event.failure !== null && <ErrorState error={event.failure} onRetry={event.reload} />}
      {items.length > 0 && (
        <Field label={t('event.which')}>
          {(control) => (
            <select {...control} value={chosen ?? ''} onChange={({ target }) => event.choose(Number(target.value))}>
              {chosen === null && <option value="">{t('event.written')}</option>}
              {items.map(({ id, at }, index) => (
                <option key={id ?? index} value={index}>
                  {at === null ? t('event.madeUp') : t('event.came', { at: formatDate(language, at) })}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <p className={styles.note}>{t('event.insert')}</p>
      <Places places={event.places} insert={insert} />
      <details>
        <summary>{t('event.edit')}</summary>
        <TextField
          label={t('event.json')}
          isLong
          value={event.text}
          fault={event.fault === null ? undefined : { key: `agent-automation:event.${event.fault}` }}
          onType={event.write}
        />
      </details>
      <Preview editing={editing} event={event} />
      <Trial editing={editing} event={event} />
    </aside>
  );
}

/** The paths of an event, each of which can be inserted at the cursor. */
function Places({ places, insert }: { readonly places: readonly Place[]; readonly insert: (path: string) => void }) {
  const { t } = useTranslation('agent-automation');
  if (places.length === 0) return null;
  return (
    <ul className={own.places}>
      {places.map(({ path, name, shown, within }) => (
        <li key={path}>
          <button type="button" className={own.place} onClick={() => insert(path)}>
            <span className="visually-hidden">{t('event.put', { path: `{{${path}}}` })}</span>
            <code>{name}</code>
            <span>{shown}</span>
          </button>
          <Places places={within} insert={insert} />
        </li>
      ))}
    </ul>
  );
}

function Preview({ editing: { draft }, event }: Omit<Props, 'insert'>) {
  const { t } = useTranslation('agent-automation');
  const filled = draft.prompt === '' ? null : event.fill(draft.prompt);
  const isUnmet = event.unmetOf(draft.conditions).length > 0;
  if (filled === null) return null;
  return (
    <section aria-label={t('preview.title')}>
      <h3>{t('preview.title')}</h3>
      <p className={`${styles.filled} ${own.prompt}`} role="group" tabIndex={0} aria-label={t('preview.title')}>
        {withEventsApart(filled.text, filled.places)}
      </p>
      {filled.places.length > 0 && <p className={styles.note}>{t('preview.material')}</p>}
      <p role="status" className={styles.warn}>
        {filled.unknown.length > 0 &&
          t('preview.unknown', { paths: filled.unknown.map((path) => `{{${path}}}`).join(', ') })}
        {isUnmet && ` ${t('preview.unmet')}`}
        {filled.isCut && ` ${t('preview.cut')}`}
      </p>
    </section>
  );
}

/** A test of the saved automation: it asks the agent; the effects of the actions are shown and not carried out. */
function Trial({ editing: { saved, isChanged }, event }: Omit<Props, 'insert'>) {
  const { t } = useTranslation('agent-automation');
  const { send, isSending, failure } = useSending();
  const [tried, open] = useState<string | null>(null);
  const attempt = useRef({ event: '', key: '' });
  if (saved !== null && !saved.can.run) return null;
  const isReady = saved !== null && !isChanged && event.text !== '' && event.fault === null;
  function run(): void {
    if (saved === null || !isReady) return;
    // A retry after a failure is the same test; with another event it is a new one.
    if (attempt.current.event !== event.text) attempt.current = { event: event.text, key: randomUuid() };
    send(async () => {
      const { id } = await tryOn(saved.id, event.text, attempt.current.key);
      // A later press is a new test.
      attempt.current = { event: '', key: '' };
      open(id);
      return 'again';
    });
  }
  return (
    <section aria-label={t('test.title')}>
      <h3>{t('test.title')}</h3>
      <p className={styles.note}>{saved === null || isChanged ? t('test.saveFirst') : t('test.about')}</p>
      <SubmitFailure failure={failure} />
      <button type="button" className="button" aria-disabled={!isReady || isSending} onClick={run}>
        {isSending ? t('test.running') : t('test.run')}
      </button>
      {tried !== null && saved !== null && (
        <Suspense fallback={null}>
          <TestDialog automationId={saved.id} executionId={tried} close={() => open(null)} />
        </Suspense>
      )}
    </section>
  );
}
