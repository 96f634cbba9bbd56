import { useEffect, useState } from 'react';
import { useTranslation } from '@parlance/shared/i18n';

/** Milliseconds that a confirmation is shown. */
const saidFor = 2000;

/** Copies texts, and confirms for a moment that the last one is in the clipboard. */
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

/**
 * Writes to the clipboard, which is missing on plain http, and may be refused; the person is told, so no further
 * handling is needed.
 */
async function write(text: string): Promise<boolean> {
  if (!('clipboard' in navigator)) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
