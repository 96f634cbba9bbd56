/** The target of a file: a folder, another file to replace, or neither. */
export type UploadTarget = { readonly folderId?: string; readonly replaces?: string };

/** An upload. `problem`: the key of the text with the reason it failed. */
export type Upload = {
  readonly key: string;
  readonly file: File;
  readonly target: UploadTarget;
  /** The share that has left the browser, 0 to 1. */
  readonly part: number;
  /** The stage. `refused` is a failure that no retry would change. */
  readonly stage: 'waiting' | 'sending' | 'paused' | 'failed' | 'refused';
  readonly problem: string | null;
};

/** The uploads. `arrived`: how many of this batch are done. A batch ends when none is left of it. */
export type UploadState = { readonly uploads: readonly Upload[]; readonly arrived: number };

type Change =
  | { readonly type: 'added'; readonly uploads: readonly Upload[] }
  | { readonly type: 'begun' | 'arrived'; readonly key: string }
  | { readonly type: 'part'; readonly key: string; readonly part: number }
  | { readonly type: 'failed'; readonly key: string; readonly problem: string }
  | { readonly type: 'paused' | 'resumed' | 'cancelled'; readonly keys: readonly string[] };

/** Says whether leaving the page now would lose an upload. Failed and refused ones have been reported already. */
export const isUnderWay = ({ uploads }: UploadState): boolean =>
  uploads.some(({ stage }) => stage === 'waiting' || stage === 'sending' || stage === 'paused');

export const noUploads: UploadState = { uploads: [], arrived: 0 };

export function changeUploads({ uploads, arrived }: UploadState, change: Change): UploadState {
  const those = (keys: readonly string[], from: readonly Upload['stage'][], part: Partial<Upload>): UploadState => ({
    uploads: uploads.map((it) => (keys.includes(it.key) && from.includes(it.stage) ? { ...it, ...part } : it)),
    arrived,
  });
  const without = (keys: readonly string[], more: number): UploadState => {
    const left = uploads.filter(({ key }) => !keys.includes(key));
    return { uploads: left, arrived: left.length === 0 ? 0 : arrived + more };
  };
  switch (change.type) {
    case 'added':
      return { uploads: [...uploads, ...change.uploads], arrived };
    case 'begun':
      return those([change.key], ['waiting'], { stage: 'sending', part: 0 });
    case 'part':
      return those([change.key], ['sending'], { part: change.part });
    case 'failed':
      return those([change.key], ['sending'], { stage: 'failed', problem: change.problem });
    case 'paused':
      return those(change.keys, ['waiting', 'sending'], { stage: 'paused', part: 0 });
    case 'resumed':
      return those(change.keys, ['paused', 'failed'], { stage: 'waiting', part: 0, problem: null });
    case 'arrived':
      return without([change.key], 1);
    case 'cancelled':
      return without(change.keys, 0);
  }
}
