import { useState } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { Dialog } from '../ui/controls/dialog.tsx';
import styles from './call-contents.module.css';

type Props = { readonly address: string; readonly name: string };

/** A picture in a box whose size does not depend on it, fetched when it comes into sight; a press shows it large. */
export function ContentPicture({ address, name }: Props) {
  const { t } = useTranslation('tool-calls');
  const [isBroken, setBroken] = useState(false);
  const [isLarge, setLarge] = useState(false);
  const lose = () => setBroken(true);
  if (isBroken) return <p className={styles.box}>{t('contents.broken', { name })}</p>;
  return (
    <>
      <button type="button" className={styles.box} onClick={() => setLarge(true)}>
        <img src={address} alt={name} loading="lazy" decoding="async" onError={lose} />
        <span className="visually-hidden"> {t('contents.enlarge')}</span>
      </button>
      {isLarge && (
        <Dialog title={name} close={() => setLarge(false)}>
          <div className={styles.large}>
            <img src={address} alt={name} onError={lose} />
            <a href={address}>{t('contents.save', { name })}</a>
          </div>
        </Dialog>
      )}
    </>
  );
}
