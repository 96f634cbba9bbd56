import { Suspense } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import markdown from './markdown.module.css';

/** The renderer of formulas: a chunk of its own with its own fonts, as most answers hold no formula. */
const SetFormula = lazyPart(() => import('./set-formula.tsx'), Written);
/** The same with the macros of chemistry, which few formulas need. */
const SetChemistry = lazyPart(() => import('./set-chemistry.tsx'), Written);

/** A formula; shown as its source until it can be set. */
export function Formula({ tex, isDisplay }: { readonly tex: string; readonly isDisplay: boolean }) {
  const { t } = useTranslation('shared');
  const written = <Written tex={tex} />;
  const Setter = /\\(?:ce|pu)\b/.test(tex) ? SetChemistry : SetFormula;
  if (!isDisplay)
    return (
      <span data-copy-as={`$${tex}$`}>
        <Suspense fallback={written}>
          <Setter tex={tex} isDisplay={false} />
        </Suspense>
      </span>
    );
  return (
    // Wide formulas scroll, so they must take the focus to be scrolled by keys.
    <span
      className={markdown.formula}
      data-copy-as={`$$${tex}$$`}
      tabIndex={0}
      role="group"
      aria-label={t('ui.answer.formula')}
      dir="ltr"
    >
      <Suspense fallback={written}>
        <Setter tex={tex} isDisplay />
      </Suspense>
    </span>
  );
}

function Written({ tex }: { readonly tex: string }) {
  return <code dir="ltr">{tex}</code>;
}
