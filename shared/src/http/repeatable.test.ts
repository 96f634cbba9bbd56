import { readdirSync } from 'node:fs';
import type { Endpoint } from '../contract/endpoint.ts';

/** The POSTs and PATCHes without a key that are harmless when sent twice, and the reason. */
const harmless: Readonly<Record<string, string>> = {
  'POST /auth/v1/sign_in':
    'a second sign-in opens a session of its own, and the first, whose cookie never arrived, expires unused',
  'POST /auth/v1/sign_in/verification':
    'the code is used once; where the first answer was lost, the person signs in again',
  'POST /auth/v1/sign_in/code': 'a second code is refused within a minute of the first',
  'POST /auth/v1/sign_up':
    'a second registration is one of its own, and the first, whose cookie never arrived, expires unused',
  'POST /auth/v1/password_reset': 'a second mail leads to the same place; its link alone is valid',
  'POST /auth/v1/email_reversal': 'the link is used once; the second time says so, and the address is back',
  'POST /auth/v1/password_reset/confirmation':
    'the link is used once; the second time says so, and the new password is set',
  'POST /auth/v1/memberships/:member_id/session':
    'the session is where it was moved to; where the first answer was lost, the person signs in again',
  'POST /user-journey/v1/terms-acceptances': 'a version is accepted once',
  'POST /user-journey/v1/registration/code': 'a second code is refused within a minute of the first',
  'POST /user-journey/v1/registration/verification': 'an address that is verified stays verified',
  'POST /user-journey/v1/registration/verification-by-link': 'an address that is verified stays verified',
  'POST /user-journey/v1/registration/deletion': 'a registration is deleted once; the second time nobody is signed in',
  'POST /user-journey/v1/registration/completion':
    'a registration is completed once, and the second time answers the same',
  'POST /operator/v1/releases': 'a release that is in the store already is served again',
  'POST /operator/v1/rollbacks': 'the second time another release is served than the one to go back from, and says so',
  'POST /operator/v1/backups': 'a file that is there is not written again, and says so',
  'POST /operator/v1/session': 'each time another session is opened, and the cookie is of the last one',
  'POST /releases/v1/reports': 'a person counts once an hour, and what is sent again counts nothing',
  'POST /releases/v1/vitals': 'a person counts once an hour, and what is sent again counts nothing',
  'POST /audit-log/v1/checks': 'it only reads, and records once more that it did',
  'POST /audit-log/v1/webhook/secrets': 'a secret whose answer was lost is replaced by the next one',
  'POST /audit-log/v1/webhook/trials': 'the receiver gets a second message that says it is a test',
  'POST /audit-log/v1/webhook/deliveries/:delivery_id/tries': 'what is on its way already answers a conflict',
  'POST /tools/v1/tools/:tool_id/sign-ins':
    'a second sign-in is one of its own, and the first is over after ten minutes',
  'POST /tools/v1/sign-ins/finish': 'a sign-in is finished once; the second time says so, and the account is connected',
  'PATCH /users/v1/profile': 'it sets what is given to what is given',
  'POST /users/v1/password': 'the second time the current password is no longer the one that was sent, and says so',
  'POST /users/v1/mfa': 'a second code is refused within a minute of the first',
  'POST /users/v1/mfa/confirmation': 'the code is used once; the second time says so, and the preference is set',
  'POST /users/v1/email': 'a second code is refused within a minute of the first',
  'POST /users/v1/email/code': 'a second code is refused within a minute of the first',
  'POST /users/v1/email/confirmation': 'the code is used once; the second time says so, and the address is changed',
  'POST /users/v1/deletion': 'an account is deleted once; the second time nobody is signed in',
  'POST /invitations/v1/invitations/:invitation_id/mail': 'a second mail is refused within a minute of the first',
  'POST /invitations/v1/invitation': 'it only reads; the token is kept out of the path, which is logged',
  'POST /invitations/v1/acceptances':
    'an invitation is accepted once; where the first answer was lost, the person signs in again, into the organisation joined',
  'POST /members/v1/members/:member_id/offboarding':
    'what was handed over is not handed over again, and who is deactivated stays so',
  'POST /members/v1/members/bulk': 'it sets what is given to what is given',
  'POST /teams/v1/teams': 'a second team of a name is refused',
  'PATCH /teams/v1/teams/:team_id': 'it sets what is given to what is given',
  'POST /files/v1/attachments': 'a second attachment that no prompt takes along is gone after a day',
  'POST /uploads/v1/uploads': 'the same file for the same target goes on where it was',
  'POST /uploads/v1/uploads/:upload_id/completion': 'a file is taken in once; the second time answers the same',
  'POST /dialogues/v1/dialogues/:dialogue_id/restore': 'what was restored stays restored',
  'PATCH /dialogues/v1/dialogues/:dialogue_id': 'it sets what is given to what is given',
  'POST /folders/v1/folders': 'a second folder of a name is refused',
  'PATCH /folders/v1/folders/:folder_id': 'it sets what is given to what is given',
  'POST /dialogues/v1/dialogues/:dialogue_id/shares':
    'a second share shows the same to the same people, stands in the list of shares and is ended there',
  'POST /studio/v1/agents/:agent_id/presence': 'it says again who has it open',
  'POST /studio/v1/agents/bulk': 'it sets what is given to what is given',
  'POST /studio/v1/agents/:agent_id/versions':
    'a revision is published once; the second time the draft is no longer ahead, and says so',
  'POST /studio/v1/agents/:agent_id/versions/:number/restore':
    'the second time the revision is no longer the one that was seen, and says so',
  'POST /studio/v1/agents/:agent_id/test-runs':
    'one run at a time: a second one is refused while the first is under way',
  'POST /studio/v1/test-runs/:test_run_id/stop': 'a run that is stopped stays stopped',
  'POST /knowledge/v1/web-pages': 'a second source holds the same, stands in the list and is removed there',
  'PATCH /knowledge/v1/sources/:source_id': 'it sets what is given to what is given',
  'POST /knowledge/v1/folders': 'a second folder is empty, stands in the list and is removed there',
  'POST /knowledge/v1/sources/:source_id/refresh': 'a page that is about to be fetched is fetched once',
  'POST /knowledge/v1/sources/:source_id/file': 'what is replaced twice by the same holds the same',
  'POST /knowledge/v1/sources/:source_id/restore': 'what was restored stays restored',
  'POST /knowledge/v1/retrieval': 'it only reads',
  'POST /knowledge/v1/files': 'a second source holds the same, stands in the list and is removed there',
  'POST /file-manager/v1/files/bulk': 'it sets what is given to what is given',
  'POST /file-manager/v1/files/:source_id/versions/:version_id/restore':
    'a version that is about to be read is read once',
  'POST /knowledge/v1/texts': 'a second source holds the same, stands in the list and is removed there',
  'POST /prompt-templates/v1/templates/bulk': 'it sets what is given to what is given',
  'PATCH /prompt-templates/v1/templates/:template_id/marks': 'it sets what is given to what is given',
  'POST /prompt-templates/v1/templates/:template_id/review':
    'a wish is answered once; the second time there is none, and says so',
  'POST /privileges/v1/sets': 'a second set of a name is refused',
  'POST /privileges/v1/grants': 'what is given twice is given once',
  'POST /privileges/v1/previews': 'it only reads',
  'POST /tools/v1/calls/:call_id/answer':
    'a call is answered once; the second time says so, and nothing is called again',
  'POST /tools/v1/elicitations/:elicitation_id/answer':
    'a question is answered once; the second time says so, and the server of the call hears the first answer',
  'POST /tools/v1/tools': 'a second tool of a name is refused',
  'POST /tools/v1/previews': 'it only reads',
  'POST /tools/v1/tools/:tool_id/refresh': 'it only reads what the tool can do',
  'POST /dialogue-log/v1/messages/:message_id/test-question': 'a question of an id is added once',
  'POST /governance/v1/rules': 'a second rule of a name is refused',
  'POST /governance/v1/bench': 'it only reads',
  'POST /governance/v1/retention/dry-run': 'it only reads',
  'POST /subscription/v1/cancellation': 'what is cancelled stays cancelled',
  'POST /invoices/v1/invoices/:invoice_id/payment':
    'it says how an invoice is paid; the provider takes the money of one invoice once',
  'POST /payment/v1/portal-sessions': 'it opens a page, and a second one leads to the same',
  'POST /payment/v1/stripe/events': 'an event is taken once, by its id',
  'POST /studio/v1/schedule-previews': 'it only reads',
  'POST /studio/v1/executions/:execution_id/actions/:position/tries':
    'what waits or is done already answers a conflict',
  'POST /runs/v1/runs/:run_id/stop': 'a run that is stopped stays stopped',
  'POST /studio/v1/automations/:automation_id/secrets': 'a secret whose answer was lost is replaced by the next one',
  'POST /studio/v1/automations/:automation_id/form-links': 'a link whose answer was lost stands in the automation',
  'POST /studio/v1/event-samples': 'it only reads',
  'POST /studio/v1/automation-previews': 'it only reads',
  'POST /hooks/v1/:automation_id': 'a message that comes twice does its work once',
};

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'requires' in value;

async function allEndpoints(): Promise<Endpoint[]> {
  const folder = new URL('../contract/api/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (it) => it.endsWith('.ts') && !it.endsWith('.test.ts'),
  );
  const found: unknown[] = [];
  // Imports sequentially: Jest cannot link modules that need the same one at once.
  for (const file of files)
    // The cast holds: a module is a record of its exports.
    found.push(...Object.values((await import(new URL(file, folder).href)) as Record<string, unknown>));
  return found.filter(isEndpoint);
}

const mayActTwice = ({ service, method }: Endpoint) => service === 'main' && (method === 'POST' || method === 'PATCH');
const hasKey = ({ body }: Endpoint) =>
  body !== undefined &&
  'shape' in body &&
  typeof body.shape === 'object' &&
  body.shape !== null &&
  'idempotency_key' in body.shape;

describe('a 5xx of the main service is sent again, a POST too (specification §8)', () => {
  it('so each that would act twice carries an idempotency_key', async () => {
    const endpoints = await allEndpoints();
    const unsafe = endpoints
      .filter(mayActTwice)
      .filter((it) => !hasKey(it))
      .map((it) => `${it.method} ${it.path}`);
    expect(endpoints.length).toBeGreaterThan(10);
    expect(unsafe.filter((it) => harmless[it] === undefined)).toEqual([]);
    expect(endpoints.filter(hasKey).length).toBeGreaterThan(0);
  });
});
