import { useRef, useState, type KeyboardEvent } from 'react';
import { actionsAtMost, type Action, type ActionKind } from '@parlance/shared/contract/agents/automation';
import { useTranslation } from '@parlance/shared/i18n';
import { useRowKeys } from '@parlance/shared/ui/row-keys';
import { ActionFields } from './action-fields.tsx';
import styles from './automation-editor.module.css';
import { blankAction, moved, replaced, withoutRow } from './draft.ts';
import { KindMark } from './kind-mark.tsx';
import { SecretOnce } from './secret-once.tsx';
import { type FaultAt, Step } from './step.tsx';
import type { Editing } from './use-automation.ts';

const kinds = ['mail', 'dialogue', 'http', 'file'] as const satisfies readonly ActionKind[];

/** The actions on the answer, in their order. */
export function ActionsStep({ editing, fault }: { readonly editing: Editing; readonly fault: FaultAt }) {
  const { t } = useTranslation('agent-automation');
  const { actions } = editing.draft;
  const keys = useRowKeys(actions);
  const list = useRef<HTMLOListElement>(null);
  const [said, say] = useState('');
  const set = (next: Action[]) => editing.change({ actions: next });
  const focusOn = (at: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>(':scope > li')[at]?.focus());

  function move(from: number, to: number): void {
    const action = actions[from];
    if (action === undefined || to < 0 || to >= actions.length) return;
    set(moved(actions, from, to));
    say(t('actions.moved', { what: t(`actions.${action.kind}.name`), place: to + 1 }));
    focusOn(to);
  }
  function remove(at: number): void {
    const action = actions[at];
    set(withoutRow(actions, at));
    if (action !== undefined) say(t('actions.removed', { what: t(`actions.${action.kind}.name`) }));
    focusOn(Math.min(at, actions.length - 2));
  }
  return (
    <Step title={t('steps.then')} about={actions.length === 0 ? t('actions.none') : t('steps.thenAbout')}>
      <ol ref={list} className={styles.actions}>
        {actions.map((action, at) => (
          <ActionCard
            key={keys[at]}
            action={action}
            at={at}
            count={actions.length}
            fault={fault}
            change={(next) => set(replaced(actions, at, next))}
            move={(to) => move(at, to)}
            remove={() => remove(at)}
          />
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <SecretOnce editing={editing} of="actions" isUsed={actions.some(({ kind }) => kind === 'http')} />
      {actions.length < actionsAtMost && (
        <div className={styles.adds} role="group" aria-label={t('actions.add')}>
          {kinds.map((kind) => (
            <button key={kind} type="button" className="button" onClick={() => set([...actions, blankAction(kind)])}>
              <KindMark kind={kind} />
              {t(`actions.${kind}.add`)}
            </button>
          ))}
        </div>
      )}
    </Step>
  );
}

type Card = {
  readonly action: Action;
  readonly at: number;
  readonly count: number;
  readonly fault: FaultAt;
  readonly change: (action: Action) => void;
  readonly move: (to: number) => void;
  readonly remove: () => void;
};

function ActionCard({ action, at, count, fault, change, move, remove }: Card) {
  const { t } = useTranslation('agent-automation');
  const what = t(`actions.${action.kind}.name`);
  function onKeyDown(event: KeyboardEvent): void {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(event.key === 'ArrowUp' ? at - 1 : at + 1);
  }
  return (
    <li
      tabIndex={-1}
      className={styles.action}
      aria-label={t('actions.number', { number: at + 1, what })}
      onKeyDown={onKeyDown}
    >
      <header>
        <KindMark kind={action.kind} />
        <h3>{what}</h3>
        <button
          type="button"
          className={styles.small}
          aria-label={t('actions.up', { what })}
          title={t('actions.upHint')}
          disabled={at === 0}
          onClick={() => move(at - 1)}
        >
          <Arrow isUp />
        </button>
        <button
          type="button"
          className={styles.small}
          aria-label={t('actions.down', { what })}
          title={t('actions.downHint')}
          disabled={at === count - 1}
          onClick={() => move(at + 1)}
        >
          <Arrow />
        </button>
        <button
          type="button"
          className={styles.small}
          aria-label={t('actions.remove', { what })}
          title={t('remove')}
          onClick={remove}
        >
          <Cross />
        </button>
      </header>
      <ActionFields action={action} at={at} fault={fault} change={change} />
    </li>
  );
}

function Arrow({ isUp = false }: { readonly isUp?: boolean }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={isUp ? 'M10 16V4M5 9l5-5 5 5' : 'M10 4v12M5 11l5 5 5-5'} />
    </svg>
  );
}

function Cross() {
  return (
    <svg
      viewBox="0 0 20 20"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="m5 5 10 10M15 5 5 15" />
    </svg>
  );
}
