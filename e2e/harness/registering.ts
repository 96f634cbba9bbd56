import type { Page } from 'playwright';
import { type Mailbox, mailTo } from './mail.ts';
import type { Visitor } from './visitor.ts';

/** The password of everybody who registers. */
export const chosenPassword = 'rain on the wooden bridge';
export const codeSubject = 'Confirm your email address';

/** The refusal of the request that asks whether somebody is signed in. */
export const whoami = /status of 401.*whoami/;
export const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();
export const goOn = (page: Page): Promise<void> => page.getByRole('button', { name: 'Continue' }).click();

export async function acceptDocuments(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'I accept the privacy policy' }).click();
  await page.getByRole('button', { name: 'I accept the terms of service' }).click();
}

/** Goes from the login page to the requested code. */
export async function register({ page, open, expectFault }: Visitor, email: string): Promise<void> {
  expectFault(whoami);
  await open('/auth/login');
  await page.getByRole('link', { name: 'Create account' }).click();
  await acceptDocuments(page);
  await page.getByRole('button', { name: 'Start' }).click();
  await fillInAccount(page, email);
}

/** Steps 1 and 2; without an e-mail the one stays that stands there. */
export async function fillInAccount(page: Page, email: string | null): Promise<void> {
  if (email !== null) await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(chosenPassword);
  await goOn(page);
  await page.getByRole('button', { name: 'Send code' }).click();
  await heading(page, 'Enter your verification code');
}

/** Types the code of the mail, as people do: in two groups. */
export async function enterCode(page: Page, mailbox: Mailbox, email: string, deadlineMs?: number): Promise<void> {
  const { code } = await mailTo(mailbox, email, codeSubject, deadlineMs);
  await page.getByLabel('6-digit code').fill(`${code?.slice(0, 3)} ${code?.slice(3)}`);
  await heading(page, 'Tell us about yourself');
}
