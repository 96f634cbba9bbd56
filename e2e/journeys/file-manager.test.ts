import { createAgent, publishAgent, saveAgentDraft } from '@parlance/shared/contract/api/agents/agents';
import { createPermissionSet, grantPermissionSet } from '@parlance/shared/contract/api/privileges/privileges';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { expectAccessible } from '../harness/axe.ts';
import { callAs } from '../harness/call-as.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { ask, finishedAnswer } from '../harness/screens.ts';
import { step } from '../harness/step.ts';
import type { Visitor } from '../harness/visitor.ts';

const stage = prepareStage();
const text = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });

/** An agent that knows one source; its id. */
async function agentWith(visitor: Visitor, sourceId: string): Promise<string> {
  type NewAgent = { id: string; revision: number; definition: object };
  const { agent } = await callAs<{ agent: NewAgent }>(stage, visitor, createAgent, {
    data: { idempotency_key: crypto.randomUUID(), from: { kind: 'blank' } },
  });
  const params = { agent_id: agent.id };
  const { revision } = await callAs<NewAgent>(stage, visitor, saveAgentDraft, {
    params,
    data: {
      revision: agent.revision,
      definition: { ...agent.definition, name: { en: 'Canteen desk' }, knowledge_ids: [sourceId] },
    },
  });
  await callAs(stage, visitor, publishAgent, { params, data: { revision } });
  return agent.id;
}

test('an administrator uploads files, sees them read, finds where one is used, replaces, deletes and brings it back; nobody else gets in', async () => {
  const admin = await stage.visit();
  // A file that is not what its name says.
  admin.expectFault(/422/);
  // Its panel may look at it again while it is being deleted.
  admin.expectFault(/status of 404.*\/file-manager\/v1\/files\//);
  await admin.signIn('admin@pro.example');
  const { page } = admin;
  const row = (name: string | RegExp) => page.getByRole('row', { name });
  await step('An administrator opens the files', async () => {
    await admin.open('/file-manager');
    await row(/Employee handbook/i)
      .first()
      .waitFor();
    await expectAccessible(page, 'the files');
  });
  await step('The administrator uploads three, one of which is not what its name says', async () => {
    await page
      .getByTestId('Add files')
      .setInputFiles([
        text('canteen.txt', 'The canteen serves pangolin stew on Thursdays.\n'),
        text('garden.txt', 'The shed key hangs behind the door.\n'),
        text('broken.pdf', 'This is no PDF.'),
      ]);
    await eventually(page.getByRole('alert')).toContainText('doesn’t match its file extension');
    await page.getByRole('button', { name: 'Dismiss: “broken.pdf”' }).click();
    for (const name of ['canteen.txt', 'garden.txt']) await row(new RegExp(name)).getByText('Ready').waitFor();
  });
  const sourceId = await step('The administrator opens one of them', async () => {
    await row(/canteen\.txt/)
      .getByRole('link', { name: 'canteen.txt' })
      .click();
    await page.waitForURL(/[?&]file=/);
    return new URL(page.url()).searchParams.get('file') ?? '';
  });
  await step('An agent answers from it', async () => {
    const agentId = await agentWith(admin, sourceId);
    await admin.open(`/bots/${agentId}`);
    await ask(page, 'When does the canteen serve pangolin stew?');
    await eventually(await finishedAnswer(page, 2)).toContainText('Thursdays');
  });
  const panel = page.getByRole('complementary', { name: 'canteen.txt' });
  await step('The administrator finds where it is used', async () => {
    await admin.open(`/file-manager?q=canteen&file=${sourceId}`);
    await panel.getByRole('link', { name: 'Canteen desk' }).waitFor();
    await panel.getByText('Dialogues with an answer based on it: 1').waitFor();
    await panel.getByText('pangolin stew').waitFor();
  });
  await step('The administrator replaces it', async () => {
    await page
      .getByTestId('Replace “canteen.txt”')
      .setInputFiles(text('canteen.txt', 'The canteen serves soup on Fridays.\n'));
    await panel.getByRole('heading', { name: 'Earlier versions' }).waitFor();
    await panel.getByText('soup on Fridays').waitFor();
    await expectAccessible(page, 'a file');
  });
  await step('The administrator deletes it, having read what that affects', async () => {
    await panel.getByRole('button', { name: 'Actions for “canteen.txt”' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete “canteen.txt”?' });
    await dialog.getByText(/Used by agents \(1\): Canteen desk/).waitFor();
    await expectAccessible(page, 'what a deletion affects');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await row(/canteen\.txt/).waitFor({ state: 'detached' });
  });
  await step('The administrator brings it back', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(/canteen\.txt/)
      .getByText('Ready')
      .waitFor();
  });
  await step('The administrator opens the files of dialogues, without names', async () => {
    await page.getByRole('link', { name: 'In dialogues' }).click();
    await page.getByText('Names are hidden.').waitFor();
    await expectAccessible(page, 'files of dialogues');
  });

  const owner = await stage.visit();
  await owner.signIn('owner@pro.example');
  await step('An owner withdraws the privilege for files from the administrator', async () => {
    const { member_id: memberId } = await callAs<{ member_id: string }>(stage, admin, getWhoami);
    const set = await callAs<{ id: string }>(stage, owner, createPermissionSet, {
      data: {
        name: 'No files',
        statements: [
          {
            effect: 'deny',
            kind: 'feature',
            actions: ['use'],
            scope: 'these',
            ids: ['file_management'],
            at_most: null,
          },
        ],
      },
    });
    await callAs(stage, owner, grantPermissionSet, {
      data: { set_id: set.id, holder: { kind: 'member', id: memberId }, expires_at: null },
    });
  });
  const member = await stage.visit();
  await member.signIn('member@pro.example');
  await step('Neither the administrator nor a member gets in', async () => {
    for (const visitor of [admin, member]) {
      await visitor.open('/file-manager');
      await visitor.page.waitForURL(`${stage.product.origin}/`);
    }
  });
});
