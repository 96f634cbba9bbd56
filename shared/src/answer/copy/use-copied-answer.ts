import { useTranslation } from '@parlance/shared/i18n';
import type { CopiedText } from '../../ui/controls/use-copy.ts';
import type { Citation } from '../../contract/api/runs/runs.ts';
import { copiedAnswer } from './copied-answer.ts';

type Answer = { readonly text: string; readonly citations: readonly Citation[] };

/** Returns a function for what is copied of an answer, with the title of its sources in the reader's language. */
export function useCopiedAnswer(): (answer: Answer) => CopiedText {
  const { t } = useTranslation('shared');
  return (answer) => copiedAnswer(answer, t('ui.answer.sources'));
}
