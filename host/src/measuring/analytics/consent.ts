/** The person's choice for the category “analytics” of the cookie consent. */
export type Consent = {
  isAllowed(): boolean;
  /** Calls the listener on each change; returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
};
