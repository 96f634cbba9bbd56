import { legalDocuments, type LegalDocument } from '@parlance/shared/contract/page/legal';
import * as z from '@parlance/shared/contract/schema';
import { inLocalStorage, parseKept } from '@parlance/shared/storage';

/** Milliseconds an acceptance is valid: three hours (specification §4, §9). */
export const consentLifetime = 3 * 60 * 60 * 1000;

/** The record of a consent (specification §3); `timestamp` is in milliseconds since 1970. */
const consentRecord = z.object({ consented: z.boolean(), timestamp: z.number() });
export type ConsentRecord = z.infer<typeof consentRecord>;

const keyOf = (document: LegalDocument): string => `consent.${document}`;

/** Records that the storage refused, valid as long as the page lives. */
const inMemory = new Map<LegalDocument, ConsentRecord>();
const listeners = new Set<() => void>();

/** Returns the record of a document. An unreadable record counts as missing. */
export function readConsent(document: LegalDocument): ConsentRecord | null {
  return inMemory.get(document) ?? parse(inLocalStorage((storage) => storage.getItem(keyOf(document))));
}

/** Records that a document is accepted now. */
export function recordConsent(document: LegalDocument): void {
  const record: ConsentRecord = { consented: true, timestamp: Date.now() };
  const isKept = inLocalStorage((storage) => {
    storage.setItem(keyOf(document), JSON.stringify(record));
    return true;
  });
  if (isKept === true) inMemory.delete(document);
  else inMemory.set(document, record);
  for (const tell of listeners) tell();
}

/** Revokes both acceptances, because the accepted version is no longer the current one. */
export function forgetConsents(): void {
  inMemory.clear();
  for (const document of legalDocuments) inLocalStorage((storage) => storage.removeItem(keyOf(document)));
  for (const tell of listeners) tell();
}

/**
 * Says whether a document is accepted and the acceptance not older than three hours. An acceptance from the future does
 * not count.
 */
export function isFresh(document: LegalDocument): boolean {
  const record = readConsent(document);
  if (record === null) return false;
  const age = Date.now() - record.timestamp;
  return record.consented && age >= 0 && age <= consentLifetime;
}

/** Says whether a record is valid for this page only, because the browser did not store it. */
export const isHeldInMemory = (): boolean => inMemory.size > 0;

/** Listens for changes of a record, here or in another tab; the returned function unsubscribes. */
export function onConsentChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

const parse = (kept: string | null): ConsentRecord | null => z.safeParse(consentRecord, parseKept(kept)).data ?? null;
