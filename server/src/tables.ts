import type { AttachmentTables } from './library/attachments/tables.ts';
import type { AuditTables } from './platform/audit/tables.ts';
import type { AutomationTables } from './studio/automations/tables.ts';
import type { BillingTables } from './money/billing/tables.ts';
import type { BotTables } from './library/bots/tables.ts';
import type { ChartTables } from './oversight/charts/tables.ts';
import type { CodeTables } from './people/codes/tables.ts';
import type { DialogueLogTables } from './oversight/dialogue-log/tables.ts';
import type { DialogueTables } from './dialogue/dialogues/tables.ts';
import type { ExecutionTables } from './studio/executions/tables.ts';
import type { FileTables } from './library/files/tables.ts';
import type { FolderTables } from './dialogue/folders/tables.ts';
import type { GovernanceTables } from './dialogue/governance/tables.ts';
import type { InvitationTables } from './people/invitations/tables.ts';
import type { JobTables } from './platform/jobs/tables.ts';
import type { KnowledgeTables } from './library/knowledge/tables.ts';
import type { LimitTables } from './platform/limits/tables.ts';
import type { MailTables } from './platform/mail/tables.ts';
import type { MemberTables } from './people/members/tables.ts';
import type { ModelTables } from './money/ledger/tables.ts';
import type { OrganizationExportTables } from './lifecycle/organization-exports/tables.ts';
import type { OrganizationTables } from './people/organizations/tables.ts';
import type { PaymentTables } from './money/payment/tables.ts';
import type { PlanTables } from './people/plans/tables.ts';
import type { PrivilegeTables } from './people/privileges/tables.ts';
import type { PromptTemplateTables } from './dialogue/prompt-templates/tables.ts';
import type { ReleaseTables } from './operations/releases/tables.ts';
import type { ReplayTables } from './oversight/replays/tables.ts';
import type { RegistrationTables } from './people/registration/tables.ts';
import type { RetentionTables } from './lifecycle/retention/tables.ts';
import type { RunTables } from './dialogue/runs/tables.ts';
import type { ScheduleTables } from './studio/schedules/tables.ts';
import type { SessionTables } from './people/session/tables.ts';
import type { ShareTables } from './dialogue/shares/tables.ts';
import type { StudioTables } from './studio/agents/tables.ts';
import type { TermsTables } from './people/terms/tables.ts';
import type { ToolTables } from './dialogue/tools/tables.ts';
import type { UploadTables } from './library/uploads/tables.ts';
import type { UsageTables } from './oversight/usage/tables.ts';
import type { UserTables } from './people/users/tables.ts';

/** Every table, one line a module. */
export type Tables = AttachmentTables &
  AuditTables &
  AutomationTables &
  BillingTables &
  BotTables &
  ChartTables &
  CodeTables &
  DialogueLogTables &
  DialogueTables &
  ExecutionTables &
  FileTables &
  FolderTables &
  GovernanceTables &
  InvitationTables &
  JobTables &
  KnowledgeTables &
  LimitTables &
  MailTables &
  MemberTables &
  ModelTables &
  OrganizationExportTables &
  OrganizationTables &
  PaymentTables &
  PlanTables &
  PrivilegeTables &
  PromptTemplateTables &
  RegistrationTables &
  ReleaseTables &
  ReplayTables &
  RetentionTables &
  RunTables &
  ScheduleTables &
  SessionTables &
  ShareTables &
  StudioTables &
  TermsTables &
  ToolTables &
  UploadTables &
  UsageTables &
  UserTables;
