import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { AttachIcon } from '../controls/icons.tsx';
import { expectFiles } from './chips-on-demand.tsx';
import styles from './drop-area.module.css';
import type { Attachments } from './use-attachments.ts';
import { useLimits } from './use-limits.ts';

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

/** Accepts files dropped anywhere on the page, and shows so while they are dragged over it. */
export function DropArea({ attachments }: { readonly attachments: Attachments }) {
  const { t } = useTranslation('chat');
  const limits = useLimits(attachments.seesImages);
  const isOver = useDrop(attachments.add);
  if (!isOver) return null;
  return (
    <div className={styles.drop}>
      <div>
        <AttachIcon />
        <p>{t('attachments.drop')}</p>
        <p className={styles.limits}>{limits}</p>
      </div>
    </div>
  );
}

function useDrop(receive: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const onDrag = useEffectEvent((event: DragEvent) => {
    if (!holdsFiles(event)) return;
    // Otherwise the browser would open the file instead of the page.
    event.preventDefault();
    if (event.type === 'dragenter') expectFiles();
    const hasLeft = event.type === 'drop' || (event.type === 'dragleave' && event.relatedTarget === null);
    setIsOver(!hasLeft);
    if (event.type === 'drop') receive([...(event.dataTransfer?.files ?? [])]);
  });
  useEffect(() => {
    const listen = (event: DragEvent) => onDrag(event);
    const names = ['dragenter', 'dragover', 'dragleave', 'drop'] as const;
    for (const name of names) document.addEventListener(name, listen);
    return () => {
      for (const name of names) document.removeEventListener(name, listen);
    };
  }, []);
  return isOver;
}
