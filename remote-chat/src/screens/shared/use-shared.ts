import { useState } from 'react';
import type { Message } from '@parlance/shared/contract/api/dialogues';
import {
  copySharedDialogue,
  getSharedDialogue,
  listSharedMessages,
  listSharedToolCalls,
} from '@parlance/shared/contract/api/shares';
import type { SharedDialogue } from '@parlance/shared/contract/api/shares';
import type { ToolCall } from '@parlance/shared/contract/api/tools';
import { call } from '@parlance/shared/http';
import { useComposed, useEndpoint, useEndpointPages, type Loaded, type Pages } from '@parlance/shared/loading';
import { randomUuid } from '@parlance/shared/random-uuid';
import { useNavigate } from '@parlance/shared/router';
import { tellDialoguesChanged } from '../../past-dialogues/dialogue-news.ts';

/** The most rows of a page: a share is mostly read whole. */
const pageSize = 100;

/** Loads a share, with its owner and expiry. */
export function useShared(shareId: string): Loaded<SharedDialogue> & { readonly retry: () => void } {
  return useEndpoint(getSharedDialogue, { params: { share_id: shareId } });
}

/** Loads its messages, newest first. */
export function useSharedMessages(shareId: string): Pages<Message> {
  return useEndpointPages(listSharedMessages, { params: { share_id: shareId }, query: { limit: pageSize } });
}

const none: readonly ToolCall[] = [];

/**
 * Loads the tool calls of its answers. The answers show without them, and a failed load is retried on the next visit.
 */
export function useSharedCalls(shareId: string, hasCalls: boolean): readonly ToolCall[] {
  const loaded = useComposed('chat/shared-calls', [hasCalls ? shareId : null], async (signal) =>
    hasCalls ? (await call(listSharedToolCalls, { params: { share_id: shareId } }, { signal })).items : none,
  );
  return loaded.status === 'ready' ? loaded.data : none;
}

export type Copying = {
  readonly copy: () => Promise<void>;
  readonly isCopying: boolean;
  /** The failure; null if there is none. */ readonly failure: unknown;
};

/**
 * Copies the share into a dialogue of one's own that begins with it, and goes there. A retry of the same attempt makes
 * no second one.
 */
export function useCopying(shareId: string): Copying {
  const navigate = useNavigate();
  const [key] = useState(randomUuid);
  const [isCopying, setCopying] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function copy(): Promise<void> {
    setCopying(true);
    setFailure(null);
    try {
      const dialogue = await call(copySharedDialogue, {
        params: { share_id: shareId },
        body: { idempotency_key: key },
      });
      tellDialoguesChanged();
      await navigate(`/dialogue/${dialogue.id}`);
    } catch (reason) {
      setFailure(reason);
      setCopying(false);
    }
  }
  return { copy, isCopying, failure };
}
