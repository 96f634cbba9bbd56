import type { TestQuestion } from '@parlance/shared/contract/api/agents/agent-test-sets';
import { endonyms, languages, useTranslation } from '@parlance/shared/i18n';
import { Field, TextField } from '@parlance/shared/ui/fields';
import { useRowKeys } from '@parlance/shared/ui/row-keys';
import styles from './agent-edit.module.css';

type Props = {
  readonly question: TestQuestion;
  readonly place: number;
  /** True if a model is available that judges the meaning. */
  readonly canMean: boolean;
  readonly change: (question: TestQuestion) => void;
  readonly remove: () => void;
};
const kinds = ['contain', 'not-contain', 'mean'] as const;

/** A question, its language, and the points its answer must contain. */
export function QuestionFields({ question, place, canMean, change, remove }: Props) {
  const { t } = useTranslation('agent-studio');
  const { points } = question;
  const keys = useRowKeys(points);
  const changePoint = (at: number, part: Partial<(typeof points)[number]>) =>
    change({ ...question, points: points.map((point, index) => (index === at ? { ...point, ...part } : point)) });
  return (
    <div className={styles.question} role="group" aria-label={t('agentEdit.tests.questionAt', { place })}>
      <TextField
        label={t('agentEdit.tests.question')}
        value={question.question}
        maxLength={4_000}
        onType={(text) => change({ ...question, question: text })}
      />
      <Field label={t('agentEdit.tests.language')}>
        {(control) => (
          <select
            {...control}
            value={question.language}
            onChange={({ target }) =>
              change({ ...question, language: languages.find((it) => it === target.value) ?? question.language })
            }
          >
            {languages.map((it) => (
              <option key={it} value={it} lang={it}>
                {endonyms[it]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <fieldset className={styles.points}>
        <legend>{t('agentEdit.tests.points')}</legend>
        {points.map((point, index) => (
          <div key={keys[index]} className={styles.point}>
            <select
              aria-label={t('agentEdit.tests.must')}
              value={point.must}
              onChange={({ target }) =>
                changePoint(index, { must: kinds.find((it) => it === target.value) ?? 'contain' })
              }
            >
              {kinds.map((it) => (
                <option key={it} value={it} disabled={it === 'mean' && !canMean}>
                  {t(`agentEdit.tests.kinds.${it}`)}
                </option>
              ))}
            </select>
            <input
              aria-label={t('agentEdit.tests.point', { place: index + 1 })}
              value={point.text}
              maxLength={500}
              onChange={({ target }) => changePoint(index, { text: target.value })}
            />
            <button
              type="button"
              className="button-link"
              aria-label={t('agentEdit.tests.removePoint', { place: index + 1 })}
              onClick={() => change({ ...question, points: points.filter((_, at) => at !== index) })}
            >
              {t('agentEdit.tests.remove')}
            </button>
          </div>
        ))}
      </fieldset>
      <div className={styles.point}>
        {points.length < 20 && (
          <button
            type="button"
            className="button-link"
            onClick={() => change({ ...question, points: [...points, { text: '', must: 'contain' }] })}
          >
            {t('agentEdit.tests.addPoint')}
          </button>
        )}
        <button type="button" className="button-link" onClick={remove}>
          {t('agentEdit.tests.removeQuestion')}
        </button>
      </div>
    </div>
  );
}
