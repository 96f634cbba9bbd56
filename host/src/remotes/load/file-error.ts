/** The error of a file that did not arrive, or was altered. `request` names it, as in the errors of webpack. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly request: string;

  constructor(message: string, request: string, options?: ErrorOptions) {
    super(message, options);
    this.request = request;
  }
}

/** Returns the file that an error is about, whether ours or webpack's; null for any other error. */
export const fileOf = (error: unknown): string | null =>
  error instanceof Error && 'request' in error && typeof error.request === 'string' ? error.request : null;
