import { useTranslation } from '@parlance/shared/i18n';
import { Icon } from '../frame/icons.tsx';
import styles from './palette-opener.module.css';

type Props = {
  readonly isApple: boolean;
  /** Opens the palette; absent until its code is loaded. */
  readonly onOpen?: () => void;
  /** Called when somebody is about to open it. */
  readonly onNear?: () => void;
};

/** A button that opens the search, with its shortcut. */
export function SearchButton({ isApple, onOpen, onNear }: Props) {
  const { t } = useTranslation('host');
  return (
    <button
      type="button"
      className={styles.opener}
      aria-haspopup="dialog"
      aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
      disabled={onOpen === undefined}
      onClick={onOpen}
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      <Icon name="search" />
      <span className={styles.label}>{t('frame.search')}</span>
      <kbd className={styles.keys} aria-hidden="true">
        {isApple ? '⌘ K' : `${t('frame.controlKey')} K`}
      </kbd>
    </button>
  );
}
