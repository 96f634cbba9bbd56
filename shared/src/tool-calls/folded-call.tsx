import { Suspense } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import type { ToolCall } from '../contract/api/tools.ts';
import { CallText } from './call-text.tsx';
import { PastElicitations } from './past-elicitations.tsx';
import { toolNameOf } from './readable-call.ts';
import tools from './tool-calls.module.css';

/** Fetched with the first result that is more than text. */
const CallContents = lazyPart(() => import('./call-contents.tsx'));
/** The height of a picture with the gap above it in pixels, to reserve room. */
const pictureHeight = 218;

/**
 * A call by its name and state; folded in it what was sent, what its server asked, and what came back. What people
 * asked for stands below, in sight: the pictures, sounds and files of a call that is done.
 */
export function FoldedCall({ made }: { readonly made: ToolCall }) {
  const { t } = useTranslation('tool-calls');
  const toolName = toolNameOf(made, t);
  const { contents = [], elicitations = [] } = made;
  const isShown = ({ type }: (typeof contents)[number]) => made.state === 'done' && type !== 'link';
  const shown = contents.filter(isShown);
  const folded = contents.filter((content) => !isShown(content));
  return (
    <>
      <details className={tools.call}>
        <summary>
          <span className={tools.name}>{toolName}</span>
          <span className={`${tools.state} ${tools[made.state] ?? ''}`}>{t(`state.${made.state}`)}</span>
        </summary>
        <CallText label={t('arguments')} text={made.arguments} />
        <PastElicitations elicitations={elicitations} />
        {made.result !== '' && <CallText label={made.is_cut ? t('resultCut') : t('result')} text={made.result} />}
        {folded.length > 0 && (
          <div className={tools.text}>
            <Suspense fallback={null}>
              <CallContents contents={folded} toolName={toolName} />
            </Suspense>
          </div>
        )}
      </details>
      {made.state === 'running' && made.progress !== undefined && (
        <CallProgress {...made.progress} toolName={toolName} />
      )}
      {shown.length > 0 && (
        <Suspense fallback={<div style={{ minBlockSize: hasPicture(shown) ? pictureHeight : undefined }} />}>
          <CallContents contents={shown} toolName={toolName} />
        </Suspense>
      )}
    </>
  );
}

/** How far the server of a call says that it is, in its own words, which may be anybody's. */
function CallProgress({ part, message, toolName }: NonNullable<ToolCall['progress']> & { readonly toolName: string }) {
  return (
    <div className={tools.progress}>
      {part !== null && <progress value={part} aria-label={toolName} />}
      {message !== '' && <p dir="auto">{message}</p>}
    </div>
  );
}

const hasPicture = (contents: NonNullable<ToolCall['contents']>): boolean =>
  contents.some(({ type }) => type === 'image');
