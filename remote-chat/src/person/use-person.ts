import { useSession } from '@parlance/shared/session';

/** The name the person gave, null where there is none. */
export function usePersonName(): string | null {
  return useSession(({ profile }) => profile?.username ?? null);
}

/** Keeps apart on one device what belongs to different people. */
export function useMemberId(): string {
  return useSession(({ whoami }) => whoami?.member_id ?? '');
}
