import { useEffect, useState } from 'react';
import { useTranslation } from '@parlance/shared/i18n';

/** Milliseconds that a confirmation is shown. */
const saidFor = 2000;

/** A text, and the same as HTML for programs that understand it. */
export type CopiedText = { readonly text: string; readonly html: () => Promise<string> };

/** Copies texts, and confirms for a moment that the last one is in the clipboard. */
export function useCopy(): {
  readonly copy: (text: string | CopiedText) => void;
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

  const copy = (text: string | CopiedText) =>
    void write(text).then((isDone) => setResult(isDone ? 'copied' : 'failed'));
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
async function write(copied: string | CopiedText): Promise<boolean> {
  if (!('clipboard' in navigator)) return false;
  const text = typeof copied === 'string' ? copied : copied.text;
  if (typeof copied !== 'string' && (await writeBoth(copied))) return true;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

/** Writes a text with its HTML. It must begin in the press of the button, so the HTML may be still on its way. */
async function writeBoth({ text, html }: CopiedText): Promise<boolean> {
  if (typeof ClipboardItem === 'undefined') return false;
  const blobOf = (content: string, type: string) => new Blob([content], { type });
  const item = new ClipboardItem({
    'text/plain': blobOf(text, 'text/plain'),
    'text/html': html().then((content) => blobOf(content, 'text/html')),
  });
  return navigator.clipboard.write([item]).then(
    () => true,
    () => false,
  );
}
