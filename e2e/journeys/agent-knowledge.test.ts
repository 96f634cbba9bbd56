import { type Site, startSite } from '../../server/src/testing/knowledge.ts';
import { expectAccessible } from '../harness/axe.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { step } from '../harness/step.ts';

const sentences = (subject: string) =>
  Array.from(
    { length: 4 },
    (_, at) => `<p>${subject} Paragraph ${at} goes on about it in a sentence that is long enough for an article.</p>`,
  ).join('');
const page = (title: string, body: string) =>
  `<!doctype html><title>${title}</title><nav><a href="/">Menu</a></nav><article><h1>${title}</h1>${body}</article>`;

let site: Site;
const stage = prepareStage(async () => {
  site = await startSite({
    '/parking': { body: page('Parking at the harbour', sentences('Bicycles stand free of charge at pier seven.')) },
  });
  // The only host of this machine that agents may reach.
  return { OUTGOING_ALLOWED_HOSTS: site.host };
});
afterAll(() => site.close());

test('pages, texts and files become knowledge that is tried, renamed, replaced, deleted, restored and shared, and what failed says so in words', async () => {
  const { page: tab, open, signIn } = await stage.visit();
  await signIn('admin@pro.example');
  await step('An administrator begins an agent', async () => {
    await open('/agent-controller');
    await tab.getByRole('button', { name: 'New agent' }).click();
    await tab.getByRole('button', { name: 'Create agent' }).click();
    await tab.waitForURL(/\/agent-builder\?agent=/);
  });
  const sources = tab.getByRole('list', { name: 'Agent’s knowledge' });
  const addPage = async (address: string) => {
    await tab.getByRole('button', { name: 'Web page…' }).click();
    await tab.getByRole('textbox', { name: 'URL' }).fill(address);
    await tab.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await tab.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await step('Web pages become knowledge, or say why they do not', async () => {
    await addPage(site.address('/parking'));
    await sources
      .getByRole('listitem')
      .filter({ hasText: 'Parking at the harbour' })
      .getByText(/^Ready/)
      .waitFor();
    await addPage(site.address('/gone'));
    await sources
      .getByRole('listitem')
      .filter({ hasText: '/gone' })
      .getByText(/^Failed.*doesn’t exist/)
      .waitFor();
    await addPage('http://10.0.0.1/');
    await sources
      .getByRole('listitem')
      .filter({ hasText: '10.0.0.1' })
      .getByText(/internal networks are blocked/)
      .waitFor();
  });
  await step('The administrator adds a text', async () => {
    await tab.getByRole('button', { name: 'Text…' }).click();
    await tab.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).fill('Ferry times');
    await tab.getByRole('dialog').getByRole('textbox', { name: 'Text' }).fill('The last ferry leaves at 22:40.');
    await tab.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await sources
      .getByRole('listitem')
      .filter({ hasText: 'Ferry times' })
      .getByText(/^Ready/)
      .waitFor();
  });

  const trial = tab.getByRole('region', { name: 'Test a question' });
  const first = trial.getByRole('listitem').first();
  await step('Questions find the text and the page, with their words marked', async () => {
    await trial.getByRole('textbox', { name: 'Question' }).fill('When does the last ferry leave?');
    await trial.getByRole('button', { name: 'Search' }).click();
    await first.getByText('Ferry times').waitFor();
    await eventually(first.locator('mark')).toHaveText(['last', 'ferry', 'leaves']);
    await trial.getByRole('textbox', { name: 'Question' }).fill('Where may bicycles stand?');
    await trial.getByRole('button', { name: 'Search' }).click();
    await first.getByText('Parking at the harbour').first().waitFor();
  });
  await step('The passages of a page show its article and not its menu', async () => {
    await sources.getByRole('button', { name: 'Passages from “Parking at the harbour”' }).click();
    await eventually(tab.getByRole('dialog')).toContainText('Paragraph 3');
    await eventually(tab.getByRole('dialog')).not.toContainText('Menu');
    await tab.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  });

  const fromMenu = async (name: string, item: string) => {
    await sources.getByRole('button', { name: `Actions for “${name}”` }).click();
    await tab.getByRole('menuitem', { name: item }).click();
  };
  const press = (name: string) => tab.getByRole('dialog').getByRole('button', { name }).click();
  await step('The administrator renames the text', () => fromMenu('Ferry times', 'Rename…'));
  await step('The administrator adds a file and replaces it by a newer one', async () => {
    await tab.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Ferries');
    await press('Save');
    await tab
      .getByTestId('Add files')
      .setInputFiles({ name: 'Tides.txt', mimeType: 'text/plain', buffer: Buffer.from('High tide is at noon.') });
    const tides = sources.getByRole('listitem').filter({ hasText: 'Tides' });
    await tides.getByText(/^Ready/).waitFor();
    await tab
      .getByTestId('Replace “Tides.txt” with another file')
      .setInputFiles({ name: 'Tides 2027.txt', mimeType: 'text/plain', buffer: Buffer.from('Low tide is at noon.') });
    await tides
      .filter({ hasText: 'Tides 2027.txt' })
      .getByText(/^Ready/)
      .waitFor();
  });
  await step('A question finds what the newer file says', async () => {
    await trial.getByRole('textbox', { name: 'Question' }).fill('When is the tide low?');
    await trial.getByRole('button', { name: 'Search' }).click();
    await first.getByText('Low tide is at noon.').waitFor();
    await expectAccessible(tab, 'knowledge', 'section[aria-label="Knowledge"]');
  });
  await step('The administrator deletes the text', async () => {
    await fromMenu('Ferries', 'Delete…');
    await press('Delete');
    await sources.getByText('Ferries').waitFor({ state: 'detached' });
  });
  await step('The administrator restores it', async () => {
    await tab.getByRole('button', { name: 'Show deleted…' }).click();
    await tab.getByRole('dialog').getByText('Ferries').waitFor();
    await expectAccessible(tab, 'what was deleted', 'dialog');
    await press('Restore “Ferries”');
    await tab.getByRole('dialog').getByRole('button', { name: '“Ferries” restored' }).waitFor();
    await press('Close');
    await sources
      .getByRole('listitem')
      .filter({ hasText: 'Ferries' })
      .getByText(/^Ready/)
      .waitFor();
  });
  await step('The administrator shares it with a team', async () => {
    await fromMenu('Ferries', 'Share…');
    await tab.getByRole('radio', { name: /Specific people and teams/ }).check();
    await tab.getByRole('checkbox', { name: /Support/ }).check();
    await expectAccessible(tab, 'sharing', 'dialog');
    await press('Save');
    await sources
      .getByRole('listitem')
      .filter({ hasText: 'Ferries' })
      .getByText(/Shared with specific people/)
      .waitFor();
  });
  await step('The administrator removes it from the agent', async () => {
    await fromMenu('Ferries', 'Remove from agent');
    await sources.getByText('Ferries').waitFor({ state: 'detached' });
  });
});
