import { useTranslation } from '@parlance/shared/i18n';
import controls from '../controls/controls.module.css';
import { BackIcon, ForwardIcon } from '../controls/icons.tsx';
import type { Entry } from '../messages/entry.ts';
import actions from './actions.module.css';
import { useTurns } from './turns.ts';
import { useDoing } from './use-doing.ts';

/** The present version of several, with buttons to the others: “2 / 3”. */
export function Versions({ entry }: { readonly entry: Entry }) {
  const { t } = useTranslation('chat');
  const { choose } = useTurns();
  const { isDoing, attempt } = useDoing();
  const { versions } = entry;
  if (versions.length < 2) return null;
  const at = versions.indexOf(entry.id);
  const step = (to: number) => {
    const version = versions[to];
    if (version !== undefined) attempt(() => choose(version));
  };
  return (
    <div className={actions.versions} role="group" aria-label={t('dialogue.versions')}>
      <button
        type="button"
        className={controls.quiet}
        aria-label={t('dialogue.previousVersion')}
        title={t('dialogue.previousVersion')}
        disabled={isDoing || at <= 0}
        onClick={() => step(at - 1)}
      >
        <BackIcon />
      </button>
      <span aria-hidden="true">{`${at + 1} / ${versions.length}`}</span>
      <span className="visually-hidden">{t('dialogue.version', { number: at + 1, total: versions.length })}</span>
      <button
        type="button"
        className={controls.quiet}
        aria-label={t('dialogue.nextVersion')}
        title={t('dialogue.nextVersion')}
        disabled={isDoing || at >= versions.length - 1}
        onClick={() => step(at + 1)}
      >
        <ForwardIcon />
      </button>
    </div>
  );
}
