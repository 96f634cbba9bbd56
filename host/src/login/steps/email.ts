const shape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The key of what is wrong with an e-mail, where something is. */
export function emailFault(typed: string): { email?: string } {
  const email = typed.trim();
  if (email === '') return { email: 'host.login.emailMissing' };
  return shape.test(email) ? {} : { email: 'host.login.emailWrong' };
}
