import { randomUUID } from 'node:crypto';
import { deleteAccount } from '@parlance/shared/contract/api/account-deletion';
import { saveTestSet } from '@parlance/shared/contract/api/agents/agent-test-sets';
import * as agents from '@parlance/shared/contract/api/agents/agents';
import { type AuditAction, auditActions } from '@parlance/shared/contract/api/audit/audit-actions';
import { checkAuditLog, exportAuditLog } from '@parlance/shared/contract/api/audit/audit-log';
import * as webhook from '@parlance/shared/contract/api/audit/audit-webhook';
import * as control from '@parlance/shared/contract/api/automation-control';
import * as automations from '@parlance/shared/contract/api/automations/automations';
import { saveBillingDetails } from '@parlance/shared/contract/api/billing/invoices';
import { setTimeZone } from '@parlance/shared/contract/api/charts/charts';
import { deleteDialogue, exportDialogue, restoreDialogue } from '@parlance/shared/contract/api/dialogues';
import * as files from '@parlance/shared/contract/api/file-manager';
import {
  acceptInvitation,
  createInvitation,
  resendInvitation,
  revokeInvitation,
} from '@parlance/shared/contract/api/invitations';
import * as knowledge from '@parlance/shared/contract/api/knowledge/knowledge';
import { startMemberImport } from '@parlance/shared/contract/api/member-imports/member-imports';
import * as offboarding from '@parlance/shared/contract/api/offboarding';
import { exportOrganization } from '@parlance/shared/contract/api/organization-exports';
import { getOwnData } from '@parlance/shared/contract/api/own-data';
import { changePromptTemplates } from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import * as templates from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import { completeRegistration } from '@parlance/shared/contract/api/registration/registration-steps';
import * as schedules from '@parlance/shared/contract/api/schedules';
import { switchMembership } from '@parlance/shared/contract/api/session/memberships';
import { endOtherSessions, endOwnSession, listOwnSessions } from '@parlance/shared/contract/api/session/own-sessions';
import { requestPasswordReset, resetPassword } from '@parlance/shared/contract/api/session/password-reset';
import { getWhoami, signIn, signOut, verifySignIn } from '@parlance/shared/contract/api/session/session';
import { copySharedDialogue, endShare, shareDialogue } from '@parlance/shared/contract/api/shares';
import * as changes from '@parlance/shared/contract/api/subscription/subscription-changes';
import * as teams from '@parlance/shared/contract/api/teams';
import { acceptTerms } from '@parlance/shared/contract/api/terms';
import * as tools from '@parlance/shared/contract/api/tools';
import * as uploads from '@parlance/shared/contract/api/uploads';
import {
  changeEmail,
  changeMfa,
  changePassword,
  confirmEmail,
  confirmMfa,
} from '@parlance/shared/contract/api/users/account';
import { revertEmail } from '@parlance/shared/contract/api/users/email-reversal';
import { updateProfile } from '@parlance/shared/contract/api/users/profile';
import { type Endpoint, type Input, fillPath } from '@parlance/shared/contract/endpoint';
import { legalVersions } from '@parlance/shared/contract/page/legal';
import { demoPassword } from '../../demo/organizations.ts';
import { blankAgent, memberId } from '../../testing/agents.ts';
import { botNamed, start } from '../../testing/asking.ts';
import { bring, readWaitingKnowledge, sendFile } from '../../testing/knowledge.ts';
import { secretInLink } from '../../testing/mail.ts';
import {
  ageCodes,
  atSummaryAs,
  dataOf,
  goodPassword,
  halfSignedInAs,
  newestCode,
  otherThan,
  registeredAs,
} from '../../testing/registering.ts';
import { removeGoing } from '../../testing/removal.ts';
import { ended } from '../../testing/start-asking.ts';
import { type Answer, type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ TOOL_SECRETS_KEY: 'ab'.repeat(32) });
});
afterAll(() => server.close());

const ownWork = 'a person’s own work in their dialogues, which the log never holds';
const ofInstallation = 'it is of no organisation: the log of releases has it';
const marks = 'a person’s own marks, which change nothing for others';
const registering = 'there is no organisation yet; the completion is recorded';
const onlyCode = 'a code is mailed; what it confirms is recorded';
const draft = 'a draft is nobody else’s; its publication is recorded';
const reads = 'it only reads';
const counted = 'figures of use, which say what somebody looked at and not what they changed';

/** The actions each state-changing endpoint records, or the reason why none of them is audited. */
const table: Readonly<Record<string, readonly AuditAction[] | string>> = {
  'POST /auth/v1/sign_in': ['session.started', 'session.failed'],
  'POST /auth/v1/sign_in/verification': ['session.started', 'session.code_failed'],
  'POST /auth/v1/sign_in/code': onlyCode,
  'GET /auth/v1/sign_out': ['session.ended'],
  'POST /auth/v1/password_reset': ['account.password_reset_requested'],
  'POST /auth/v1/password_reset/confirmation': ['account.password_changed'],
  'POST /auth/v1/email_reversal': ['account.email_changed', 'account.password_changed'],
  'DELETE /auth/v1/sessions': ['session.others_ended'],
  'DELETE /auth/v1/sessions/:session_id': ['session.others_ended'],
  'POST /auth/v1/memberships/:member_id/session': ['session.organization_entered'],
  'PATCH /users/v1/profile': ['account.profile_changed'],
  'POST /users/v1/password': ['account.password_changed'],
  'POST /users/v1/mfa': onlyCode,
  'POST /users/v1/mfa/confirmation': ['account.mfa_changed'],
  'POST /users/v1/email': onlyCode,
  'POST /users/v1/email/code': onlyCode,
  'POST /users/v1/email/confirmation': ['account.email_changed'],
  'GET /users/v1/data': ['account.data_exported'],
  'POST /users/v1/deletion': ['member.left'],
  'POST /auth/v1/sign_up': registering,
  'POST /user-journey/v1/registration/code': registering,
  'POST /user-journey/v1/registration/verification': registering,
  'POST /user-journey/v1/registration/verification-by-link': registering,
  'PUT /user-journey/v1/registration/names': registering,
  'PUT /user-journey/v1/registration/plan': registering,
  'POST /user-journey/v1/registration/enterprise-contact': registering,
  'POST /user-journey/v1/registration/deletion': registering,
  'POST /user-journey/v1/registration/completion': ['organization.founded', 'member.joined'],
  'POST /user-journey/v1/terms-acceptances': ['terms.accepted'],
  'POST /invitations/v1/invitations': ['invitation.created'],
  'DELETE /invitations/v1/invitations/:invitation_id': ['invitation.revoked'],
  'POST /invitations/v1/invitations/:invitation_id/mail': ['invitation.sent_again'],
  'POST /invitations/v1/invitation': reads,
  'POST /invitations/v1/acceptances': ['member.joined'],
  'POST /members/v1/imports': ['member.import_started', 'invitation.created'],
  'POST /members/v1/members/bulk': [
    'member.role_changed',
    'member.teams_changed',
    'member.deactivated',
    'member.reactivated',
  ],
  'POST /members/v1/members/:member_id/offboarding': ['member.handed_over', 'member.deactivated'],
  'PUT /members/v1/members/:member_id/role': ['member.role_changed'],
  'PUT /members/v1/members/:member_id/state': ['member.deactivated', 'member.reactivated'],
  'PUT /members/v1/members/:member_id/teams': ['member.teams_changed'],
  'POST /teams/v1/teams': ['team.created'],
  'PATCH /teams/v1/teams/:team_id': ['team.changed'],
  'DELETE /teams/v1/teams/:team_id': ['team.deleted'],
  'PUT /teams/v1/teams/:team_id/members/:member_id': ['team.member_set'],
  'DELETE /teams/v1/teams/:team_id/members/:member_id': ['team.member_removed'],
  'GET /dialogue-log/v1/dialogues/:dialogue_id': ['dialogue.looked_into'],
  'PUT /dialogue-log/v1/names': ['dialogue_log.names_shown'],
  'DELETE /dialogue-log/v1/names': ['dialogue_log.names_hidden'],
  'POST /dialogue-log/v1/exports': ['dialogue_log.exported'],
  'GET /dialogue-log/v1/exports/:export_id/content': ['dialogue_log.export_downloaded'],
  'DELETE /dialogue-log/v1/exports/:export_id':
    'it takes away a file that goes by itself; that it was made and fetched is recorded',
  'POST /dialogue-log/v1/messages/:message_id/test-question': ['agent.tests_changed'],
  'POST /privileges/v1/sets': ['permission_set.created'],
  'PUT /privileges/v1/sets/:set_id': ['permission_set.changed'],
  'DELETE /privileges/v1/sets/:set_id': ['permission_set.deleted'],
  'POST /privileges/v1/grants': ['permission_set.granted'],
  'DELETE /privileges/v1/grants/:grant_id': ['permission_set.revoked'],
  'POST /privileges/v1/previews': reads,
  'POST /governance/v1/rules': ['rule.created'],
  'PUT /governance/v1/rules/:rule_id': ['rule.changed'],
  'PUT /governance/v1/rules/:rule_id/state': ['rule.switched_on', 'rule.switched_off'],
  'DELETE /governance/v1/rules/:rule_id': ['rule.deleted'],
  'PUT /governance/v1/order': ['rule.moved'],
  'PUT /governance/v1/approvals/:approval_id/decision': ['rule.approval_given', 'rule.approval_refused'],
  'POST /governance/v1/bench': reads,
  'POST /governance/v1/replays': ['rule.replayed'],
  'GET /governance/v1/replays/:replay_id': ['rule.replay_looked_into'],
  'DELETE /governance/v1/replays/:replay_id': ['rule.replay_deleted'],
  'PUT /governance/v1/retention': ['retention.changed'],
  'POST /governance/v1/retention/dry-run': reads,
  'POST /governance/v1/holds': ['legal_hold.placed'],
  'DELETE /governance/v1/holds/:hold_id': ['legal_hold.ended'],
  'PUT /bots/v1/bots/:bot_id/favorite': marks,
  'POST /dialogues/v1/dialogues': ownWork,
  'PATCH /dialogues/v1/dialogues/:dialogue_id': ownWork,
  'DELETE /dialogues/v1/dialogues/:dialogue_id': ['dialogue.deleted'],
  'POST /dialogues/v1/dialogues/:dialogue_id/restore': ['dialogue.restored'],
  'PUT /dialogues/v1/dialogues/:dialogue_id/branch': ownWork,
  'POST /dialogues/v1/messages/:message_id/regenerate': ownWork,
  'POST /dialogues/v1/messages/:message_id/continue': ownWork,
  'PUT /dialogues/v1/messages/:message_id/rating': marks,
  'DELETE /dialogues/v1/messages/:message_id/rating': marks,
  'POST /dialogues/v1/dialogues/:dialogue_id/messages': ownWork,
  'POST /dialogues/v1/dialogues/:dialogue_id/shares': ['dialogue.shared'],
  'GET /dialogues/v1/dialogues/:dialogue_id/export': ['dialogue.exported'],
  'DELETE /shares/v1/shares/:share_id': ['dialogue.share_ended'],
  'POST /shares/v1/shares/:share_id/copy': ['dialogue.share_copied'],
  'POST /invoices/v1/invoices/:invoice_id/payment': 'it leads to a page; that it was paid there is recorded',
  'POST /payment/v1/portal-sessions': 'it leads to a page of the provider’s, who keeps what is changed there',
  'PUT /payment/v1/automatic-payment': ['subscription.charging_agreed', 'subscription.charging_withdrawn'],
  'POST /payment/v1/stripe/events': [
    'invoice.paid',
    'invoice.refunded',
    'invoice.refund_failed',
    'invoice.disputed',
    'invoice.dispute_ended',
  ],
  'PUT /payment/v1/operator/payments': ['invoice.paid'],
  'PUT /payment/v1/operator/cancellations': ['invoice.voided'],
  'POST /operator/v1/releases': ofInstallation,
  'POST /operator/v1/rollbacks': ofInstallation,
  'PUT /operator/v1/audiences': ofInstallation,
  'PUT /operator/v1/switches': ofInstallation,
  'POST /operator/v1/backups': 'it is of no organisation, and only reads',
  'POST /operator/v1/session': 'it is of no organisation; what is done with it is in the log of releases',
  'DELETE /operator/v1/session': 'as its opening',
  'POST /releases/v1/reports': counted,
  'POST /releases/v1/vitals': counted,
  'POST /folders/v1/folders': ownWork,
  'PATCH /folders/v1/folders/:folder_id': ownWork,
  'DELETE /folders/v1/folders/:folder_id': ownWork,
  'POST /files/v1/attachments': ownWork,
  'POST /uploads/v1/uploads': ownWork,
  'PUT /uploads/v1/uploads/:upload_id/parts/:number': ownWork,
  'POST /uploads/v1/uploads/:upload_id/completion': ['knowledge_source.created'],
  'DELETE /uploads/v1/uploads/:upload_id': ownWork,
  'DELETE /files/v1/attachments/:attachment_id': ownWork,
  'GET /files/v1/files/:file_id/content': ['file.downloaded'],
  'PATCH /knowledge/v1/sources/:source_id': ['knowledge_source.changed'],
  'DELETE /knowledge/v1/sources/:source_id': ['knowledge_source.deleted'],
  'POST /knowledge/v1/sources/:source_id/restore': ['knowledge_source.restored'],
  'POST /knowledge/v1/sources/:source_id/refresh': ['knowledge_source.refreshed'],
  'PUT /knowledge/v1/sources/:source_id/access': ['knowledge_source.access_changed'],
  'PUT /knowledge/v1/sources/:source_id/text': ['knowledge_source.content_replaced'],
  'POST /knowledge/v1/sources/:source_id/file': ['knowledge_source.content_replaced'],
  'POST /knowledge/v1/files': ['knowledge_source.created'],
  'POST /knowledge/v1/folders': ['knowledge_source.created'],
  'POST /knowledge/v1/web-pages': ['knowledge_source.created'],
  'POST /knowledge/v1/texts': ['knowledge_source.created'],
  'POST /knowledge/v1/retrieval': reads,
  'GET /file-manager/v1/files/:source_id/versions/:version_id/content': ['file.downloaded'],
  'POST /file-manager/v1/files/:source_id/versions/:version_id/restore': ['knowledge_source.version_restored'],
  'PUT /file-manager/v1/files/:source_id/owner': ['knowledge_source.handed_over'],
  'POST /file-manager/v1/files/bulk': [
    'knowledge_source.deleted',
    'knowledge_source.restored',
    'knowledge_source.refreshed',
    'knowledge_source.changed',
    'knowledge_source.handed_over',
  ],
  'GET /file-manager/v1/dialogue-files/:attachment_id/text': ['file.looked_into'],
  'GET /file-manager/v1/dialogue-files/:attachment_id/content': ['file.looked_into'],
  'POST /runs/v1/runs/:run_id/stop': ownWork,
  'POST /prompt-templates/v1/templates': ['prompt_template.created'],
  'POST /prompt-templates/v1/templates/bulk': [
    'prompt_template.enabled',
    'prompt_template.disabled',
    'prompt_template.archived',
    'prompt_template.unarchived',
    'prompt_template.deleted',
    'prompt_template.restored',
  ],
  'PUT /prompt-templates/v1/templates/:template_id': ['prompt_template.changed'],
  'GET /prompt-templates/v1/templates/:template_id/file': ['prompt_template.exported'],
  'PATCH /prompt-templates/v1/templates/:template_id/marks': marks,
  'PUT /prompt-templates/v1/templates/:template_id/access': ['prompt_template.access_changed'],
  'POST /prompt-templates/v1/templates/:template_id/review': ['prompt_template.approved', 'prompt_template.declined'],
  'PUT /prompt-templates/v1/templates/:template_id/version-in-use': ['prompt_template.version_chosen'],
  'POST /prompt-templates/v1/usable/:template_id/uses': ownWork,
  'POST /studio/v1/agents': ['agent.created'],
  'POST /studio/v1/agents/bulk': [
    'agent.enabled',
    'agent.disabled',
    'agent.archived',
    'agent.unarchived',
    'agent.deleted',
    'agent.restored',
  ],
  'GET /studio/v1/agents/:agent_id/file': ['agent.exported'],
  'POST /studio/v1/agents/:agent_id/presence': 'who has an agent open, for less than a minute',
  'PUT /studio/v1/agents/:agent_id/draft': draft,
  'PUT /studio/v1/agents/:agent_id/access': ['agent.access_changed'],
  'PUT /studio/v1/agents/:agent_id/owner': ['agent.owner_changed'],
  'POST /studio/v1/agents/:agent_id/test-dialogues': ownWork,
  'POST /studio/v1/test-dialogues/:dialogue_id/messages': ownWork,
  'PUT /studio/v1/agents/:agent_id/test-set': ['agent.tests_changed'],
  'POST /studio/v1/agents/:agent_id/test-runs':
    'questions that are in the log as the test set; what they cost is in the ledger of calls',
  'POST /studio/v1/test-runs/:test_run_id/stop': 'it ends what was about to end by itself',
  'POST /studio/v1/agents/:agent_id/versions': ['agent.published'],
  'POST /studio/v1/agents/:agent_id/versions/:number/restore': ['agent.version_restored'],
  'POST /tools/v1/tools': ['tool.created'],
  'PUT /tools/v1/tools/:tool_id': ['tool.changed'],
  'DELETE /tools/v1/tools/:tool_id': ['tool.deleted'],
  'POST /tools/v1/tools/:tool_id/refresh': ['tool.refreshed'],
  'POST /tools/v1/tools/:tool_id/trial': ['tool.tried'],
  'POST /tools/v1/previews': reads,
  'POST /tools/v1/tools/:tool_id/sign-ins': 'a sign-in is recorded when it is finished',
  'POST /tools/v1/sign-ins/finish': ['tool.signed_in'],
  'DELETE /tools/v1/accounts/:account_id': ['tool.signed_out'],
  'POST /tools/v1/calls/:call_id/answer': ['tool_call.allowed', 'tool_call.refused'],
  'POST /tools/v1/elicitations/:elicitation_id/answer': ['tool_call.answered'],
  'GET /audit-log/v1/export': ['audit_log.exported'],
  'POST /audit-log/v1/checks': ['audit_log.checked'],
  'PUT /audit-log/v1/webhook': ['audit_webhook.changed'],
  'DELETE /audit-log/v1/webhook': ['audit_webhook.removed'],
  'POST /audit-log/v1/webhook/secrets': ['audit_webhook.secret_rotated'],
  'POST /audit-log/v1/webhook/trials': ['audit_webhook.tested'],
  'POST /audit-log/v1/webhook/deliveries/:delivery_id/tries': ['audit_webhook.sent_again'],
  'POST /subscription/v1/orders': ['subscription.ordered'],
  'POST /subscription/v1/cancellation': ['subscription.cancelled'],
  'DELETE /subscription/v1/cancellation': ['subscription.resumed'],
  'POST /organization-exports/v1/exports': ['organization.exported'],
  'GET /organization-exports/v1/exports/:export_id/content': ['organization.export_downloaded'],
  'PUT /invoices/v1/billing-details': ['billing_details.changed'],
  'POST /charts/v1/session-data': counted,
  'POST /charts/v1/events': counted,
  'POST /studio/v1/schedules': ['schedule.created'],
  'PUT /studio/v1/schedules/:schedule_id': ['schedule.changed'],
  'DELETE /studio/v1/schedules/:schedule_id': ['schedule.deleted'],
  'PUT /studio/v1/schedules/:schedule_id/state': ['schedule.paused', 'schedule.resumed'],
  'PUT /studio/v1/schedules/:schedule_id/owner': ['schedule.taken_over'],
  'POST /studio/v1/schedules/:schedule_id/executions': ownWork,
  'POST /studio/v1/schedule-previews': reads,
  'PUT /automation-control/v1/hold': ['automation.held', 'automation.released'],
  'PUT /automation-control/v1/states': [
    'schedule.paused',
    'schedule.resumed',
    'automation.paused',
    'automation.resumed',
  ],
  'PUT /automation-control/v1/owners': ['schedule.reassigned', 'automation.reassigned'],
  'POST /studio/v1/executions/:execution_id/replays': ownWork,
  'DELETE /studio/v1/executions/:execution_id': ownWork,
  'PUT /charts/v1/time-zone': ['organization.time_zone_changed'],
  'POST /studio/v1/automations': ['automation.created'],
  'PUT /studio/v1/automations/:automation_id': ['automation.changed'],
  'DELETE /studio/v1/automations/:automation_id': ['automation.deleted'],
  'PUT /studio/v1/automations/:automation_id/state': ['automation.resumed', 'automation.paused'],
  'PUT /studio/v1/automations/:automation_id/owner': ['automation.taken_over'],
  'POST /studio/v1/automations/:automation_id/secrets': ['automation.secret_rotated'],
  'POST /studio/v1/automations/:automation_id/form-links': ['automation.form_link_renewed'],
  'POST /studio/v1/event-samples': reads,
  'POST /studio/v1/automation-previews': reads,
  'POST /studio/v1/automations/:automation_id/tests': ['automation.tested'],
  'POST /studio/v1/executions/:execution_id/actions/:position/tries': ownWork,
  'POST /hooks/v1/:automation_id': 'what it sets off stands in the history of the automation',
  'POST /forms/v1/:token': 'what it sets off stands in the history of the automation',
};

/** Actions recorded by upkeep and jobs, not by an endpoint. */
const byJobs: readonly AuditAction[] = [
  'retention.applied',
  'rule.approval_lapsed',
  'audit_log.shortened',
  // Periods: the worker, also where an invoice that is paid begins one.
  'subscription.changed',
  'subscription.renewed',
  'subscription.reactivated',
  'subscription.expired',
  'invoice.given_up',
];

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const registered = () => [...new Set([server.app, server.charts, server.payment].flatMap((app) => app.endpoints))];

test('every endpoint with an unsafe method says what it records, or why it records nothing (DUR-08)', () => {
  const names = registered().map(nameOf);
  expect(
    registered()
      .filter(({ method }) => method !== 'GET')
      .map(nameOf)
      .filter((name) => table[name] === undefined),
  ).toEqual([]);
  expect(Object.keys(table).filter((name) => !names.includes(name))).toEqual([]);
  const recorded = new Set(Object.values(table).flatMap((value) => (typeof value === 'string' ? [] : value)));
  expect(auditActions.filter((action) => !recorded.has(action))).toEqual(byJobs);
});

const driven = new Set<string>();
const seen = new Set<AuditAction>();
const total = async () =>
  Number(
    (
      await server.db.asSystem((trx) =>
        trx
          .selectFrom('audit_log')
          .select((is) => is.fn.countAll<string>().as('count'))
          .executeTakeFirstOrThrow(),
      )
    ).count,
  );

/**
 * Does the work and returns its result with the entry made by the same request; `status` is 200, or that of a failure.
 */
async function recorded<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = await server.db.asSystem((trx) =>
    trx.selectFrom('audit_log').select(['organization_id', 'seq']).execute(),
  );
  const known = new Set(before.map(({ organization_id, seq }) => `${organization_id} ${seq}`));
  const result = await work();
  const rows = await server.db.asSystem((trx) => trx.selectFrom('audit_log').selectAll().execute());
  const made = rows.filter(({ organization_id, seq }) => !known.has(`${organization_id} ${seq}`));
  const expected = table[name];
  if (expected === undefined || typeof expected === 'string')
    throw new Error(`${name} is not said to record anything.`);
  expect([name, made.filter(({ action }) => expected.includes(action)).length > 0]).toEqual([name, true]);
  expect(made.every(({ request_id, address }) => request_id !== null && address === '127.0.0.1')).toBe(true);
  driven.add(name);
  for (const { action } of made) seen.add(action);
  return result;
}

async function does<E extends Endpoint>(
  client: Client,
  endpoint: E,
  input: Input<E>,
): Promise<(Answer<E>['body'] & { success: true })['data']> {
  const answer = await recorded(nameOf(endpoint), () =>
    (client.call as (endpoint: E, input: Input<E>) => Promise<Answer<E>>)(endpoint, input),
  ); // `call` takes a part as optional only where Input does
  return dataOf(answer);
}

test('people: what they do with sessions and accounts is recorded', async () => {
  const email = 'owner@pro.example';
  const client = server.anonymous();
  await recorded('POST /auth/v1/sign_in', () =>
    server.anonymous().call(signIn, { body: { email, password: 'not this one' } }),
  );
  await does(client, signIn, { body: { email, password: demoPassword } });
  await server.as(email);
  const { items } = dataOf(await client.call(listOwnSessions));
  await does(client, endOwnSession, { params: { session_id: items.find((it) => !it.is_current)?.id ?? '' } });
  await server.as(email);
  await does(client, endOtherSessions, {});
  await does(client, updateProfile, { body: { username: 'Olivia O.' } });
  await does(client, acceptTerms, { body: { accepted: legalVersions, language: 'en' } });
  await does(client, getOwnData, {});
  await recorded('GET /auth/v1/sign_out', () => client.call(signOut));
  const half = await halfSignedInAs(server, 'otp@pro.example');
  const code = await newestCode(server, 'otp@pro.example');
  await recorded('POST /auth/v1/sign_in/verification', () =>
    half.call(verifySignIn, { body: { code: otherThan(code) } }),
  );
  await does(half, verifySignIn, { body: { code } });
  await does(server.anonymous(), requestPasswordReset, { body: { email: 'otp@pro.example' } });
  const token = secretInLink((await server.mailTo('otp@pro.example')).at(-1), 'token');
  await does(server.anonymous(), resetPassword, { body: { token, password: 'a fresh new password' } });
});

test('people: what they do with registrations and invitations is recorded', async () => {
  const { client: founder } = await atSummaryAs(server, 'ada@audit.example', { organization: 'Audited' });
  await does(founder, completeRegistration, {});
  const admin = await server.as('admin@pro.example');
  const wish = (email: string) => ({
    email,
    role: 'member' as const,
    teams: [],
    language: 'en' as const,
    idempotency_key: randomUUID(),
  });
  const { invitation } = await does(admin, createInvitation, { body: wish('new@audit.example') });
  await server.db.asSystem((trx) =>
    trx
      .updateTable('invitations')
      .set({ sent_at: new Date(Date.now() - 3600_000) })
      .where('id', '=', invitation.id)
      .execute(),
  );
  await does(admin, resendInvitation, { params: { invitation_id: invitation.id } });
  await does(admin, revokeInvitation, { params: { invitation_id: invitation.id } });
  dataOf(await admin.call(createInvitation, { body: wish('ada@audit.example') }));
  const { member_id: first } = dataOf(await founder.call(getWhoami));
  await does(founder, acceptInvitation, {
    body: { token: secretInLink((await server.mailTo('ada@audit.example')).at(-1), 'invitation') },
  });
  await does(founder, switchMembership, { params: { member_id: first } });
  dataOf(await founder.call(changeMfa, { body: { mfa_preference: 'EMAIL_OTP' } }));
  await does(founder, confirmMfa, { body: { code: await newestCode(server, 'ada@audit.example') } });
  await ageCodes(server, 61);
  dataOf(await founder.call(changeEmail, { body: { email: 'ada@moved.example', password: goodPassword } }));
  await does(founder, confirmEmail, {
    body: {
      code: await newestCode(server, 'ada@moved.example'),
      present_code: await newestCode(server, 'ada@audit.example'),
    },
  });
  await does(founder, changePassword, {
    body: { current_password: goodPassword, new_password: 'a fresh new password' },
  });
  const robbed = await registeredAs(server, 'robbed@audit.example', { organization: 'Robbed' });
  dataOf(await robbed.call(changeEmail, { body: { email: 'thief@audit.example', password: goodPassword } }));
  dataOf(await robbed.call(confirmEmail, { body: { code: await newestCode(server, 'thief@audit.example') } }));
  await does(server.anonymous(), revertEmail, {
    body: {
      token: secretInLink((await server.mailTo('robbed@audit.example')).at(-1), 'address'),
      password: 'a fresh new password',
    },
  });
  const before = await total();
  const leaving = await registeredAs(server, 'gone@audit.example', { organization: 'Gone' });
  // An organisation that ends takes its log along.
  dataOf(await leaving.call(deleteAccount, { body: { password: goodPassword, delete_organization: true } }));
  await removeGoing(server);
  expect(await total()).toBe(before);
  await does(founder, deleteAccount, { body: { password: 'a fresh new password', delete_organization: true } });
});

test('people: what administrators change about members and teams is recorded', async () => {
  const owner = await server.as('owner@pro.example');
  const target = await memberId(server, 'otp@pro.example');
  const of = { params: { member_id: target } };
  await does(owner, offboarding.setMemberRole, { ...of, body: { role: 'admin' } });
  const team = await does(owner, teams.createTeam, { body: { name: 'Auditors', description: '' } });
  const ofTeam = { params: { team_id: team.id } };
  await does(owner, teams.updateTeam, { ...ofTeam, body: { name: 'Controllers' } });
  await does(owner, offboarding.setMemberTeams, { ...of, body: { team_ids: [team.id] } });
  const ofBoth = { params: { ...of.params, ...ofTeam.params } };
  await does(owner, teams.putTeamMember, { ...ofBoth, body: { is_owner: true } });
  await does(owner, teams.removeTeamMember, ofBoth);
  await does(owner, offboarding.changeMembers, {
    body: { member_ids: [target], change: { kind: 'join_team', team_id: team.id } },
  });
  await does(owner, teams.deleteTeam, ofTeam);
  for (const state of ['deactivated', 'active'] as const)
    await does(owner, offboarding.setMemberState, { ...of, body: { state } });
  const to = await memberId(server, 'member@pro.example');
  await does(owner, offboarding.offboardMember, {
    ...of,
    body: { agents_to: to, prompt_templates_to: to, knowledge_to: to },
  });
  await does(owner, startMemberImport, {
    body: { csv: 'email\nnew@import.example', role: 'member', language: 'en', days: 7, idempotency_key: randomUUID() },
  });
});

test('things: what is done with dialogues, files and knowledge is recorded', async () => {
  const client = await server.as('owner@pro.example');
  const turn = await ended(
    client,
    await start(client, await botNamed(client, 'House Guide'), 'When is the building open?'),
  );
  const ofDialogue = { params: { dialogue_id: turn.dialogue_id } };
  const share = await does(client, shareDialogue, { ...ofDialogue, body: { scope: 'organization' } });
  await does(await server.as('member@pro.example'), copySharedDialogue, {
    params: { share_id: share.id },
    body: { idempotency_key: randomUUID() },
  });
  await does(client, endShare, { params: { share_id: share.id } });
  await does(client, exportDialogue, { ...ofDialogue, query: { format: 'json' } });
  await does(client, deleteDialogue, ofDialogue);
  await does(client, restoreDialogue, ofDialogue);
  const source = await recorded('POST /knowledge/v1/files', () =>
    bring(server, client, 'notes.txt', 'Trains before planes.'),
  );
  await recorded('GET /files/v1/files/:file_id/content', () =>
    server.app.inject({ url: `/files/v1/files/${source.file_id}/content`, headers: client.headers() }),
  );
  const large = dataOf(
    await client.call(uploads.beginUpload, {
      body: { name: 'large.txt', size: 5, modified_at: new Date(0).toISOString(), to: { kind: 'knowledge' } },
    }),
  );
  await sendFile(
    server,
    client,
    uploads.sendUploadPart,
    { query: {}, params: { upload_id: large.id, number: '1' } },
    Buffer.from('Buses'),
  );
  await does(client, uploads.completeUpload, { params: { upload_id: large.id } });
  const text = await does(client, knowledge.writeKnowledgeText, { body: { name: 'Rules', content: 'Trains first.' } });
  const ofText = { params: { source_id: text.id } };
  await does(client, knowledge.changeKnowledge, { ...ofText, body: { name: 'Our rules' } });
  await does(client, knowledge.saveKnowledgeText, { ...ofText, body: { revision: 1, content: 'Trains only.' } });
  await does(client, knowledge.setKnowledgeAccess, { ...ofText, body: { scope: 'organization', member_ids: [] } });
  await does(client, knowledge.refreshKnowledge, ofText);
  await does(client, knowledge.deleteKnowledge, ofText);
  await does(client, knowledge.restoreKnowledge, ofText);
  await does(client, knowledge.createKnowledgeFolder, { body: { name: 'Papers' } });
  await does(client, knowledge.addWebPage, { body: { url: 'https://pages.example/rules' } });
  await recorded('POST /knowledge/v1/sources/:source_id/file', () =>
    sendFile(
      server,
      client,
      knowledge.replaceKnowledgeFile,
      { query: { name: 'notes.txt' }, params: { source_id: source.id } },
      Buffer.from('Planes.'),
    ),
  );
  await readWaitingKnowledge(server);
  const [version] = dataOf(await client.call(files.getManagedFile, { params: { source_id: source.id } })).versions;
  const ofVersion = { source_id: source.id, version_id: version?.id ?? '' };
  await recorded('GET /file-manager/v1/files/:source_id/versions/:version_id/content', () =>
    server.app.inject({ url: fillPath(files.downloadFileVersion.path, ofVersion), headers: client.headers() }),
  );
  await does(client, files.restoreFileVersion, { params: ofVersion });
  await does(client, files.setFileOwner, {
    params: { source_id: source.id },
    body: { owner_id: await memberId(server, 'member@pro.example') },
  });
  for (const action of ['refresh', 'delete', 'restore'] as const)
    await does(client, files.changeManagedFiles, { body: { action, ids: [source.id] } });
});

test('things: what is done with agents, prompt templates and tools is recorded', async () => {
  const client = await server.as('owner@pro.example');
  const agent = await recorded('POST /studio/v1/agents', () =>
    blankAgent(client, { name: { en: 'Guide' }, instructions: 'Guide people.' }),
  );
  const of = { params: { agent_id: agent.id } };
  await does(client, agents.publishAgent, { ...of, body: { revision: agent.revision } });
  await does(client, agents.restoreAgentVersion, {
    params: { ...of.params, number: '1' },
    body: { revision: agent.revision },
  });
  await does(client, agents.exportAgent, of);
  await does(client, agents.setAgentAccess, { ...of, body: { scope: 'organization' } });
  await does(client, saveTestSet, { ...of, body: { revision: 0, questions: [] } });
  for (const action of ['disable', 'enable', 'archive', 'unarchive', 'delete', 'undelete'] as const)
    await does(client, agents.changeAgents, { body: { agent_ids: [agent.id], action } });
  await does(client, agents.transferAgent, {
    ...of,
    body: { member_id: await memberId(server, 'member@pro.example') },
  });
  const definition = { title: { en: 'Minutes' }, body: { en: 'Write the minutes.' } };
  const settings = { command: null, category: '', tags: [] };
  const made = await does(client, templates.createPromptTemplate, {
    body: { idempotency_key: randomUUID(), from: { kind: 'new', definition, ...settings } },
  });
  const ofMade = { params: { template_id: made.id } };
  const saved = await does(client, templates.savePromptTemplate, {
    ...ofMade,
    body: { revision: made.revision, definition, ...settings, category: 'Meetings' },
  });
  await does(client, templates.chooseTemplateVersion, { ...ofMade, body: { revision: saved.revision, number: 1 } });
  await does(client, templates.exportPromptTemplate, ofMade);
  await does(client, templates.setTemplateAccess, { ...ofMade, body: { scope: 'organization' } });
  const admin = await server.as('admin@pro.example');
  await does(admin, templates.reviewPromptTemplate, { ...ofMade, body: { version: 1, decision: 'approve' } });
  for (const action of ['disable', 'enable', 'archive', 'unarchive', 'delete', 'undelete'] as const)
    await does(client, changePromptTemplates, { body: { template_ids: [made.id], action } });
  const settingsOfTool = {
    kind: 'http',
    method: 'GET',
    url: 'https://weather.example/now',
    parameters: [],
    headers: {},
  };
  const toolId = randomUUID();
  await server.db.asSystem(async (trx) => {
    const { organization_id } = await trx
      .selectFrom('memberships')
      .where('id', '=', await memberId(server, 'owner@pro.example'))
      .select('organization_id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('tools')
      .values({
        id: toolId,
        organization_id,
        kind: 'http',
        name: 'Weather',
        description: '',
        settings: JSON.stringify(settingsOfTool),
        secrets: null,
        secret_headers: [],
        functions: '[]',
        disabled_functions: [],
        error_code: null,
        created_by: null,
      })
      .execute();
  });
  await does(client, tools.tryTool, {
    params: { tool_id: tools.builtInToolIds.calculator },
    body: { idempotency_key: randomUUID(), function: 'calculate', arguments: { expression: '1+1' } },
  });
  await does(client, tools.deleteTool, { params: { tool_id: toolId } });
});

test('things: what is done with schedules is recorded', async () => {
  const client = await server.as('owner@pro.example');
  const definition = {
    name: 'Morning',
    bot_id: await botNamed(client, 'House Guide'),
    prompt: 'When is the building open?',
    cron: '0 7 * * 1-5',
    time_zone: 'Europe/Berlin',
  };
  const { id, revision } = await does(client, schedules.createSchedule, {
    body: { idempotency_key: randomUUID(), definition },
  });
  const params = { schedule_id: id };
  await does(client, schedules.putSchedule, {
    params,
    body: { revision, definition: { ...definition, cron: '0 8 * * *' } },
  });
  for (const state of ['paused', 'active'] as const)
    await does(client, schedules.switchSchedule, { params, body: { state } });
  await does(await server.as('admin@pro.example'), control.reassignEntries, {
    body: { schedule_ids: [id], member_id: await memberId(server, 'member@pro.example') },
  });
  await does(await server.as('admin@pro.example'), schedules.takeOverSchedule, { params });
  await does(await server.as('admin@pro.example'), schedules.deleteSchedule, { params });
});

test('things: what is done with automations is recorded', async () => {
  const client = await server.as('owner@pro.example');
  const bot_id = await botNamed(client, 'House Guide');
  const wish = (trigger: automations.Automation['trigger']) => ({
    name: 'Orders',
    trigger,
    bot_id,
    prompt: 'Sum up {{order}}.',
    actions: [],
  });
  const made = await does(client, automations.createAutomation, {
    body: { idempotency_key: randomUUID(), definition: wish({ kind: 'webhook' }) },
  });
  const of = { params: { automation_id: made.automation.id } };
  await does(client, automations.rotateAutomationSecret, { ...of, body: { of: 'webhook' } });
  const fields = [{ name: 'order', label: 'Order', kind: 'text' as const, options: [], is_required: false }];
  await does(client, automations.putAutomation, {
    ...of,
    body: {
      revision: made.automation.revision,
      definition: wish({ kind: 'form', title: 'Order', description: '', fields, thanks: '' }),
    },
  });
  await does(client, automations.renewFormLink, of);
  for (const state of ['active', 'paused'] as const)
    await does(client, automations.switchAutomation, { ...of, body: { state } });
  await does(client, automations.testAutomation, {
    ...of,
    body: { idempotency_key: randomUUID(), event: '{"order":"1"}' },
  });
  const admin = await server.as('admin@pro.example');
  for (const held of [true, false]) await does(admin, control.holdAll, { body: { held } });
  await does(admin, control.switchEntries, { body: { automation_ids: [made.automation.id], state: 'active' } });
  await does(admin, control.reassignEntries, {
    body: { automation_ids: [made.automation.id], member_id: await memberId(server, 'member@pro.example') },
  });
  await does(admin, automations.takeOverAutomation, of);
  await does(admin, automations.deleteAutomation, of);
});

test('money: what is ordered, cancelled and resumed, and whom it is invoiced to, is recorded', async () => {
  const client = await server.as('owner@team.example');
  const seen = dataOf(await client.call(changes.previewChange, { query: { plan_name: 'Growth' } }));
  await does(client, changes.orderChange, {
    body: {
      idempotency_key: randomUUID(),
      plan_name: seen.plan_name,
      at: seen.at,
      currency: seen.currency,
      total_now: seen.now.total,
      total_next: seen.next.total,
    },
  });
  await does(client, changes.cancelSubscription, {});
  await does(client, changes.resumeSubscription, {});
  await does(client, exportOrganization, { body: { idempotency_key: randomUUID() } });
  await does(client, saveBillingDetails, {
    body: { name: 'Harbour Logistics', address: '3 Pier, Porto', vat_id: '', email: null },
  });
});

test('the log itself, and the time zone: that it was exported and checked, and that it was changed, is recorded', async () => {
  const client = await server.as('owner@pro.example');
  await does(client, checkAuditLog, { body: { cursor: null } });
  await does(client, webhook.putAuditWebhook, { body: { url: 'http://127.0.0.1/refused' } });
  await does(client, webhook.rotateAuditWebhookSecret, {});
  await does(client, webhook.tryAuditWebhook, {});
  const { organization_id } = dataOf(await client.call(getWhoami));
  const { id } = await server.db.asSystem((trx) =>
    trx
      .insertInto('audit_deliveries')
      .values({ organization_id, first: '1', last: '2' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await server.db.asSystem((trx) =>
    trx.updateTable('audit_deliveries').set({ state: 'given_up' }).where('id', '=', id).execute(),
  );
  await does(client, webhook.resendWebhookDelivery, { params: { delivery_id: id } });
  await does(client, webhook.deleteAuditWebhook, {});
  await does(client, setTimeZone, { body: { time_zone: 'Asia/Taipei' } });
  await recorded('GET /audit-log/v1/export', () => client.call(exportAuditLog, { query: { format: 'csv' } }));
  const recording = Object.entries(table).flatMap(([name, value]) => (typeof value === 'string' ? [] : [name]));
  // Their own tests do them: they need other servers, or dialogues of others.
  const elsewhere = [
    'GET /dialogue-log/v1/dialogues/:dialogue_id',
    'PUT /dialogue-log/v1/names',
    'DELETE /dialogue-log/v1/names',
    'POST /dialogue-log/v1/exports',
    'GET /dialogue-log/v1/exports/:export_id/content',
    'POST /dialogue-log/v1/messages/:message_id/test-question',
    'POST /privileges/v1/sets',
    'PUT /privileges/v1/sets/:set_id',
    'DELETE /privileges/v1/sets/:set_id',
    'POST /privileges/v1/grants',
    'DELETE /privileges/v1/grants/:grant_id',
    'POST /governance/v1/rules',
    'PUT /governance/v1/rules/:rule_id',
    'PUT /governance/v1/rules/:rule_id/state',
    'DELETE /governance/v1/rules/:rule_id',
    'PUT /governance/v1/order',
    'PUT /governance/v1/approvals/:approval_id/decision',
    'POST /governance/v1/replays',
    'GET /governance/v1/replays/:replay_id',
    'DELETE /governance/v1/replays/:replay_id',
    'PUT /governance/v1/retention',
    'POST /governance/v1/holds',
    'DELETE /governance/v1/holds/:hold_id',
    'PUT /payment/v1/automatic-payment',
    'POST /payment/v1/stripe/events',
    'PUT /payment/v1/operator/payments',
    'PUT /payment/v1/operator/cancellations',
    'GET /file-manager/v1/dialogue-files/:attachment_id/text',
    'GET /file-manager/v1/dialogue-files/:attachment_id/content',
    'POST /tools/v1/tools',
    'PUT /tools/v1/tools/:tool_id',
    'POST /tools/v1/tools/:tool_id/refresh',
    'POST /tools/v1/sign-ins/finish',
    'DELETE /tools/v1/accounts/:account_id',
    'POST /tools/v1/calls/:call_id/answer',
    'POST /tools/v1/elicitations/:elicitation_id/answer',
    'GET /organization-exports/v1/exports/:export_id/content',
  ];
  expect(recording.filter((name) => !driven.has(name))).toEqual(elsewhere);
  console.info(
    `DUR-08: ${recording.length} of ${Object.keys(table).length} endpoints that may change something record it; ${driven.size} were done and left their entry, ${seen.size} kinds of them`,
  );
});
