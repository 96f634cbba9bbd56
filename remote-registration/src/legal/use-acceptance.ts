import { acceptTerms } from '@parlance/shared/contract/api/terms';
import { legalVersions, type LegalDocument } from '@parlance/shared/contract/page/legal';
import { call } from '@parlance/shared/http';
import { currentLanguage } from '@parlance/shared/i18n';
import { useLocation, useNavigate } from '@parlance/shared/router';
import { loadSession, useSession, type Session } from '@parlance/shared/session';
import { useSending } from '@parlance/shared/ui/fields';
import { wayBack } from '@parlance/shared/way-back';
import { recordConsent } from '../consent/consent-records.ts';
import { useConsents } from '../consent/use-consents.ts';
import { nextPlace, wantedOf, type Reader } from './next-place.ts';

export type Acceptance = {
  readonly reader: Reader;
  /** True if this very document has to be accepted, and not only the other one. */
  readonly isWanted: boolean;
  /** True if accepted in this browser, if that is enough. */
  readonly isAccepted: boolean;
  /** True if the person was led here and continues afterwards. Other readers see the notice only at the end. */
  readonly isOnTheWay: boolean;
  /** The next place. */
  readonly next: string;
  readonly accept: () => void;
  readonly isSending: boolean;
  readonly failure: unknown;
};

const nothing: readonly LegalDocument[] = [];

function readerOf({ status, registration, whoami }: Session): Reader {
  if (status === 'anonymous' || registration?.is_completed === false) return 'registering';
  return (whoami?.terms_to_accept.length ?? 0) > 0 ? 'member' : 'reading';
}

/** Manages the acceptance of a document: in this browser for a registration, and on the server for an account. */
export function useAcceptance(kind: LegalDocument): Acceptance {
  const reader = useSession(readerOf);
  const owed = useSession(({ whoami }) => whoami?.terms_to_accept ?? nothing);
  const accepted = useConsents();
  const navigate = useNavigate();
  const to = wayBack(useLocation().search);
  const { send, isSending, failure } = useSending();
  const wanted = wantedOf(reader, owed);
  const after = { ...accepted, [kind]: true };
  const next = nextPlace({ reader, wanted, accepted: after, to });

  async function accept(): Promise<undefined> {
    recordConsent(kind);
    if (owed.length > 0 && wanted.every((document) => after[document])) {
      await call(acceptTerms, { body: { accepted: legalVersions, language: currentLanguage() } });
      // whoami has the documents still to be accepted, and the shell leads here as long as there is one.
      await loadSession();
    }
    await navigate(next);
  }

  return {
    reader,
    isWanted: wanted.includes(kind),
    isAccepted: accepted[kind] && owed.length === 0,
    isOnTheWay: to !== null || reader === 'member',
    next,
    accept: () => send(accept),
    isSending,
    failure,
  };
}
