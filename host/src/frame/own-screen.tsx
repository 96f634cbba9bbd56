import { useTranslation } from '@parlance/shared/i18n';
import { useLocation } from '@parlance/shared/router';
import { LoadingState } from '@parlance/shared/ui/page';
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { ScreenFailure } from '../remotes/draw/outlet.tsx';
import { ScreenBoundary } from '../remotes/draw/screen-boundary.tsx';
import { useOwnName } from './page-title.tsx';

type Props = {
  /** The key of the title among the host's texts. */
  readonly title: string;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
};

/** A screen of the shell itself, lazy and with its own error boundary, as one of a remote. */
export function OwnScreen({ title, load }: Props) {
  const { t } = useTranslation('host');
  const { pathname } = useLocation();
  const [Screen, setScreen] = useState(() => lazy(load));
  useOwnName(t(title));
  return (
    <ScreenBoundary
      path={pathname}
      fallback={(again) => (
        <ScreenFailure
          onRetry={() => {
            // React's lazy caches a failure, so a retry needs a new component.
            setScreen(() => lazy(load));
            again();
          }}
        />
      )}
    >
      <Suspense fallback={<LoadingState />}>
        <Screen />
      </Suspense>
    </ScreenBoundary>
  );
}
