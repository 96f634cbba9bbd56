import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiFailure, call } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { useEndpoint } from '@parlance/shared/loading';
import { beginToolSignIn, listConnectedAccounts } from '../contract/api/tools/connected-accounts.ts';
import { onToolSignIn, type ToolSignInNews } from './news.ts';
import { isWebAddress, openSignInWindow } from './sign-in-window.ts';

type Stage = {
  /** `opening`: the address is being asked for. `waiting`: the person signs in, in another window. */
  readonly name: 'idle' | 'opening' | 'waiting';
  /** The address of the page to sign in on, if the browser has blocked its window. */
  readonly blocked: string | null;
  /** The `state` of that page’s address, by which a failure in the other window is known. */
  readonly state: string | null;
  /** The reason that the last attempt failed. */
  readonly failure: unknown;
};
const idle: Stage = { name: 'idle', blocked: null, state: null, failure: null };

export type ToolSignIn = {
  readonly stage: Stage;
  /** True if the person is known to be signed in; false until that is known. */
  readonly isSignedIn: boolean;
  /** Opens the window and begins; to be called while a click is being handled. Once more, it begins afresh. */
  readonly begin: () => void;
  readonly cancel: () => void;
  /** Called when the server wants a sign-in all the same: what was known no longer counts. */
  readonly doubt: () => void;
};

/**
 * Signs the person in to the server of a tool, in another window. `finished` is called once for each sign-in that was
 * begun here and is finished, wherever: the window says so, or the person’s accounts, which are looked up whenever the
 * person returns to this page. Accounts are asked and not the tool, which members may not see.
 */
export function useToolSignIn(toolId: string, finished: (signIn: Pick<ToolSignIn, 'doubt'>) => void): ToolSignIn {
  const { t } = useTranslation('shared');
  const [stage, setStage] = useState(idle);
  const [isTold, setTold] = useState(false);
  /** The account that does not count, by the time of its sign-in. */
  const [doubted, setDoubted] = useState<string | null>(null);
  /** Counts the attempts: an earlier one has nothing to say any more. */
  const attempt = useRef(0);
  const isBegun = useRef(false);
  const accounts = useEndpoint(listConnectedAccounts, {});
  const signedInAt = accounts.status === 'ready' ? timeOfSignIn(accounts.data.items, toolId) : null;
  const isSignedIn = isTold || (signedInAt !== null && signedInAt !== doubted);

  function end(next: Stage = idle): void {
    attempt.current += 1;
    isBegun.current = false;
    setStage(next);
  }

  function begin(): void {
    if (stage.name === 'opening') return;
    const opened = openSignInWindow(t('ui.signIn.coming'));
    const mine = (attempt.current += 1);
    isBegun.current = true;
    // Only a sign-in after this one counts.
    setTold(false);
    setDoubted(signedInAt);
    setStage({ ...idle, name: 'opening' });
    const arrive = ({ address }: { readonly address: string }) => {
      if (attempt.current !== mine) return opened?.close();
      if (!isWebAddress(address)) throw failureOf('tool_sign_in_unusable');
      opened?.leadTo(address);
      const state = new URL(address).searchParams.get('state');
      setStage({ name: 'waiting', blocked: opened === null ? address : null, state, failure: null });
    };
    call(beginToolSignIn, { params: { tool_id: toolId }, body: {} })
      .then(arrive)
      .catch((failure: unknown) => {
        opened?.close();
        if (attempt.current === mine) end({ ...idle, failure });
      });
  }

  function doubt(): void {
    setTold(false);
    setDoubted(signedInAt);
    end();
    accounts.retry();
  }

  const finish = useEffectEvent(() => {
    if (!isBegun.current) return;
    end();
    finished({ doubt });
  });
  useEffect(() => {
    if (isSignedIn) finish();
  }, [isSignedIn]);
  const hear = useEffectEvent((news: ToolSignInNews) => {
    if (news.is === 'signed-in') {
      if (news.toolId === toolId) setTold(true);
    } else if (news.state === stage.state) end({ ...idle, failure: failureOf(news.code) });
  });
  useEffect(() => onToolSignIn((news) => hear(news)), []);
  const lookAgain = useEffectEvent(accounts.retry);
  useEffect(() => {
    if (stage.name !== 'waiting') return undefined;
    const look = () => lookAgain();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [stage.name]);
  useEffect(() => () => void (attempt.current += 1), []);
  return { stage, isSignedIn, begin, cancel: () => end(), doubt };
}

function timeOfSignIn(
  accounts: readonly { readonly tool: { readonly id: string }; readonly signed_in_at: string; is_lapsed: boolean }[],
  toolId: string,
): string | null {
  return accounts.find(({ tool, is_lapsed: isLapsed }) => tool.id === toolId && !isLapsed)?.signed_in_at ?? null;
}

/** The failure that another window tells of, or that this one finds itself. */
const failureOf = (code: string) => new ApiFailure({ status: 409, code, message: 'The sign-in to the tool failed.' });
