import type { Worker } from 'node:worker_threads';

/**
 * Hears the first message of a thread that is of this kind, and no other. Node speaks over the same port: under
 * `node --watch` (`npm run dev`) it tells there of every module that the thread loads, before the thread says anything.
 */
export function onceOfKind<Message extends { readonly kind: string }>(
  worker: Worker,
  kind: Message['kind'],
  hear: (message: Message) => void,
): void {
  const listen = (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('kind' in message) || message.kind !== kind) return;
    worker.off('message', listen);
    hear(message as Message); // only the thread's own code posts objects with a kind
  };
  worker.on('message', listen);
}
