import { finishToolSignIn } from '@parlance/shared/contract/api/tools/connected-accounts';
import type { Output } from '@parlance/shared/contract/endpoint';
import { ApiFailure, call } from '@parlance/shared/http';
import { useLocation, useNavigate, useParams, useSearchParams } from '@parlance/shared/router';
import { tellToolSignIn } from '@parlance/shared/tool-sign-in/news';
import { useEffect, useState } from 'react';
import { authorizationResponseIn, type AuthorizationResponse } from './authorization-response.ts';

type Tool = Output<typeof finishToolSignIn>['tool'];
export type FinishedSignIn =
  | { readonly status: 'sending' }
  | { readonly status: 'done'; readonly tool: Tool }
  | { readonly status: 'failed'; readonly failure: unknown };

/** What this page has sent: drawn a second time, it sends nothing again. */
let sent: { readonly state: string; readonly tool: Promise<Tool> } | null = null;

function finishOnce(given: AuthorizationResponse): Promise<Tool> {
  if (sent?.state !== given.state) sent = { state: given.state, tool: finish(given) };
  return sent.tool;
}

/** Finishes a sign-in, and tells the window that waits for it. */
async function finish(given: AuthorizationResponse): Promise<Tool> {
  try {
    const { tool } = await call(finishToolSignIn, { body: given });
    tellToolSignIn({ is: 'signed-in', toolId: tool.id });
    return tool;
  } catch (error) {
    if (isFinal(error)) tellToolSignIn({ is: 'failed', state: given.state, code: error.code });
    throw error;
  }
}

const final: readonly string[] = ['tool_sign_in_over', 'tool_sign_in_declined', 'tool_sign_in_unusable'];
/** Says whether a failure has ended the sign-in; after any other it can be sent again. */
export const isFinal = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && final.includes(error.code);

const over = () => new ApiFailure({ status: 409, code: 'tool_sign_in_over', message: 'There is nothing to finish.' });

/**
 * Sends what an authorization server gave the browser, once, and takes it out of the address and the history: a reload
 * finds nothing to send, and says that the sign-in is over.
 */
export function useFinishedSignIn(): FinishedSignIn & { readonly retry: () => void } {
  const [search] = useSearchParams();
  const { server = '' } = useParams();
  const { pathname } = useLocation();
  const [given] = useState(() => authorizationResponseIn(server, search));
  const [attempt, setAttempt] = useState(0);
  const navigate = useNavigate();
  const [finished, setFinished] = useState<FinishedSignIn>(
    given === null ? { status: 'failed', failure: over() } : { status: 'sending' },
  );
  useEffect(() => void navigate(pathname, { replace: true }), [navigate, pathname]);
  useEffect(() => {
    if (given === null) return undefined;
    let isGone = false;
    finishOnce(given).then(
      (tool) => !isGone && setFinished({ status: 'done', tool }),
      (failure: unknown) => !isGone && setFinished({ status: 'failed', failure }),
    );
    return () => void (isGone = true);
  }, [given, attempt]);
  const retry = () => {
    sent = null;
    setFinished({ status: 'sending' });
    setAttempt(attempt + 1);
  };
  return { ...finished, retry };
}
