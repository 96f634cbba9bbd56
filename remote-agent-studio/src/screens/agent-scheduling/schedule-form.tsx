import { Suspense, useState } from 'react';
import type { Schedule } from '@parlance/shared/contract/api/schedules';
import { nameMaxLength } from '@parlance/shared/contract/values/name';
import { useTranslation } from '@parlance/shared/i18n';
import { Conflict, differing } from '@parlance/shared/ui/conflict';
import { FormEnd, TextField } from '@parlance/shared/ui/fields';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { AgentField } from './agent-field.tsx';
import { PromptField } from './prompt-field.tsx';
import { RuleFields } from './rule-fields.tsx';
import { draftOf, type Draft, type DraftFaults } from './schedule-draft.ts';
import own from './schedule-form.module.css';
import { useScheduleForm } from './use-schedule-form.ts';
import { WhenSection } from './when-section.tsx';
import { WindowFields } from './window-fields.tsx';

const TemplateDialog = lazyPart(() => import('./template-dialog.tsx'));

type Props = {
  /** The schedule; null for a new one. */
  readonly schedule: Schedule | null;
  readonly initial: Draft;
  readonly isReadOnly?: boolean;
  readonly saved: (schedule: Schedule) => void;
  readonly met?: (schedule: Schedule) => void;
};
/** The props of a part of the form. */
export type PartProps = {
  readonly draft: Draft;
  readonly change: (change: Partial<Draft>) => void;
  readonly faults: DraftFaults;
};

/** The form of a schedule. Refusals of the server are shown beside their fields. */
export function ScheduleForm({ schedule, initial, isReadOnly = false, ...heard }: Props) {
  const { t } = useTranslation('agent-scheduling');
  const [isChoosing, setChoosing] = useState(false);
  const { part, addToPrompt, form, submit, begun, conflict, isSending, failure } = useScheduleForm({
    schedule,
    initial,
    ...heard,
  });
  const insert = (text: string) => {
    addToPrompt(text);
    setChoosing(false);
  };
  return (
    <>
      {conflict !== null && <Met {...conflict} mine={part.draft} isSending={isSending} />}
      <form
        ref={form}
        className={own.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <fieldset className={own.all} disabled={isReadOnly}>
          <legend className="visually-hidden">{t('tabs.settings')}</legend>
          <Parts key={begun} {...part} openTemplates={() => setChoosing(true)} />
          {!isReadOnly && (
            <div className={own.narrow}>
              <FormEnd label={schedule === null ? t('create') : t('save')} isSending={isSending} failure={failure} />
            </div>
          )}
        </fieldset>
      </form>
      {/* Outside the form: it has one of its own. */}
      {isChoosing && (
        <Suspense fallback={null}>
          <TemplateDialog insert={insert} close={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  );
}

type MetProps = {
  readonly theirs: Schedule;
  readonly mine: Draft;
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
  readonly isSending: boolean;
};

function Met({ theirs, mine, ...ways }: MetProps) {
  const { t } = useTranslation('agent-scheduling');
  const names = {
    ...{
      name: t('fields.name'),
      agent: t('fields.agent'),
      prompt: t('fields.prompt'),
      cron: t('when.title'),
      time_zone: t('when.zone'),
    },
    ...{ starts: t('window.starts'), ends: t('window.ends'), maximum: t('window.maximum') },
    ...{
      overlap: t('rules.overlap.title'),
      misfire: t('rules.misfire.title'),
      continues_dialogue: t('rules.continues'),
      notifies_of_failure: t('rules.notifies'),
    },
  };
  return <Conflict {...ways} differs={differing(names, draftOf(theirs), mine)} />;
}

function Parts({ openTemplates, ...part }: PartProps & { readonly openTemplates: () => void }) {
  const { t } = useTranslation('agent-scheduling');
  return (
    <>
      <div className={own.narrow}>
        <TextField
          label={t('fields.name')}
          value={part.draft.name}
          maxLength={nameMaxLength}
          fault={part.faults.name}
          onType={(name) => part.change({ name })}
        />
        <AgentField {...part} />
        <PromptField {...part} openTemplates={openTemplates} />
      </div>
      <WhenSection {...part} />
      <div className={own.narrow}>
        <WindowFields {...part} />
        <RuleFields {...part} />
      </div>
    </>
  );
}
