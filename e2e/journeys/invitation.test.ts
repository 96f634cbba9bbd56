import { createInvitation } from '@parlance/shared/contract/api/invitations';
import { listMembers } from '@parlance/shared/contract/api/members';
import type { Page } from 'playwright';
import { eventually } from '../harness/eventually.ts';
import { mailTo, secretOf, sentWith } from '../harness/mail.ts';
import { prepareStageWithPost } from '../harness/post-office.ts';
import { untilQuiet } from '../harness/quiet.ts';
import { acceptDocuments, enterCode, fillInAccount, goOn, heading, whoami } from '../harness/registering.ts';
import { botCards, mainNavigation, openBot, signInByForm } from '../harness/screens.ts';
import { step } from '../harness/step.ts';
import { demoPassword, type Visitor } from '../harness/visitor.ts';

// Every mail of these journeys went over SMTP.
const stage = prepareStageWithPost();

/** An admin invites somebody; the link of the mail that arrives. */
async function invite(adminEmail: string, email: string): Promise<{ admin: Visitor; link: string }> {
  const admin = await stage.visit();
  await admin.signIn(adminEmail);
  const csrf = (await admin.context.cookies()).find(({ name }) => name === 'csrftoken')?.value ?? '';
  const answer = await admin.context.request.post(`${stage.product.apiBase}${createInvitation.path}`, {
    data: { email, role: 'member', teams: [], language: 'en', idempotency_key: crypto.randomUUID() },
    headers: { origin: stage.product.origin, 'x-csrftoken': csrf },
  });
  expect(answer.status()).toBe(200);
  const { link } = await mailTo(stage.post, email, /has invited you to/);
  return { admin, link: link ?? '' };
}

const message = (page: Page) => page.getByRole('textbox', { name: 'Prompt' });

/** The addresses of the bots on the home screen, all of them. */
async function shownBots(visitor: Visitor): Promise<string[]> {
  const { page } = visitor;
  await botCards(page).first().waitFor();
  await untilQuiet(visitor);
  return botCards(page).evaluateAll((cards) => cards.map((card) => card.getAttribute('href') ?? ''));
}

test('whoever is invited reads by whom, registers with that address, chooses no plan, joins, and is among the members', async () => {
  const email = 'invited@new.example';
  const { admin, link } = await step('An administrator invites somebody', () => invite('admin@pro.example', email));

  const visitor = await stage.visit();
  const { page } = visitor;
  visitor.expectFault(whoami);
  await step('The invited person reads by whom, and accepts the documents', async () => {
    await page.goto(link);
    await page.getByText(/has invited you\. Before you can join/).waitFor();
    await acceptDocuments(page);
    await heading(page, /^You’re invited to /);
  });
  await step('The person creates an account with the address of the invitation', async () => {
    await page.getByRole('button', { name: 'Create account and join' }).click();
    await eventually(page.getByLabel('Email', { exact: true })).toHaveValue(email);
    await fillInAccount(page, null);
    await enterCode(page, stage.post, email);
  });
  await step('The person says who they are, and joins', async () => {
    await page.getByText(/has invited you to /).waitFor();
    await page.getByLabel('Your name').fill('Ines Vited');
    await goOn(page);
    await page.getByText('Step 4 of 4').waitFor();
    await page.getByRole('button', { name: /^Join / }).click();
    await mainNavigation(page).waitFor();
    await page.getByRole('button', { name: /^Account: Ines Vited/ }).waitFor();
  });
  await step('No request carried the secret of the link', async () => {
    expect(sentWith(secretOf(link), visitor.requested)).toEqual([]);
  });
  await step('The person is among the members', async () => {
    const members = await admin.context.request.get(`${stage.product.apiBase}${listMembers.path}`);
    const names = await members.text();
    expect(names).toContain('Ines Vited');
  });
});

test('whoever has an account signs in and comes back to the invitation, whose secret no request carries', async () => {
  const { link } = await step('An owner invites somebody who has an account', () =>
    invite('owner@team.example', 'owner@pro.example'),
  );
  const visitor = await stage.visit();
  const { page, requested } = visitor;
  visitor.expectFault(whoami);
  await step('The invited person accepts the documents', async () => {
    await page.goto(link);
    await acceptDocuments(page);
  });
  await step('The person signs in, and is back at the invitation after a reload too', async () => {
    await page.getByRole('link', { name: 'Sign in to join' }).click();
    await signInByForm(page, 'owner@pro.example', demoPassword);
    await page.getByRole('button', { name: 'Join Harbour Logistics' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Join Harbour Logistics' }).waitFor();
  });
  await step('Neither an address nor a request carries the secret of the link', async () => {
    await eventually(page).not.toHaveURL((url) => url.href.includes(secretOf(link)));
    expect(sentWith(secretOf(link), requested)).toEqual([]);
  });
});

test('whoever joins a second organisation sees its bots only, goes back to the first, and finds the bots of that one, and in the second what they were typing there', async () => {
  const email = 'member@free.example';
  const { link } = await step('An owner invites a member of another organisation', () =>
    invite('owner@team.example', email),
  );

  const visitor = await stage.visit();
  const { page } = visitor;
  await visitor.signIn(email);
  const ofBakery = await step('The member sees the bots of their own organisation', async () => {
    await visitor.open('/');
    return shownBots(visitor);
  });
  await step('The member joins, and sees the bots of the other alone', async () => {
    // A member has accepted the documents: saying yes is all there is to do.
    await page.goto(link);
    await heading(page, 'You’re invited to Harbour Logistics');
    await page.getByRole('button', { name: 'Join Harbour Logistics' }).click();
    await mainNavigation(page).waitFor();
    await page.getByText('Harbour Logistics').first().waitFor();
    const ofHarbour = await shownBots(visitor);
    expect(ofHarbour.length).toBeGreaterThan(0);
    expect(ofHarbour.filter((bot) => ofBakery.includes(bot))).toEqual([]);
  });

  const other = await visitor.context.newPage();
  const bot = await step('The member begins a message in another tab', async () => {
    await other.goto('/');
    await openBot(other);
    const bot = other.url();
    await message(other).fill('Half of a sentence that');
    return bot;
  });

  const switchTo = async (organization: string) => {
    await visitor.open('/profile');
    await page
      .getByRole('region', { name: 'Organisations' })
      .getByRole('button', { name: `Switch to ${organization}` })
      .click();
    await page.waitForURL((url) => url.pathname === '/');
    // The other tab is led to the start page too.
    for (const tab of [page, other]) await tab.getByText(organization).first().waitFor();
  };
  await step('The member goes back to the first organisation, and finds its bots', async () => {
    await switchTo('Corner Bakery');
    await eventually.poll(async () => (await shownBots(visitor)).sort()).toEqual(ofBakery.sort());
  });
  await step('The member goes to the second, and finds what they were typing', async () => {
    await switchTo('Harbour Logistics');
    await other.goto(bot);
    await eventually(message(other)).toHaveValue('Half of a sentence that');
  });
});
