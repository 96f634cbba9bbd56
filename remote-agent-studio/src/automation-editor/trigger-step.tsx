import { Suspense } from 'react';
import { triggerKinds, type Trigger, type TriggerKind } from '@parlance/shared/contract/agents/automation';
import { useTranslation } from '@parlance/shared/i18n';
import { useSession } from '@parlance/shared/session';
import { Field } from '@parlance/shared/ui/fields';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { useKinds } from '@parlance/shared/ui/use-kinds';
import styles from './trigger-step.module.css';
import { blankTrigger } from './draft.ts';
import { IdsField } from './ids-field.tsx';
import { KindMark } from './kind-mark.tsx';
import { type FaultAt, Step } from './step.tsx';
import type { Editing } from './use-automation.ts';

const FormEditor = lazyPart(() => import('./form-editor.tsx'));
const WebhookPanel = lazyPart(() => import('./webhook-panel.tsx'));

/** The most ids that a trigger may name. */
const idsAtMost = 50;
const ratings = ['down', 'up', 'any'] as const;

/** Edits the trigger. */
export function TriggerStep({ editing, fault }: { readonly editing: Editing; readonly fault: FaultAt }) {
  const { t } = useTranslation('agent-automation');
  const { trigger } = editing.draft;
  const as = useKinds<TriggerKind, Trigger>(trigger.kind, trigger);
  const seesRules = useSession(({ whoami, features }) => whoami?.is_admin === true && features.has('governance'));
  const kinds = triggerKinds.filter((kind) => kind !== 'rule' || seesRules || trigger.kind === 'rule');
  return (
    <Step title={t('steps.when')} about={t('steps.whenAbout')}>
      <fieldset className={styles.kinds}>
        <legend className="visually-hidden">{t('steps.when')}</legend>
        {kinds.map((kind) => (
          <label key={kind}>
            <input
              type="radio"
              name="trigger"
              className="visually-hidden"
              checked={trigger.kind === kind}
              onChange={() => editing.change({ trigger: as(kind, blankTrigger) })}
            />
            <KindMark kind={kind} />
            <span>
              {t(`triggers.${kind}.name`)}
              <small>{t(`triggers.${kind}.about`)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <Suspense fallback={null}>
        <Details trigger={trigger} editing={editing} fault={fault} />
      </Suspense>
    </Step>
  );
}

function Details({
  trigger,
  editing,
  fault,
}: {
  readonly trigger: Trigger;
  readonly editing: Editing;
  readonly fault: FaultAt;
}) {
  const { t } = useTranslation('agent-automation');
  const set = (next: Trigger) => editing.change({ trigger: next });
  switch (trigger.kind) {
    case 'webhook':
      return <WebhookPanel editing={editing} />;
    case 'file':
      return (
        <IdsField
          kind="sources"
          label={t('triggers.file.which')}
          hint={t('triggers.file.all')}
          ids={trigger.knowledge_ids}
          atMost={idsAtMost}
          change={(knowledge_ids) => set({ ...trigger, knowledge_ids })}
        />
      );
    case 'rating':
      return (
        <>
          <Field label={t('triggers.rating.which')}>
            {(control) => (
              <select
                {...control}
                value={trigger.rating}
                onChange={({ target }) =>
                  set({ ...trigger, rating: ratings.find((it) => it === target.value) ?? 'down' })
                }
              >
                {ratings.map((it) => (
                  <option key={it} value={it}>
                    {t(`triggers.rating.${it}`)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <IdsField
            kind="agents"
            label={t('triggers.rating.agents')}
            hint={t('triggers.rating.all')}
            ids={trigger.bot_ids}
            atMost={idsAtMost}
            change={(bot_ids) => set({ ...trigger, bot_ids })}
          />
        </>
      );
    case 'rule':
      return (
        <IdsField
          kind="rules"
          label={t('triggers.rule.which')}
          hint={t('triggers.rule.all')}
          ids={trigger.rule_ids}
          atMost={idsAtMost}
          change={(rule_ids) => set({ ...trigger, rule_ids })}
        />
      );
    case 'form':
      return <FormEditor trigger={trigger} editing={editing} fault={fault} change={set} />;
  }
}
