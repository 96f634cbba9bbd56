import { useEffect, useState } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import controls from './controls.module.css';
import { CheckIcon, CopyIcon } from './icons.tsx';

/** Milliseconds for which a copied thing says so. */
const saidFor = 2000;

/** Copies a text and says whether it did. */
export function CopyButton({ label, textOf }: { readonly label: string; readonly textOf: () => string }) {
  const { t } = useTranslation('chat');
  const [result, setResult] = useState<'copied' | 'failed' | null>(null);

  useEffect(() => {
    if (result === null) return undefined;
    const timer = setTimeout(() => setResult(null), saidFor);
    return () => clearTimeout(timer);
  }, [result]);

  async function copy(): Promise<void> {
    setResult((await isCopied(textOf())) ? 'copied' : 'failed');
  }

  const said = result === null ? '' : result === 'copied' ? t('answer.copied') : t('answer.notCopied');
  return (
    <>
      <button type="button" className={controls.quiet} aria-label={label} title={label} onClick={() => void copy()}>
        {result === 'copied' ? <CheckIcon /> : <CopyIcon />}
        {said !== '' && <span aria-hidden="true">{said}</span>}
      </button>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
}

/** The clipboard is missing on plain http, and may be refused; the person is told, so nothing more is to be done. */
async function isCopied(text: string): Promise<boolean> {
  if (!('clipboard' in navigator)) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
