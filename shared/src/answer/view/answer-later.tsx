import { Component, Suspense } from 'react';
import type { ReactNode } from 'react';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import type { ShownAnswer } from './cited-answer.tsx';
import later from './answer-later.module.css';

const CitedAnswer = lazyPart<ShownAnswer>(
  async () => ({ default: (await import('@parlance/shared/ui/answer')).CitedAnswer }),
  AsWritten,
);

/**
 * An answer on a screen that rarely shows one: its renderer is fetched with the first. Until then, and if that fails,
 * the answer is shown as its source.
 */
export function AnswerLater(shown: ShownAnswer) {
  const asWritten = <AsWritten {...shown} />;
  return (
    <Readable asWritten={asWritten}>
      <Suspense fallback={asWritten}>
        <CitedAnswer {...shown} />
      </Suspense>
    </Readable>
  );
}

function AsWritten({ answer }: ShownAnswer) {
  return (
    <p className={later.written} dir="auto">
      {answer.text}
    </p>
  );
}

type Props = { readonly asWritten: ReactNode; readonly children: ReactNode };

/** Contains a failing answer, so that the work around it stays. */
class Readable extends Component<Props, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.asWritten : this.props.children;
  }
}
