import { useTranslation } from '@parlance/shared/i18n';
import type { ToolCall } from '../contract/api/tools.ts';
import { CallText } from './call-text.tsx';
import { PastElicitations } from './past-elicitations.tsx';
import { toolNameOf } from './readable-call.ts';
import tools from './tool-calls.module.css';

/** A call by its name and state; folded in it what was sent, what its server asked, and what came back. */
export function FoldedCall({ made }: { readonly made: ToolCall }) {
  const { t } = useTranslation('tool-calls');
  return (
    <details className={tools.call}>
      <summary>
        <span className={tools.name}>{toolNameOf(made, t)}</span>
        <span className={`${tools.state} ${tools[made.state] ?? ''}`}>{t(`state.${made.state}`)}</span>
      </summary>
      <CallText label={t('arguments')} text={made.arguments} />
      <PastElicitations elicitations={made.elicitations ?? []} />
      {made.result !== '' && <CallText label={made.is_cut ? t('resultCut') : t('result')} text={made.result} />}
    </details>
  );
}
