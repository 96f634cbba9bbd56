import { useEffect, useEffectEvent, useRef, useState, type FocusEvent, type ReactNode, type RefObject } from 'react';
import type { Automation } from '@parlance/shared/contract/api/automations/automations';
import { useTranslation } from '@parlance/shared/i18n';
import { Link, useNavigate } from '@parlance/shared/router';
import { useSession } from '@parlance/shared/session';
import { Conflict } from '@parlance/shared/ui/conflict';
import { FormEnd, TextField } from '@parlance/shared/ui/fields';
import { useLeavingAsks } from '@parlance/shared/ui/leaving';
import { ErrorState, LoadingState, Page } from '@parlance/shared/ui/page';
import { ActionsStep } from './actions-step.tsx';
import { AskStep } from './ask-step.tsx';
import styles from './automation-editor.module.css';
import { ConditionsStep } from './conditions-step.tsx';
import { blankDraft } from './draft.ts';
import { EventPanel } from './event-panel.tsx';
import { exampleIds } from './example-list.ts';
import { exampleOf } from './examples.ts';
import { insertAt } from './insert-at.ts';
import { Notices } from './notices.tsx';
import { faultTexts } from './step.tsx';
import { TriggerStep } from './trigger-step.tsx';
import { type EditingOptions, draftOf, type Editing, useAutomation, useEditing } from './use-automation.ts';
import { useEvent } from './use-event.ts';

/** The longest name, by the contract. */
const nameMaxLength = 100;

type Props = {
  readonly id: string;
  /** The origin of a new one: the id of an example or of another automation. */ readonly from: string | null;
};

/** The editor of an automation, or of a new one. */
export default function AutomationEditor({ id, from }: Props) {
  // A new automation stays in the editor that it was created in, because its secrets are shown only once.
  const [made, make] = useState<Props | null>(null);
  if (id === 'new' || id === made?.id) {
    const origin = id === 'new' ? from : (made?.from ?? null);
    return <New key={origin} at={id} from={origin} made={(at) => make({ id: at, from: origin })} />;
  }
  return (
    <Loaded key={id} id={id}>
      {(automation, keep) => <Editor at={id} loaded={automation} keep={keep} begin={blankDraft} />}
    </Loaded>
  );
}

type Making = { readonly at: string; readonly from: string | null; readonly made: (id: string) => void };

function New({ from, ...place }: Making) {
  const { t } = useTranslation('agent-automation');
  const ownId = useSession(({ whoami }) => whoami?.member_id ?? null);
  const example = exampleIds.find((it) => it === from);
  if (example !== undefined) return <Editor {...place} loaded={null} begin={exampleOf(example, ownId)} />;
  if (from === null) return <Editor {...place} loaded={null} begin={blankDraft} />;
  return (
    <Loaded id={from}>
      {(automation) => (
        <Editor
          {...place}
          loaded={null}
          begin={{ ...draftOf(automation), name: t('copyOf', { name: automation.name }).slice(0, nameMaxLength) }}
        />
      )}
    </Loaded>
  );
}

type EditorChildren = (automation: Automation, keep: (automation: Automation | null) => void) => ReactNode;

function Loaded({ id, children }: { readonly id: string; readonly children: EditorChildren }) {
  const { t } = useTranslation('agent-automation');
  const loaded = useAutomation(id);
  if (loaded.status === 'ready')
    return children(loaded.data, (automation) => automation !== null && loaded.keep(automation));
  return (
    <Page title={t('agent-studio:agentAutomation.title')}>
      {loaded.status === 'failed' ? <ErrorState error={loaded.failure} onRetry={loaded.retry} /> : <LoadingState />}
    </Page>
  );
}

function Editor({
  at,
  loaded,
  keep,
  begin,
  made,
}: EditingOptions & { /** The id in the address. */ readonly at: string; readonly made?: (id: string) => void }) {
  const { t } = useTranslation('agent-automation');
  const navigate = useNavigate();
  // Comparisons use the initial definition, regardless of re-renders.
  const [first] = useState(begin);
  const editing = useEditing({ loaded, ...(keep === undefined ? {} : { keep }), begin: first });
  const { saved, isChanged } = editing;
  // A new one moves to its own address, with the text typed during its creation.
  useLeavingAsks(isChanged && (saved === null || saved.id === at), { of: 'address' });
  const id = loaded === null ? saved?.id : undefined;
  const settleAt = useEffectEvent((own: string) => {
    made?.(own);
    void navigate(`?automation=${own}`, { replace: true });
  });
  useEffect(() => {
    if (id !== undefined) settleAt(id);
  }, [id]);
  return (
    <Page title={saved?.name ?? t('new')} actions={saved !== null && <Head editing={editing} automation={saved} />}>
      <Notices editing={editing} />
      {editing.theirs !== null && (
        <Conflict
          keepMine={() => editing.settle('mine')}
          takeTheirs={() => editing.settle('theirs')}
          isSending={editing.isSending}
        />
      )}
      <Work key={editing.begun} editing={editing} />
    </Page>
  );
}

function Head({
  editing,
  automation: { id, state, can },
}: {
  readonly editing: Editing;
  readonly automation: Automation;
}) {
  const { t } = useTranslation('agent-automation');
  return (
    <>
      <Link className="button" to={`?automation=${id}&part=history`}>
        {t('history.title')}
      </Link>
      {can.edit && (
        <button
          type="button"
          className={`button ${state === 'paused' ? 'button-main' : ''}`}
          onClick={() => editing.switchTo(state === 'active' ? 'paused' : 'active')}
        >
          {state === 'active' ? t('pause') : t('resume')}
        </button>
      )}
    </>
  );
}

function Work({ editing }: { readonly editing: Editing }) {
  const { t } = useTranslation('agent-automation');
  const { draft, change, saved, faults, refusals } = editing;
  const form = useRef<HTMLFormElement>(null);
  const event = useEvent(draft.trigger, saved);
  const insert = useInserting(form);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  const fault = faultTexts(faults);
  return (
    <div className={styles.work}>
      <form
        ref={form}
        noValidate
        onFocus={insert.noted}
        onSubmit={(submitted) => {
          submitted.preventDefault();
          editing.save();
        }}
      >
        <fieldset className={styles.whole} disabled={saved?.can.edit === false}>
          <TextField
            label={t('name')}
            value={draft.name}
            maxLength={nameMaxLength}
            fault={fault('name')}
            onType={(name) => change({ name })}
          />
          <ol className={styles.flow}>
            <TriggerStep editing={editing} fault={fault} />
            <ConditionsStep
              conditions={draft.conditions}
              paths={event.paths}
              unmet={event.unmetOf(draft.conditions)}
              fault={fault}
              change={(conditions) => change({ conditions })}
            />
            <AskStep draft={draft} fault={fault} change={change} />
            <ActionsStep editing={editing} fault={fault} />
          </ol>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={draft.notifies_of_failure}
              onChange={({ target }) => change({ notifies_of_failure: target.checked })}
            />
            {t('notifies')}
          </label>
          {Object.keys(faults).length > 0 && (
            <p role="alert" className={styles.bad}>
              {t('faults.some')}
            </p>
          )}
          <FormEnd
            label={saved === null ? t('create') : t('save')}
            isSending={editing.isSending}
            failure={editing.failure}
            back="?"
          />
        </fieldset>
      </form>
      <EventPanel editing={editing} event={event} insert={insert.put} />
    </div>
  );
}

/**
 * Inserts a placeholder at the last cursor position: in the prompt, unless another field with placeholders was used
 * since.
 */
function useInserting(form: RefObject<HTMLFormElement | null>) {
  const last = useRef<HTMLTextAreaElement | HTMLInputElement | null>(null);
  return {
    noted: ({ target }: FocusEvent) => {
      if (
        (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) &&
        target.dataset.places !== undefined
      )
        last.current = target;
    },
    put: (path: string) => {
      const field =
        last.current?.isConnected === true
          ? last.current
          : form.current?.querySelector<HTMLTextAreaElement>('textarea[data-places]');
      if (field !== null && field !== undefined) insertAt(field, `{{${path}}}`);
    },
  };
}
