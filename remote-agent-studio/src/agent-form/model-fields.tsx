import { useTranslation } from '@parlance/shared/i18n';
import { Field } from '@parlance/shared/ui/fields';
import { ErrorState } from '@parlance/shared/ui/page';
import type { FormProps } from './agent-form.tsx';
import { NumberField } from './number-field.tsx';
import { useModels } from './use-models.ts';

/** The model of an agent, and its parameters. */
export function ModelFields({ value, onChange }: Pick<FormProps, 'value' | 'onChange'>) {
  const { t } = useTranslation('agent-studio');
  const models = useModels();
  if (models.status === 'failed') return <ErrorState error={models.failure} onRetry={models.retry} />;
  const items = models.status === 'ready' ? models.data : [];
  const standard = items.find(({ is_standard: isStandard }) => isStandard);
  const chosen = items.find(({ id }) => id === value.model_id) ?? standard;
  const efforts = chosen?.reasoning_efforts ?? [];
  const isGone = value.model_id !== null && models.status === 'ready' && !items.some(({ id }) => id === value.model_id);
  const about =
    chosen === undefined
      ? ''
      : chosen.kind === 'embedded'
        ? t('agentForm.model.quotes')
        : chosen.uses_tools
          ? t('agentForm.model.usesTools')
          : t('agentForm.model.noTools');
  return (
    <>
      <Field label={t('agentForm.model.label')} hint={isGone ? t('agentForm.model.gone') : about}>
        {(control) => (
          <select
            {...control}
            value={value.model_id ?? ''}
            onChange={({ target }) => onChange({ model_id: target.value === '' ? null : target.value })}
          >
            <option value="">{t('agentForm.model.standard', { name: standard?.name ?? '…' })}</option>
            {isGone && <option value={value.model_id ?? ''}>{t('agentForm.model.goneName')}</option>}
            {items.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {chosen?.kind !== 'embedded' && (
        <>
          {efforts.length > 0 && (
            <Field label={t('agentForm.model.effort')} hint={t('agentForm.model.effortHint')}>
              {(control) => (
                <select
                  {...control}
                  value={efforts.find((it) => it === value.reasoning_effort) ?? ''}
                  onChange={({ target }) =>
                    onChange({ reasoning_effort: efforts.find((it) => it === target.value) ?? null })
                  }
                >
                  <option value="">{t('agentForm.model.efforts.standard')}</option>
                  {efforts.map((effort) => (
                    <option key={effort} value={effort}>
                      {t(`agentForm.model.efforts.${effort}`)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          <NumberField
            label={t('agentForm.model.temperature')}
            hint={t('agentForm.model.temperatureHint')}
            value={value.temperature}
            min={0}
            max={2}
            step={0.1}
            onChange={(temperature) => onChange({ temperature })}
          />
          <NumberField
            label={t('agentForm.model.length')}
            hint={t('agentForm.model.lengthHint')}
            value={value.max_output_tokens}
            min={16}
            max={100_000}
            onChange={(max_output_tokens) => onChange({ max_output_tokens })}
          />
        </>
      )}
    </>
  );
}
