import type { BotTables } from '../../modules/bots/tables.ts';
import type { CodeTables } from '../../modules/codes/tables.ts';
import type { DialogueTables } from '../../modules/dialogues/tables.ts';
import type { FileTables } from '../../modules/files/tables.ts';
import type { InvitationTables } from '../../modules/invitations/tables.ts';
import type { JobTables } from '../../jobs/tables.ts';
import type { LimitTables } from '../../modules/limits/tables.ts';
import type { MailTables } from '../../modules/mail/tables.ts';
import type { OrganizationTables } from '../../modules/organizations/tables.ts';
import type { PlanTables } from '../../modules/plans/tables.ts';
import type { RegistrationTables } from '../../modules/registration/tables.ts';
import type { RunTables } from '../../modules/runs/tables.ts';
import type { SessionTables } from '../../modules/session/tables.ts';
import type { TermsTables } from '../../modules/terms/tables.ts';
import type { UsageTables } from '../../modules/usage/tables.ts';
import type { UserTables } from '../../modules/users/tables.ts';

/** Every table, one line a module. */
export type Tables = BotTables &
  CodeTables &
  DialogueTables &
  FileTables &
  InvitationTables &
  JobTables &
  LimitTables &
  MailTables &
  OrganizationTables &
  PlanTables &
  RegistrationTables &
  RunTables &
  SessionTables &
  TermsTables &
  UsageTables &
  UserTables;
