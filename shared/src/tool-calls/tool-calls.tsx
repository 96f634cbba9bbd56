import { useRef } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import type { ToolCall } from '../contract/api/tools.ts';
import { FoldedCall } from './folded-call.tsx';
import { PermissionQuestion } from './permission-question.tsx';
import tools from './tool-calls.module.css';

export { fetchTexts } from './texts.ts';

/** The tool calls of an answer: name, arguments and result, and the question whether one is allowed. */
export default function ToolCalls({
  calls,
  isRunning,
}: {
  readonly calls: readonly ToolCall[];
  readonly isRunning: boolean;
}) {
  const { t } = useTranslation('tool-calls');
  const list = useRef<HTMLUListElement>(null);
  return (
    <ul ref={list} tabIndex={-1} className={tools.calls} aria-label={t('calls')}>
      {calls.map((made) => (
        <li key={made.id}>
          {made.state === 'waiting' && isRunning ? (
            <PermissionQuestion made={made} onAnswered={() => list.current?.focus()} />
          ) : (
            <FoldedCall made={made} />
          )}
        </li>
      ))}
    </ul>
  );
}
