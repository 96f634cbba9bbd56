import type { PlanFeature } from '@parlance/shared/contract/access/access';
import type { Endpoint } from '@parlance/shared/contract/endpoint';
import { fillPath } from '@parlance/shared/contract/endpoint';
import { halfSignedInAs, signedUpAs } from '../testing/registering.ts';
import { type Client, type TestServer, startTestServer } from '../testing/test-app.ts';

/**
 * The access table: route × role → status, the centre of tenancy and rights. A new endpoint fails here until its row is
 * written, so that nobody's access is an accident. `pass` is any response of the handler itself (200, 400, 404): the
 * guard admitted the request. A number is the guard's refusal.
 */
const roles = [
  'anonymous',
  'halfSignedIn',
  'signedUp',
  'pending',
  'member',
  'admin',
  'owner',
  'freeMember',
  'freeOwner',
  'expiredMember',
  'expiredOwner',
  'disabledOwner',
] as const;
type Role = (typeof roles)[number];
type Row = Record<Role, number | 'pass'>;

/**
 * Roles that are not a demonstration account whose session is opened: half of a sign-in, and a registration whose
 * address is not verified.
 */
type Visitor = 'anonymous' | 'halfSignedIn' | 'signedUp';
const emails: Record<Exclude<Role, Visitor>, string> = {
  pending: 'pending@new.example',
  member: 'member@pro.example',
  admin: 'admin@pro.example',
  owner: 'owner@pro.example',
  freeMember: 'member@free.example',
  freeOwner: 'owner@free.example',
  expiredMember: 'member@expired.example',
  expiredOwner: 'owner@expired.example',
  disabledOwner: 'owner@team.example',
};

const row = (columns: Partial<Row>, rest: number | 'pass'): Row => ({
  ...(Object.fromEntries(roles.map((role) => [role, rest])) as Row),
  ...columns,
}); // every role is there
const anyone = row({}, 'pass');
const nobody = { anonymous: 401, halfSignedIn: 401 };
const anySession = row(nobody, 'pass');
/** Endpoints between the two steps of a sign-in. */
const halfSignedIn = row({ halfSignedIn: 'pass' }, 401);
/** Steps of a registration: for nobody who has completed theirs. */
const registering = row({ ...nobody, signedUp: 'pass', pending: 'pass' }, 409);
/** A member's own things, in a workspace of every status. */
const anyMember = row({ ...nobody, signedUp: 403, pending: 403 }, 'pass');
const activeMembers = row(
  { ...nobody, signedUp: 403, pending: 403, expiredMember: 403, expiredOwner: 403, disabledOwner: 403 },
  'pass',
);
/** Administrators of an active workspace whose plan grants the feature; the Free! plan does not have most of them. */
const adminsWithFeature = (free: number | 'pass') =>
  row({ admin: 'pass', owner: 'pass', freeOwner: free, ...nobody }, 403);

/** Every member of an active workspace whose plan grants the feature. */
const membersWithFeature = row(
  {
    ...nobody,
    signedUp: 403,
    pending: 403,
    freeMember: 403,
    freeOwner: 403,
    expiredMember: 403,
    expiredOwner: 403,
    disabledOwner: 403,
  },
  'pass',
);

/** Administrators, whatever the plan grants, and the owner of an expired workspace (specification §4, §5). */
const administratorsOrExpiredOwner = row(
  { ...nobody, admin: 'pass', owner: 'pass', freeOwner: 'pass', expiredOwner: 'pass' },
  403,
);
/** Endpoints that cost something, or end something. */
const ownersAlsoExpired = { ...administratorsOrExpiredOwner, admin: 403 } as const;

const table: Record<string, Row> = {
  'GET /healthz': anyone,
  'GET /readyz': anyone,
  'GET /plans/v1/plans': anyone,
  'POST /auth/v1/sign_in': anyone,
  'POST /auth/v1/sign_in/verification': halfSignedIn,
  'POST /auth/v1/sign_in/code': halfSignedIn,
  'GET /auth/v1/sign_out': anyone,
  'POST /auth/v1/password_reset': anyone,
  'POST /auth/v1/password_reset/confirmation': anyone,
  'POST /auth/v1/email_reversal': anyone,
  'GET /auth/v1/whoami': anySession,
  'GET /auth/v1/sessions': anyMember,
  'DELETE /auth/v1/sessions': anyMember,
  'DELETE /auth/v1/sessions/:session_id': anyMember,
  'GET /auth/v1/memberships': anyMember,
  'POST /auth/v1/memberships/:member_id/session': anyMember,
  'GET /auth/v1/owners': { ...anyMember, disabledOwner: 403 },
  'GET /users/v1/profile': anySession,
  'PATCH /users/v1/profile': anyMember,
  'POST /users/v1/password': anyMember,
  'POST /users/v1/mfa': anyMember,
  'POST /users/v1/mfa/confirmation': anyMember,
  'POST /users/v1/email': anyMember,
  'POST /users/v1/email/code': anyMember,
  'POST /users/v1/email/confirmation': anyMember,
  'GET /users/v1/data': anyMember,
  'POST /users/v1/deletion': anyMember,
  'POST /auth/v1/sign_up': anyone,
  'GET /user-journey/v1/registration': registering,
  'POST /user-journey/v1/registration/code': registering,
  'POST /user-journey/v1/registration/verification': registering,
  'POST /user-journey/v1/registration/verification-by-link': anyone,
  'PUT /user-journey/v1/registration/names': registering,
  'PUT /user-journey/v1/registration/plan': registering,
  'POST /user-journey/v1/registration/enterprise-contact': registering,
  'POST /user-journey/v1/registration/completion': anySession,
  'POST /user-journey/v1/registration/deletion': registering,
  'GET /user-journey/v1/registration-status': anySession,
  'GET /user-journey/v1/registration-attempt/search': anySession,
  'GET /user-journey/v1/terms-acceptances': anySession,
  'POST /user-journey/v1/terms-acceptances': anySession,
  'POST /invitations/v1/invitations': adminsWithFeature('pass'),
  'GET /invitations/v1/invitations': adminsWithFeature('pass'),
  'DELETE /invitations/v1/invitations/:invitation_id': adminsWithFeature('pass'),
  'POST /invitations/v1/invitations/:invitation_id/mail': adminsWithFeature('pass'),
  'POST /invitations/v1/invitation': anyone,
  'POST /invitations/v1/acceptances': anyMember,
  'GET /bots/v1/bots': activeMembers,
  'GET /bots/v1/bots/:bot_id': activeMembers,
  'PUT /bots/v1/bots/:bot_id/favorite': activeMembers,
  'GET /dialogues/v1/dialogues': activeMembers,
  'POST /dialogues/v1/dialogues': activeMembers,
  'GET /dialogues/v1/dialogues/:dialogue_id': activeMembers,
  'PATCH /dialogues/v1/dialogues/:dialogue_id': activeMembers,
  'DELETE /dialogues/v1/dialogues/:dialogue_id': activeMembers,
  'POST /dialogues/v1/dialogues/:dialogue_id/restore': activeMembers,
  'PUT /dialogues/v1/dialogues/:dialogue_id/branch': activeMembers,
  'POST /dialogues/v1/messages/:message_id/regenerate': activeMembers,
  'POST /dialogues/v1/messages/:message_id/continue': activeMembers,
  'PUT /dialogues/v1/messages/:message_id/rating': activeMembers,
  'DELETE /dialogues/v1/messages/:message_id/rating': activeMembers,
  'GET /dialogues/v1/dialogues/:dialogue_id/shares': activeMembers,
  'POST /dialogues/v1/dialogues/:dialogue_id/shares': activeMembers,
  'GET /members/v1/colleagues': activeMembers,
  'GET /members/v1/colleague-teams': activeMembers,
  'GET /shares/v1/shared-with-me': activeMembers,
  'GET /shares/v1/shares/:share_id': activeMembers,
  'DELETE /shares/v1/shares/:share_id': activeMembers,
  'GET /shares/v1/shares/:share_id/messages': activeMembers,
  'GET /shares/v1/shares/:share_id/calls': activeMembers,
  'POST /shares/v1/shares/:share_id/copy': activeMembers,
  'GET /dialogues/v1/search': activeMembers,
  'GET /dialogues/v1/dialogues/:dialogue_id/export': activeMembers,
  'GET /dialogue-log/v1/dialogues': adminsWithFeature(403),
  'GET /dialogue-log/v1/dialogues/:dialogue_id': adminsWithFeature(403),
  'GET /dialogue-log/v1/dialogues/:dialogue_id/messages': adminsWithFeature(403),
  'GET /dialogue-log/v1/choices': adminsWithFeature(403),
  'GET /dialogue-log/v1/names': adminsWithFeature(403),
  'PUT /dialogue-log/v1/names': adminsWithFeature(403),
  'DELETE /dialogue-log/v1/names': adminsWithFeature(403),
  'POST /dialogue-log/v1/messages/:message_id/test-question': adminsWithFeature(403),
  'POST /dialogue-log/v1/exports': adminsWithFeature(403),
  'GET /dialogue-log/v1/exports': adminsWithFeature(403),
  'GET /dialogue-log/v1/exports/:export_id/content': adminsWithFeature(403),
  'DELETE /dialogue-log/v1/exports/:export_id': adminsWithFeature(403),
  'GET /folders/v1/folders': activeMembers,
  'POST /folders/v1/folders': activeMembers,
  'PATCH /folders/v1/folders/:folder_id': activeMembers,
  'DELETE /folders/v1/folders/:folder_id': activeMembers,
  'GET /dialogues/v1/dialogues/:dialogue_id/messages': activeMembers,
  'GET /dialogues/v1/messages/:message_id/reasoning': activeMembers,
  'POST /dialogues/v1/dialogues/:dialogue_id/messages': activeMembers,
  'POST /files/v1/attachments': activeMembers,
  'GET /files/v1/attachments': activeMembers,
  'GET /files/v1/attachments/:attachment_id': activeMembers,
  'DELETE /files/v1/attachments/:attachment_id': activeMembers,
  'GET /files/v1/files/:file_id/text': activeMembers,
  'GET /files/v1/files/:file_id/content': activeMembers,
  'POST /uploads/v1/uploads': activeMembers,
  'GET /uploads/v1/uploads/:upload_id': activeMembers,
  'PUT /uploads/v1/uploads/:upload_id/parts/:number': activeMembers,
  'POST /uploads/v1/uploads/:upload_id/completion': activeMembers,
  'DELETE /uploads/v1/uploads/:upload_id': activeMembers,
  'GET /knowledge/v1/sources': activeMembers,
  'GET /knowledge/v1/deleted': activeMembers,
  'GET /knowledge/v1/sources/:source_id': activeMembers,
  'PATCH /knowledge/v1/sources/:source_id': activeMembers,
  'DELETE /knowledge/v1/sources/:source_id': activeMembers,
  'POST /knowledge/v1/sources/:source_id/restore': activeMembers,
  'POST /knowledge/v1/sources/:source_id/refresh': activeMembers,
  'PUT /knowledge/v1/sources/:source_id/access': activeMembers,
  'GET /knowledge/v1/sources/:source_id/text': activeMembers,
  'PUT /knowledge/v1/sources/:source_id/text': activeMembers,
  'POST /knowledge/v1/sources/:source_id/file': activeMembers,
  'GET /knowledge/v1/sources/:source_id/passages': activeMembers,
  'POST /knowledge/v1/files': activeMembers,
  'POST /knowledge/v1/folders': activeMembers,
  'POST /knowledge/v1/web-pages': activeMembers,
  'POST /knowledge/v1/texts': activeMembers,
  'POST /knowledge/v1/retrieval': activeMembers,
  'GET /file-manager/v1/files': adminsWithFeature('pass'),
  'GET /file-manager/v1/files/:source_id': adminsWithFeature('pass'),
  'GET /file-manager/v1/files/:source_id/versions/:version_id/content': adminsWithFeature('pass'),
  'POST /file-manager/v1/files/:source_id/versions/:version_id/restore': adminsWithFeature('pass'),
  'PUT /file-manager/v1/files/:source_id/owner': adminsWithFeature('pass'),
  'POST /file-manager/v1/files/bulk': adminsWithFeature('pass'),
  'GET /file-manager/v1/owners': adminsWithFeature('pass'),
  'GET /file-manager/v1/storage': adminsWithFeature('pass'),
  'GET /file-manager/v1/dialogue-files': adminsWithFeature('pass'),
  'GET /file-manager/v1/dialogue-files/:attachment_id': adminsWithFeature('pass'),
  // The contents are open to readers of the dialogue log as well.
  'GET /file-manager/v1/dialogue-files/:attachment_id/text': adminsWithFeature(403),
  'GET /file-manager/v1/dialogue-files/:attachment_id/content': adminsWithFeature(403),
  'GET /models/v1/allowance': activeMembers,
  'GET /runs/v1/runs/:run_id': activeMembers,
  'GET /runs/v1/runs/:run_id/events': activeMembers,
  'POST /runs/v1/runs/:run_id/stop': activeMembers,
  'GET /prompt-templates/v1/templates': membersWithFeature,
  'POST /prompt-templates/v1/templates': membersWithFeature,
  'POST /prompt-templates/v1/templates/bulk': membersWithFeature,
  'GET /prompt-templates/v1/templates/:template_id': membersWithFeature,
  'PUT /prompt-templates/v1/templates/:template_id': membersWithFeature,
  'GET /prompt-templates/v1/templates/:template_id/file': membersWithFeature,
  'PATCH /prompt-templates/v1/templates/:template_id/marks': membersWithFeature,
  'PUT /prompt-templates/v1/templates/:template_id/access': membersWithFeature,
  'POST /prompt-templates/v1/templates/:template_id/review': adminsWithFeature(403),
  'GET /prompt-templates/v1/templates/:template_id/versions': membersWithFeature,
  'GET /prompt-templates/v1/templates/:template_id/versions/:number': membersWithFeature,
  'PUT /prompt-templates/v1/templates/:template_id/version-in-use': membersWithFeature,
  'GET /prompt-templates/v1/labels': membersWithFeature,
  'GET /prompt-templates/v1/usable': membersWithFeature,
  'GET /prompt-templates/v1/usable/:template_id': membersWithFeature,
  'POST /prompt-templates/v1/usable/:template_id/uses': membersWithFeature,
  'GET /studio/v1/agents': activeMembers,
  'POST /studio/v1/agents': activeMembers,
  'GET /studio/v1/agent-templates': activeMembers,
  'GET /studio/v1/models': activeMembers,
  'GET /studio/v1/agents/uses': activeMembers,
  'POST /studio/v1/agents/bulk': activeMembers,
  'GET /studio/v1/agents/:agent_id': activeMembers,
  'GET /studio/v1/agents/:agent_id/file': activeMembers,
  'POST /studio/v1/agents/:agent_id/presence': activeMembers,
  'PUT /studio/v1/agents/:agent_id/draft': activeMembers,
  'PUT /studio/v1/agents/:agent_id/access': activeMembers,
  'PUT /studio/v1/agents/:agent_id/owner': activeMembers,
  'POST /studio/v1/agents/:agent_id/test-dialogues': activeMembers,
  'POST /studio/v1/test-dialogues/:dialogue_id/messages': activeMembers,
  'GET /studio/v1/agents/:agent_id/test-set': activeMembers,
  'PUT /studio/v1/agents/:agent_id/test-set': activeMembers,
  'POST /studio/v1/agents/:agent_id/test-runs': activeMembers,
  'GET /studio/v1/agents/:agent_id/test-runs': activeMembers,
  'GET /studio/v1/test-runs/:test_run_id': activeMembers,
  'POST /studio/v1/test-runs/:test_run_id/stop': activeMembers,
  'POST /studio/v1/agents/:agent_id/versions': activeMembers,
  'GET /studio/v1/agents/:agent_id/versions': activeMembers,
  'GET /studio/v1/agents/:agent_id/versions/:number': activeMembers,
  'POST /studio/v1/agents/:agent_id/versions/:number/restore': activeMembers,
  'GET /tools/v1/tools': activeMembers,
  'POST /tools/v1/tools': activeMembers,
  'GET /tools/v1/tools/:tool_id': activeMembers,
  'PUT /tools/v1/tools/:tool_id': activeMembers,
  'DELETE /tools/v1/tools/:tool_id': activeMembers,
  'POST /tools/v1/tools/:tool_id/refresh': activeMembers,
  'POST /tools/v1/tools/:tool_id/trial': activeMembers,
  'POST /tools/v1/previews': activeMembers,
  'POST /tools/v1/tools/:tool_id/sign-ins': activeMembers,
  'POST /tools/v1/sign-ins/finish': activeMembers,
  'GET /tools/v1/accounts': activeMembers,
  'DELETE /tools/v1/accounts/:account_id': activeMembers,
  'GET /tools/v1/dialogues/:dialogue_id/calls': activeMembers,
  'GET /tools/v1/contents/:content_id': activeMembers,
  'POST /tools/v1/calls/:call_id/answer': activeMembers,
  'POST /tools/v1/elicitations/:elicitation_id/answer': activeMembers,
  'GET /audit-log/v1/entries': adminsWithFeature(403),
  'GET /audit-log/v1/entries/:number': adminsWithFeature(403),
  'GET /audit-log/v1/export': adminsWithFeature(403),
  'POST /audit-log/v1/checks': adminsWithFeature(403),
  'GET /audit-log/v1/webhook': adminsWithFeature(403),
  'PUT /audit-log/v1/webhook': adminsWithFeature(403),
  'DELETE /audit-log/v1/webhook': adminsWithFeature(403),
  'POST /audit-log/v1/webhook/secrets': adminsWithFeature(403),
  'POST /audit-log/v1/webhook/trials': adminsWithFeature(403),
  'GET /audit-log/v1/webhook/deliveries': adminsWithFeature(403),
  'POST /audit-log/v1/webhook/deliveries/:delivery_id/tries': adminsWithFeature(403),
  'GET /privileges/v1/sets': adminsWithFeature(403),
  'POST /privileges/v1/sets': adminsWithFeature(403),
  'GET /privileges/v1/sets/:set_id': adminsWithFeature(403),
  'PUT /privileges/v1/sets/:set_id': adminsWithFeature(403),
  'DELETE /privileges/v1/sets/:set_id': adminsWithFeature(403),
  'GET /privileges/v1/grants': adminsWithFeature(403),
  'POST /privileges/v1/grants': adminsWithFeature(403),
  'DELETE /privileges/v1/grants/:grant_id': adminsWithFeature(403),
  'GET /privileges/v1/nameable': adminsWithFeature(403),
  'GET /privileges/v1/explanation': adminsWithFeature(403),
  'POST /privileges/v1/previews': adminsWithFeature(403),
  'GET /members/v1/members': adminsWithFeature('pass'),
  'GET /members/v1/members/:member_id': adminsWithFeature('pass'),
  'PUT /members/v1/members/:member_id/role': adminsWithFeature('pass'),
  'PUT /members/v1/members/:member_id/teams': adminsWithFeature('pass'),
  'PUT /members/v1/members/:member_id/state': adminsWithFeature('pass'),
  'GET /members/v1/members/:member_id/belongings': adminsWithFeature('pass'),
  'POST /members/v1/members/:member_id/offboarding': adminsWithFeature('pass'),
  'POST /members/v1/members/bulk': adminsWithFeature('pass'),
  'POST /members/v1/imports': adminsWithFeature('pass'),
  'GET /members/v1/imports': adminsWithFeature('pass'),
  'GET /members/v1/imports/:import_id': adminsWithFeature('pass'),
  'GET /members/v1/imports/:import_id/refused-lines': adminsWithFeature('pass'),
  'GET /teams/v1/teams': adminsWithFeature('pass'),
  'POST /teams/v1/teams': adminsWithFeature('pass'),
  'PATCH /teams/v1/teams/:team_id': adminsWithFeature('pass'),
  'DELETE /teams/v1/teams/:team_id': adminsWithFeature('pass'),
  'GET /teams/v1/teams/:team_id/uses': adminsWithFeature('pass'),
  // The owner of a team decides who is in it; for every other member it is not found.
  'GET /teams/v1/teams/:team_id/members': activeMembers,
  'PUT /teams/v1/teams/:team_id/members/:member_id': activeMembers,
  'DELETE /teams/v1/teams/:team_id/members/:member_id': activeMembers,
  'GET /governance/v1/rules': adminsWithFeature(403),
  'POST /governance/v1/rules': adminsWithFeature(403),
  'GET /governance/v1/rules/:rule_id': adminsWithFeature(403),
  'PUT /governance/v1/rules/:rule_id': adminsWithFeature(403),
  'PUT /governance/v1/rules/:rule_id/state': adminsWithFeature(403),
  'DELETE /governance/v1/rules/:rule_id': adminsWithFeature(403),
  'PUT /governance/v1/order': adminsWithFeature(403),
  'GET /governance/v1/rules/:rule_id/versions': adminsWithFeature(403),
  'GET /governance/v1/rules/:rule_id/hits': adminsWithFeature(403),
  'GET /governance/v1/approvals': adminsWithFeature(403),
  'PUT /governance/v1/approvals/:approval_id/decision': adminsWithFeature(403),
  'POST /governance/v1/bench': adminsWithFeature(403),
  'POST /governance/v1/replays': adminsWithFeature(403),
  'GET /governance/v1/replays': adminsWithFeature(403),
  'GET /governance/v1/replays/:replay_id': adminsWithFeature(403),
  'DELETE /governance/v1/replays/:replay_id': adminsWithFeature(403),
  'GET /governance/v1/replay-choices': adminsWithFeature(403),
  'GET /governance/v1/retention': adminsWithFeature(403),
  'PUT /governance/v1/retention': adminsWithFeature(403),
  'POST /governance/v1/retention/dry-run': adminsWithFeature(403),
  'GET /governance/v1/holds': adminsWithFeature(403),
  'POST /governance/v1/holds': adminsWithFeature(403),
  'DELETE /governance/v1/holds/:hold_id': adminsWithFeature(403),
  'GET /governance/v1/hold-teams': adminsWithFeature(403),
  'GET /studio/v1/schedules': activeMembers,
  'POST /studio/v1/schedules': activeMembers,
  'GET /studio/v1/schedules/:schedule_id': activeMembers,
  'PUT /studio/v1/schedules/:schedule_id': activeMembers,
  'DELETE /studio/v1/schedules/:schedule_id': activeMembers,
  'PUT /studio/v1/schedules/:schedule_id/state': activeMembers,
  'PUT /studio/v1/schedules/:schedule_id/owner': activeMembers,
  'POST /studio/v1/schedules/:schedule_id/executions': activeMembers,
  'POST /studio/v1/schedule-previews': activeMembers,
  'GET /automation-control/v1/entries': adminsWithFeature('pass'),
  'GET /automation-control/v1/owners': adminsWithFeature('pass'),
  'GET /automation-control/v1/summary': adminsWithFeature('pass'),
  'PUT /automation-control/v1/hold': adminsWithFeature('pass'),
  'PUT /automation-control/v1/states': adminsWithFeature('pass'),
  'PUT /automation-control/v1/owners': adminsWithFeature('pass'),
  'GET /studio/v1/executions': activeMembers,
  'GET /studio/v1/executions/:execution_id': activeMembers,
  'POST /studio/v1/executions/:execution_id/replays': activeMembers,
  'DELETE /studio/v1/executions/:execution_id': activeMembers,
  'GET /subscription/v1/subscription': administratorsOrExpiredOwner,
  'GET /subscription/v1/preview': administratorsOrExpiredOwner,
  'POST /subscription/v1/orders': ownersAlsoExpired,
  'POST /subscription/v1/cancellation': ownersAlsoExpired,
  'DELETE /subscription/v1/cancellation': ownersAlsoExpired,
  'GET /invoices/v1/invoices': administratorsOrExpiredOwner,
  'GET /invoices/v1/invoices/:invoice_id': administratorsOrExpiredOwner,
  'GET /invoices/v1/billing-details': administratorsOrExpiredOwner,
  'PUT /invoices/v1/billing-details': administratorsOrExpiredOwner,
  'GET /invoices/v1/invoices/:invoice_id/pdf': administratorsOrExpiredOwner,
  'POST /invoices/v1/invoices/:invoice_id/payment': ownersAlsoExpired,
  'POST /payment/v1/portal-sessions': ownersAlsoExpired,
  'PUT /payment/v1/automatic-payment': ownersAlsoExpired,
  // Authenticated by signature: see payment.test.ts.
  'POST /payment/v1/stripe/events': anyone,
  // Authenticated by the operator's key, without a session.
  'GET /payment/v1/operator/invoices': row({}, 401),
  'PUT /payment/v1/operator/payments': row({}, 401),
  'PUT /payment/v1/operator/cancellations': row({}, 401),
  'GET /operator/v1/releases': row({}, 401),
  'POST /operator/v1/releases': row({}, 401),
  'POST /operator/v1/rollbacks': row({}, 401),
  'PUT /operator/v1/audiences': row({}, 401),
  'PUT /operator/v1/switches': row({}, 401),
  'POST /operator/v1/backups': row({}, 401),
  'POST /operator/v1/session': anyone,
  'GET /operator/v1/session': row({}, 401),
  'DELETE /operator/v1/session': anyone,
  'GET /operator/v1/deployment': row({}, 401),
  'POST /releases/v1/reports': row({ ...nobody, expiredMember: 403, expiredOwner: 403, disabledOwner: 403 }, 'pass'),
  'POST /releases/v1/vitals': row({ ...nobody, expiredMember: 403, expiredOwner: 403, disabledOwner: 403 }, 'pass'),
  'POST /organization-exports/v1/exports': ownersAlsoExpired,
  'GET /organization-exports/v1/exports': ownersAlsoExpired,
  'GET /organization-exports/v1/exports/:export_id/content': ownersAlsoExpired,
  'POST /charts/v1/session-data': activeMembers,
  'POST /charts/v1/events': activeMembers,
  'GET /charts/v1/series': adminsWithFeature(403),
  'GET /charts/v1/tops': adminsWithFeature(403),
  'GET /charts/v1/choices': adminsWithFeature(403),
  'GET /charts/v1/own-usage': activeMembers,
  'PUT /charts/v1/time-zone': adminsWithFeature(403),
  'GET /studio/v1/automations': activeMembers,
  'POST /studio/v1/automations': activeMembers,
  'GET /studio/v1/automations/:automation_id': activeMembers,
  'PUT /studio/v1/automations/:automation_id': activeMembers,
  'DELETE /studio/v1/automations/:automation_id': activeMembers,
  'PUT /studio/v1/automations/:automation_id/state': activeMembers,
  'PUT /studio/v1/automations/:automation_id/owner': activeMembers,
  'POST /studio/v1/automations/:automation_id/secrets': activeMembers,
  'POST /studio/v1/automations/:automation_id/form-links': activeMembers,
  'POST /studio/v1/event-samples': activeMembers,
  'POST /studio/v1/automation-previews': activeMembers,
  'POST /studio/v1/automations/:automation_id/tests': activeMembers,
  'POST /studio/v1/executions/:execution_id/actions/:position/tries': activeMembers,
  'POST /hooks/v1/:automation_id': anyone,
  'GET /forms/v1/:token': anyone,
  'POST /forms/v1/:token': anyone,
};

/** The page's own origin, which a browser states with every request that changes something. */
const web = 'http://localhost:3000';

/** Refusals of the guard; the handler's own are about the object or the input. */
const guardCodes = [
  'unauthenticated',
  'registration_incomplete',
  'registration_complete',
  'workspace_expired',
  'workspace_disabled',
  'forbidden',
  'feature_missing',
  'privilege_missing',
  'csrf_failed',
  'origin_refused',
];

let server: TestServer;
const clients = {} as Record<Role, Client>; // filled in beforeAll for every role
beforeAll(async () => {
  server = await startTestServer();
  await server.db.asSystem((trx) =>
    trx
      .updateTable('organizations')
      .set({ workspace_status: 'DISABLED' })
      .where(
        'id',
        'in',
        trx
          .selectFrom('memberships')
          .innerJoin('users', 'users.id', 'memberships.user_id')
          .where('users.email', '=', emails.disabledOwner)
          .select('memberships.organization_id'),
      )
      .execute(),
  );
  for (const role of roles) clients[role] = await clientOf(role);
});
afterAll(() => server.close());

async function clientOf(role: Role): Promise<Client> {
  if (role === 'halfSignedIn') return halfSignedInAs(server, 'otp@pro.example');
  if (role === 'signedUp') return signedUpAs(server, 'nobody@registers.example');
  return role === 'anonymous' ? server.anonymous() : server.as(emails[role]);
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const services = () => [server.app, server.charts, server.payment];
const registered = () => services().flatMap((app) => app.endpoints.map((endpoint) => ({ app, endpoint })));

test('every registered endpoint has its row, and every row its endpoint', () => {
  const names = [...new Set(registered().map(({ endpoint }) => nameOf(endpoint)))].sort();
  expect(Object.keys(table).sort()).toEqual(names);
});

test.each(roles)('%s reaches exactly what the table says', async (role) => {
  const wrong: string[] = [];
  for (const { app, endpoint } of registered()) {
    const name = nameOf(endpoint);
    const client = clients[role];
    if (role !== 'anonymous') await giveCsrfToken(client);
    const ids = Object.fromEntries(
      [...endpoint.path.matchAll(/:(\w+)/g)].map(([, id = '']) => [id, crypto.randomUUID()]),
    );
    const answer = await app.inject({
      method: endpoint.method,
      url: fillPath(endpoint.path, ids),
      headers: name === 'GET /auth/v1/sign_out' ? {} : { ...client.headers(), origin: web },
    });
    const code = answer.statusCode < 400 ? '' : String(answer.json().code);
    const actual = guardCodes.includes(code) ? answer.statusCode : 'pass';
    if (actual !== table[name]?.[role])
      wrong.push(`${name}: expected ${table[name]?.[role]}, was ${actual} (${answer.statusCode} ${code})`);
    expect(answer.statusCode).toBeLessThan(500);
  }
  expect(wrong).toEqual([]);
});

/**
 * Specification §4: what is left of an expired workspace and of one that is disabled. Nothing else, whatever is added.
 */
const leftOver: Partial<Record<Role, RegExp>> = {
  expiredMember: /^\/(healthz|readyz|plans|auth|users|user-journey|invitations\/v1\/(invitation|acceptances))\b/,
  expiredOwner:
    /^\/(healthz|readyz|plans|auth|users|user-journey|invitations\/v1\/(invitation|acceptances)|subscription|invoices|payment|organization-exports)\b/,
  disabledOwner: /^\/(healthz|readyz|plans|auth|users|user-journey|invitations\/v1\/(invitation|acceptances))\b/,
};

test('an expired workspace reaches its own session, and its owner the subscription, the payment and the export; a disabled one its own session (TEN-08)', async () => {
  let asked = 0;
  const reached: string[] = [];
  for (const [role, allowed] of Object.entries(leftOver) as [Role, RegExp][]) {
    for (const { app, endpoint } of registered()) {
      if (endpoint.requires === 'public' || allowed.test(endpoint.path)) continue;
      const ids = Object.fromEntries(
        [...endpoint.path.matchAll(/:(\w+)/g)].map(([, id = '']) => [id, crypto.randomUUID()]),
      );
      const { statusCode, payload } = await app.inject({
        method: endpoint.method,
        url: fillPath(endpoint.path, ids),
        headers: { ...clients[role].headers(), origin: web },
      });
      asked += 1;
      if (!/"code":"workspace_(expired|disabled)"/.test(payload))
        reached.push(`${nameOf(endpoint)} as ${role}: ${statusCode}`);
    }
  }
  expect(reached).toEqual([]);
  console.info(
    `TEN-08: ${reached.length} of ${asked} requests from expired and disabled workspaces reached what is not theirs`,
  );
});

/** Fetches the csrftoken, which comes with the first response to a client without one. */
async function giveCsrfToken(client: Client): Promise<void> {
  if (client.cookies.has('csrftoken')) return;
  const answer = await server.app.inject({ url: '/auth/v1/whoami', headers: client.headers() });
  client.cookies.set('csrftoken', answer.cookies.find(({ name }) => name === 'csrftoken')?.value ?? 'missing');
}

/** Twenty requests an endpoint: on a busy machine they take minutes. */
const manyRequestsMs = 400_000;

const foreignSenders: Record<string, Record<string, string>> = {
  'another site': { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  'a sibling subdomain': { origin: 'http://evil.localhost:3000', 'sec-fetch-site': 'same-site' },
  'a sandboxed frame': { origin: 'null' },
  'a browser that hides its origin': { 'sec-fetch-site': 'cross-site' },
};

test(
  'from another origin nobody changes anything, whoever is signed in (AUT-06)',
  async () => {
    let asked = 0;
    const reached: string[] = [];
    for (const { app, endpoint } of registered()) {
      if (endpoint.method === 'GET' && endpoint.path !== '/auth/v1/sign_out') continue;
      for (const [sender, headers] of Object.entries(foreignSenders)) {
        for (const role of ['anonymous', 'halfSignedIn', 'signedUp', 'pending', 'owner'] as const) {
          const ids = Object.fromEntries(
            [...endpoint.path.matchAll(/:(\w+)/g)].map(([, id = '']) => [id, crypto.randomUUID()]),
          );
          const answer = await app.inject({
            method: endpoint.method,
            url: fillPath(endpoint.path, ids),
            headers: { host: 'localhost:8000', ...clients[role].headers(), ...headers },
          });
          const { code } = answer.json<{ code?: string }>();
          asked += 1;
          if (code !== 'origin_refused' && code !== 'unauthenticated')
            reached.push(`${nameOf(endpoint)} as ${role} from ${sender}: ${answer.statusCode} ${code}`);
        }
      }
    }
    expect(reached).toEqual([]);
    console.info(`AUT-06: ${reached.length} of ${asked} requests from another origin reached a handler`);
  },
  manyRequestsMs,
);

test('the plan table decides, with the next request and whatever a plan token says', async () => {
  const setFeatures = (features: PlanFeature[]) =>
    server.db.asSystem((trx) => trx.updateTable('plans').set({ features }).where('name', '=', 'Pro').execute());
  const before = await server.db.asSystem((trx) =>
    trx.selectFrom('plans').where('name', '=', 'Pro').select('features').executeTakeFirstOrThrow(),
  );
  await setFeatures(before.features.filter((feature) => feature !== 'user_management'));
  const without = await server.app.inject({ url: '/members/v1/members', headers: clients.owner.headers() });
  await setFeatures(before.features);
  expect(without.statusCode).toBe(403);
  expect(without.json()).toMatchObject({ code: 'feature_missing' });
  expect((await server.app.inject({ url: '/members/v1/members', headers: clients.owner.headers() })).statusCode).toBe(
    200,
  );
});

test('without its flag in the plan an administrator is refused on every endpoint of an area, and so are a member and an expired workspace', async () => {
  // Specification §5: the flag of the subscription manager is not asked for.
  const ofSubscription = /^\/(subscription|invoices)\//;
  const flagged = registered().filter(
    ({ endpoint: { path, requires } }) =>
      typeof requires === 'object' &&
      requires.role === 'admin' &&
      requires.feature !== undefined &&
      !ofSubscription.test(path),
  );
  const before = await server.db.asSystem((trx) =>
    trx.selectFrom('plans').where('name', '=', 'Pro').select('features').executeTakeFirstOrThrow(),
  );
  const setFeatures = (features: PlanFeature[]) =>
    server.db.asSystem((trx) => trx.updateTable('plans').set({ features }).where('name', '=', 'Pro').execute());
  const refusals = { member: 'forbidden', admin: 'feature_missing', expiredOwner: 'workspace_expired' } as const;
  const reached: string[] = [];
  for (const role of Object.keys(refusals) as (keyof typeof refusals)[]) await giveCsrfToken(clients[role]);
  await setFeatures([]);
  for (const { app, endpoint } of flagged) {
    for (const [role, refusal] of Object.entries(refusals) as [keyof typeof refusals, string][]) {
      const ids = Object.fromEntries(
        [...endpoint.path.matchAll(/:(\w+)/g)].map(([, id = '']) => [id, crypto.randomUUID()]),
      );
      const answer = await app.inject({
        method: endpoint.method,
        url: fillPath(endpoint.path, ids),
        headers: { ...clients[role].headers(), origin: web },
      });
      if (answer.json<{ code?: string }>().code !== refusal)
        reached.push(`${nameOf(endpoint)} as ${role}: ${answer.statusCode} ${answer.payload}`);
    }
  }
  await setFeatures(before.features);
  expect(reached).toEqual([]);
  console.info(
    `Areas of administrators: ${reached.length} of ${flagged.length * Object.keys(refusals).length} requests to ${flagged.length} endpoints reached one`,
  );
});
