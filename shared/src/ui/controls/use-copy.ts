import { useEffect, useState } from 'react';
import { useTranslation } from '@parlance/shared/i18n';

/** Milliseconds for which a copied thing says so. */
const saidFor = 2000;

/** Copies texts, and says for a moment whether the last one is in the clipboard. */
export function useCopy(): {
  readonly copy: (text: string) => void;
  readonly isCopied: boolean;
  readonly said: string;
} {
  const { t } = useTranslation('shared');
  const [result, setResult] = useState<'copied' | 'failed' | null>(null);

  useEffect(() => {
    if (result === null) return undefined;
    const timer = setTimeout(() => setResult(null), saidFor);
    return () => clearTimeout(timer);
  }, [result]);

  const copy = (text: string) => void write(text).then((isDone) => setResult(isDone ? 'copied' : 'failed'));
  return {
    copy,
    isCopied: result === 'copied',
    said: result === null ? '' : result === 'copied' ? t('ui.copy.copied') : t('ui.copy.notCopied'),
  };
}

/** The clipboard is missing on plain http, and may be refused; the person is told, so nothing more is to be done. */
async function write(text: string): Promise<boolean> {
  if (!('clipboard' in navigator)) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
