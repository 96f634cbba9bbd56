import { Suspense, useState, type ReactNode } from 'react';
import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import type { Agent } from '@parlance/shared/contract/api/agents/agents';
import { useTranslation } from '@parlance/shared/i18n';
import { TextField } from '@parlance/shared/ui/fields';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { LoadingState } from '@parlance/shared/ui/page';
import type { AgentDialog } from '../agent-dialogs/agent-dialogs.tsx';
import { accessNames } from '../agents/agent-names.ts';
import styles from './agent-form.module.css';
import { Identity } from './identity.tsx';
import { ModelFields } from './model-fields.tsx';
import { NumberField } from './number-field.tsx';
import { ResponsibleField } from './responsible-field.tsx';
import { instructionsAtMost } from './texts.ts';

const AgentDialogs = lazyPart(() => import('../agent-dialogs/agent-dialogs.tsx'));
const KnowledgePanel = lazyPart(async () => ({
  default: (await import('../knowledge/knowledge-panel.tsx')).KnowledgePanel,
}));
const ToolsPanel = lazyPart(async () => ({ default: (await import('../tools/tools-panel.tsx')).ToolsPanel }));

export type FormProps = {
  readonly value: AgentDefinition;
  readonly onChange: (part: Partial<AgentDefinition>) => void;
  readonly agent: Agent;
  /** Reloads after a change of the access. */
  readonly reload: () => void;
};

/** The form of an agent, in one column. */
export function AgentForm({ value, onChange, agent, reload }: FormProps) {
  const { t } = useTranslation('agent-studio');
  const [dialog, open] = useState<AgentDialog | null>(null);
  return (
    <div role="group" className={styles.form} aria-label={t('agentForm.title')}>
      <fieldset className={styles.form} disabled={!agent.can.edit}>
        <Section name={t('agentForm.identity.title')}>
          <Identity value={value} onChange={onChange} />
        </Section>
        <Section name={t('agentForm.instructions.title')}>
          <TextField
            label={t('agentForm.instructions.label')}
            hint={t('agentForm.instructions.hint')}
            isLong
            value={value.instructions}
            maxLength={instructionsAtMost}
            onType={(instructions) => onChange({ instructions })}
          />
        </Section>
        <Section name={t('agentForm.model.title')}>
          <ModelFields value={value} onChange={onChange} />
        </Section>
      </fieldset>
      {/* A person without the right to change it may still look at its passages and try a question. */}
      <Section name={t('agentForm.knowledge')}>
        <Suspense fallback={<LoadingState />}>
          <KnowledgePanel value={value} onChange={onChange} agentId={agent.id} canEdit={agent.can.edit} />
        </Suspense>
      </Section>
      <fieldset className={styles.form} disabled={!agent.can.edit}>
        <Section name={t('agentForm.tools')}>
          <Suspense fallback={<LoadingState />}>
            <ToolsPanel value={value} onChange={onChange} agentId={agent.id} canEdit={agent.can.edit} />
          </Suspense>
        </Section>
        <Section name={t('agentForm.limits.title')}>
          <NumberField
            label={t('agentForm.limits.answers')}
            hint={t('agentForm.limits.answersHint')}
            value={value.answers_a_month}
            min={0}
            max={1_000_000_000}
            onChange={(answers_a_month) => onChange({ answers_a_month })}
          />
        </Section>
        <Section name={t('agentForm.responsible.title')}>
          <ResponsibleField value={value} onChange={onChange} agent={agent} />
        </Section>
        <Section name={t('agentForm.access.title')}>
          <p className={styles.access}>{accessNames(t)[agent.access]}</p>
          <div className={styles.buttons}>
            {agent.can.share && (
              <button type="button" className="button" onClick={() => open({ kind: 'access', agent })}>
                {t('agentForm.access.change')}
              </button>
            )}
            {agent.can.transfer && (
              <button type="button" className="button" onClick={() => open({ kind: 'transfer', agent })}>
                {t('agentController.transfer')}
              </button>
            )}
          </div>
        </Section>
      </fieldset>
      {dialog !== null && (
        <Suspense fallback={null}>
          <AgentDialogs dialog={dialog} close={() => open(null)} changed={reload} />
        </Suspense>
      )}
    </div>
  );
}

function Section({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={name}>
      <h2>{name}</h2>
      {children}
    </section>
  );
}
