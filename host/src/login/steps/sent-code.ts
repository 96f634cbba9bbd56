/** When another code can be sent, in milliseconds since 1970, of the contract's sentCode. */
export function resendAtOf(code: unknown): number {
  const { resend_in: seconds } = (code ?? {}) as { readonly resend_in?: number }; // the contract's sentCode
  return Date.now() + (seconds ?? 0) * 1000;
}
