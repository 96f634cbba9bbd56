import { useLocation } from '@parlance/shared/router';
import type { RegistryEntry } from '@parlance/shared/remote/registry';
import { useSession } from '@parlance/shared/session';
import { useEffect, useState, type ComponentType } from 'react';
import type { PartLoader } from '../remotes/known/parts.ts';
import { remotesWith } from '../remotes/known/remotes-with.ts';
import { ScreenBoundary } from '../remotes/draw/screen-boundary.tsx';
import { whenLoadedAndIdle } from '../first-paint/when-idle.ts';

type Props = { readonly remotes: readonly RegistryEntry[]; readonly parts: PartLoader };

/** The remotes' parts in the rail below the navigation. A failed part takes no room and breaks nothing else. */
export function RailParts({ remotes, parts }: Props) {
  const subject = useSession((session) => session.subject);
  return remotesWith('rail', remotes, subject).map((remote) => (
    <RailPart key={remote.remote.name} remote={remote} load={parts.rail} />
  ));
}

type PartProps = { readonly remote: RegistryEntry; readonly load: PartLoader['rail'] };

function RailPart({ remote, load }: PartProps) {
  const { pathname } = useLocation();
  const part = usePart(remote, load, pathname);
  if (part === null) return null;
  const { Part } = part;
  return (
    <ScreenBoundary path={pathname} fallback={() => null}>
      <Part />
    </ScreenBoundary>
  );
}

/** Returns the component of a part: loaded when the page is idle; after a failure, retried on the next screen. */
function usePart(
  remote: RegistryEntry,
  load: PartLoader['rail'],
  pathname: string,
): { readonly Part: ComponentType } | null {
  const [part, setPart] = useState<{ readonly Part: ComponentType } | null>(null);
  const attempt = part === null ? pathname : null;
  useEffect(() => {
    if (attempt === null) return undefined;
    let isWanted = true;
    whenLoadedAndIdle(() => {
      if (!isWanted) return;
      load(remote).then(
        (Part) => isWanted && setPart({ Part }),
        (error: unknown) =>
          console.warn(`The part that “${remote.remote.name}” adds to the rail could not be loaded.`, error),
      );
    });
    return () => {
      isWanted = false;
    };
  }, [attempt, remote, load]);
  return part;
}
