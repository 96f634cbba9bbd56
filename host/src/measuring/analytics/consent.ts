/** What the person chose about the category “analytics” of the cookie consent. */
export type Consent = {
  isAllowed(): boolean;
  /** Called when it changes; gives what stops listening. */
  onChange(listener: () => void): () => void;
};
