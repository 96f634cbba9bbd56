import { promptMaxLength } from '@parlance/shared/contract/values/prompt-length';
import { useTranslation } from '@parlance/shared/i18n';
import { BotField } from './bot-field.tsx';
import type { Draft } from './draft.ts';
import { PlacedField } from './placed-field.tsx';
import { type FaultAt, Step } from './step.tsx';

const promptRows = 7;

/** Chooses the agent, and writes the prompt. */
export function AskStep({
  draft,
  fault,
  change,
}: {
  readonly draft: Draft;
  readonly fault: FaultAt;
  readonly change: (part: Partial<Draft>) => void;
}) {
  const { t } = useTranslation('agent-automation');
  return (
    <Step title={t('steps.ask')} about={t('steps.askAbout')}>
      <BotField
        label={t('ask.agent')}
        id={draft.bot_id}
        fault={fault('bot_id')}
        change={(bot_id) => change({ bot_id })}
      />
      <PlacedField
        isLong
        rows={promptRows}
        label={t('ask.prompt')}
        hint={t('ask.promptHint', { example: '{{name}}' })}
        value={draft.prompt}
        maxLength={promptMaxLength}
        fault={fault('prompt')}
        change={(prompt) => change({ prompt })}
      />
    </Step>
  );
}
