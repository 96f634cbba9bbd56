import { CheckMark, CopyMark } from './marks.tsx';
import quiet from './quiet.module.css';
import { type CopiedText, useCopy } from './use-copy.ts';

/** Copies a text and says whether it did. */
export function CopyButton({ label, textOf }: { readonly label: string; readonly textOf: () => string | CopiedText }) {
  const { copy, isCopied, said } = useCopy();
  return (
    <>
      <button type="button" className={quiet.button} aria-label={label} title={label} onClick={() => copy(textOf())}>
        {isCopied ? <CheckMark /> : <CopyMark />}
      </button>
      {said !== '' && (
        <span className={quiet.said} aria-hidden="true">
          {said}
        </span>
      )}
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
}
