/** What the person chose about the category “analytics” of the cookie consent. */
export type Consent = {
  isAllowed(): boolean;
  /** Called when it changes; gives what stops listening. */
  onChange(listener: () => void): () => void;
};

/** Nobody was asked, so nothing is allowed: enabled by default means the switch in the dialog, not the sending. */
export const noConsent: Consent = { isAllowed: () => false, onChange: () => () => undefined };
