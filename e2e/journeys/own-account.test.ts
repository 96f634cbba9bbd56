import type { Page } from 'playwright';
import { contentOf } from '../harness/download.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { mailTo } from '../harness/mail.ts';
import { untilQuiet } from '../harness/quiet.ts';
import { mainNavigation, signInByForm } from '../harness/screens.ts';
import { step } from '../harness/step.ts';
import { demoPassword, type Visitor } from '../harness/visitor.ts';

const stage = prepareStage();
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const fresh = 'winter harbour copper 9';

/** Opens the profile and waits for its lists: one that comes later moves what is pressed below it. */
async function openProfile(visitor: Visitor): Promise<void> {
  await visitor.open('/profile');
  await untilQuiet(visitor);
}

test('the name and the language are changed at once, and are there in another browser', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  await visitor.signIn('member@pro.example');
  await step('A member changes their name', async () => {
    await openProfile(visitor);
    await section(page, 'About you').getByRole('button', { name: 'Change name' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Mina Neu');
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    await page.getByText('Name saved').waitFor();
    await page.getByRole('button', { name: /^Account: Mina Neu/ }).waitFor();
  });
  await step('The member chooses another language', async () => {
    // The page is in the other language before the server has heard of it.
    const saved = page.waitForResponse((it) => it.request().method() === 'PATCH');
    await section(page, 'Language and appearance').getByRole('combobox', { name: 'Language' }).selectOption('de-DE');
    await page.getByRole('heading', { level: 1, name: 'Profil' }).waitFor();
    await saved;
  });

  const other = await stage.visit();
  await other.signIn('member@pro.example');
  await step('Both are there in another browser', async () => {
    await openProfile(other);
    await other.page.getByText('Mina Neu').first().waitFor();
    await other.page.getByText('Emails to you are in Deutsch').waitFor();
  });
});

test('the e-mail is changed by the link of a mail to the new address, which then signs in', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  await visitor.signIn('admin@pro.example');
  await step('An administrator asks for another address', async () => {
    await openProfile(visitor);
    await section(page, 'Email').getByRole('button', { name: 'Change email' }).click();
    await page.getByRole('textbox', { name: 'New email' }).fill('ada@new.example');
    await page.getByLabel('Your password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByRole('textbox', { name: 'Verification code' }).waitFor();
  });
  await step('The administrator opens the link of the mail to the new address', async () => {
    const { link } = await mailTo(stage.product, 'ada@new.example', 'Confirm your new email address');
    const tab = await visitor.context.newPage();
    await tab.goto(link ?? '');
    await tab.getByText('Email changed to ada@new.example').waitFor();
    await eventually(tab).toHaveURL(`${stage.product.origin}/profile`);
    await mailTo(stage.product, 'admin@pro.example', 'Your email address was changed');
  });

  const other = await stage.visit();
  await step('The administrator signs in with the new address', async () => {
    await other.open('/auth/login');
    await signInByForm(other.page, 'ada@new.example', demoPassword);
    await mainNavigation(other.page).waitFor();
  });
});

test('who reads the mailbox of the address before takes the account back by the link of the mail that told of it', async () => {
  const visitor = await stage.visit();
  visitor.expectFault(/status of 401/);
  await visitor.signIn('ada@new.example');
  await step('Somebody is signed in with the new address', async () => {
    await visitor.open('/');
    await mainNavigation(visitor.page).waitFor();
  });

  const former = await stage.visit();
  await step('Whoever reads the mailbox of the address before takes it back', async () => {
    const { link } = await mailTo(stage.product, 'admin@pro.example', 'Your email address was changed');
    await former.page.goto(link ?? '');
    await former.page.getByRole('heading', { name: 'Restore your email address' }).waitFor();
    await former.page.getByLabel('New password', { exact: true }).fill(fresh);
    await former.page.getByRole('button', { name: 'Save password' }).click();
    await former.page.getByText('Your account has its address back.').waitFor();
    await mailTo(stage.product, 'ada@new.example', /./);
  });
  await step('Whoever was signed in with the new address is not any more', async () => {
    await visitor.page.reload();
    await visitor.page.waitForURL(/\/auth\/login/);
  });
  await step('The owner of the address signs in with the new password', async () => {
    await signInByForm(former.page, 'admin@pro.example', fresh);
    await mainNavigation(former.page).waitFor();
  });
});

test('the second step is switched on by a code, and the next sign-in asks for one', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  await visitor.signIn('owner@team.example');
  await step('An owner switches the second step on by a code', async () => {
    await openProfile(visitor);
    await section(page, 'Two-step verification').getByRole('button', { name: 'Turn on' }).click();
    const { code } = await mailTo(stage.product, 'owner@team.example', 'Confirm your two-step verification change');
    await page.getByRole('textbox', { name: 'Verification code' }).fill(code ?? '');
    await page.getByText('Two-step verification turned on').waitFor();
  });

  const other = await stage.visit();
  await step('The next sign-in asks for a code', async () => {
    await other.open('/auth/login');
    await signInByForm(other.page, 'owner@team.example', demoPassword);
    const mail = await mailTo(stage.product, 'owner@team.example', 'Your verification code');
    await other.page.getByRole('textbox', { name: 'Verification code' }).fill(mail.code ?? '');
    await mainNavigation(other.page).waitFor();
  });
});

test('a sign-in elsewhere is seen and ended, and a new password ends all of them but this', async () => {
  const [here, there, third] = [await stage.visit(), await stage.visit(), await stage.visit()];
  for (const visitor of [here, there, third]) {
    visitor.expectFault(/status of 401/);
    await visitor.signIn('owner@free.example');
  }
  const sessions = section(here.page, 'Where you’re signed in');
  await step('An owner sees where they are signed in', async () => {
    await there.open('/');
    await mainNavigation(there.page).waitFor();
    await openProfile(here);
  });
  await step('The owner signs one of the others out', async () => {
    await sessions.getByText('This browser').waitFor();
    await eventually(sessions.getByRole('listitem')).toHaveCount(3);
    await sessions
      .getByRole('button', { name: /^Sign out .+ on / })
      .first()
      .click();
    await here.page.getByText(/ on .+ signed out$/).waitFor();
    await eventually(sessions.getByRole('listitem')).toHaveCount(2);
  });
  await step('The owner chooses a new password', async () => {
    await section(here.page, 'Password').getByRole('button', { name: 'Change password' }).click();
    await here.page.getByLabel('Current password', { exact: true }).fill(demoPassword);
    await here.page.getByLabel('New password', { exact: true }).fill(fresh);
    await here.page.getByRole('button', { name: 'Save password' }).click();
    await here.page.getByText('Password changed. You’ve been signed out everywhere else.').waitFor();
    await sessions.getByRole('listitem').nth(1).waitFor({ state: 'detached' });
  });
  await step('Every other browser is signed out', async () => {
    for (const { context } of [there, third]) {
      // Of a page that is open the session’s end may be making something else at this moment.
      const opened = await context.newPage();
      await opened.goto('/profile');
      await opened.waitForURL((url) => url.pathname === '/auth/login');
    }
  });
  await step('This browser is not', async () => {
    await here.open('/');
    await mainNavigation(here.page).waitFor();
  });
});

test('one’s own data is a file, and deleting the account ends it', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  visitor.expectFault(/status of 40[13]/);
  await visitor.signIn('member@free.example');
  await step('A member saves their own data', async () => {
    await openProfile(visitor);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      section(page, 'Your data').getByRole('button', { name: 'Download file' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^parlance-\d{4}-\d\d-\d\d\.json$/);
    const file = (await contentOf(download)).toString();
    expect(JSON.parse(file)).toMatchObject({ account: { email: 'member@free.example' } });
  });
  await step('The member deletes the account, with the right password only', async () => {
    await section(page, 'Delete account').getByRole('button', { name: 'Delete my account…' }).click();
    await page.getByLabel('Your password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('The password isn’t correct.').waitFor();
    await page.getByLabel('Your password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('Your account has been deleted.').waitFor();
    await eventually(page).toHaveURL((url) => url.pathname === '/auth/login');
  });
  await step('Nobody signs in with it any more', async () => {
    await signInByForm(page, 'member@free.example', demoPassword);
    await page.getByRole('alert').filter({ hasText: 'isn’t correct' }).waitFor();
  });
});

test('the last owner cannot leave the others behind', async () => {
  const visitor = await stage.visit();
  visitor.expectFault(/status of 409/);
  await visitor.signIn('owner@pro.example');
  await openProfile(visitor);
  await section(visitor.page, 'Delete account').getByRole('button', { name: 'Delete my account…' }).click();
  await visitor.page.getByLabel('Your password', { exact: true }).fill(demoPassword);
  await visitor.page.getByRole('button', { name: 'Delete permanently' }).click();
  await visitor.page.getByText(/The organisation needs an owner/).waitFor();
});
