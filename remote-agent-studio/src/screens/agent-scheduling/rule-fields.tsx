import { useTranslation } from '@parlance/shared/i18n';
import choices from '@parlance/shared/ui/choices.module.css';
import own from './schedule-form.module.css';
import type { PartProps } from './schedule-form.tsx';

const overlaps = ['skip', 'queue', 'replace'] as const;
const misfires = ['once', 'skip'] as const;

/** The rules for overlap, misfire and failure. */
export function RuleFields({ draft, change }: PartProps) {
  const { t } = useTranslation('agent-scheduling');
  return (
    <section className={own.rules}>
      <h2>{t('rules.title')}</h2>
      <fieldset className={choices.choices}>
        <legend>{t('rules.overlap.title')}</legend>
        {overlaps.map((it) => (
          <label key={it}>
            <input
              type="radio"
              name="overlap"
              checked={draft.overlap === it}
              onChange={() => change({ overlap: it })}
            />
            <span>{t(`rules.overlap.${it}`)}</span>
          </label>
        ))}
      </fieldset>
      <fieldset className={choices.choices}>
        <legend>{t('rules.misfire.title')}</legend>
        {misfires.map((it) => (
          <label key={it}>
            <input
              type="radio"
              name="misfire"
              checked={draft.misfire === it}
              onChange={() => change({ misfire: it })}
            />
            <span>{t(`rules.misfire.${it}`)}</span>
          </label>
        ))}
      </fieldset>
      <fieldset className={choices.choices}>
        <legend>{t('rules.further')}</legend>
        <label>
          <input
            type="checkbox"
            checked={draft.continues_dialogue}
            onChange={({ target }) => change({ continues_dialogue: target.checked })}
          />
          <span>
            {t('rules.continues')}
            <small>{t('rules.continuesHint')}</small>
          </span>
        </label>
        <label>
          <input
            type="checkbox"
            checked={draft.notifies_of_failure}
            onChange={({ target }) => change({ notifies_of_failure: target.checked })}
          />
          <span>{t('rules.notifies')}</span>
        </label>
      </fieldset>
    </section>
  );
}
