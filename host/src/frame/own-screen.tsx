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

/** A screen of the shell itself, which comes on demand and fails for itself, as one of a remote does. */
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
            // React's lazy keeps a failure, so another attempt needs a new component.
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
