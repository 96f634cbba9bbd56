/**
 * Every error code of the product, with its HTTP status. Its text for people is in the locale files of `shared` under
 * `errors.<code>`, in nine languages; the server sends it in the caller's language.
 */
export const errorCodes = {
  bad_request: 400,
  validation_failed: 400,
  body_not_json: 400,
  /** The code is not the one that was sent. `issues` has the remaining tries at `tries_left`. */
  code_wrong: 400,
  /** The code is too old, was used, or was entered wrongly too often: another one has to be sent. */
  code_expired: 400,
  /** A link of a mail that is unknown, too old, or was used. */
  link_invalid: 400,
  /** The new password is among the most common ones, or is the e-mail. */
  password_guessable: 400,
  unauthenticated: 401,
  credentials_wrong: 401,
  csrf_failed: 403,
  origin_refused: 403,
  forbidden: 403,
  /** The password that was asked for again. Not 401: the session is in order. */
  password_wrong: 403,
  /** Every membership of the person is deactivated: there is nothing to sign in to. */
  account_deactivated: 403,
  /** Only an owner appoints owners, and changes them. */
  owner_protected: 403,
  /** The invitation is for another e-mail than the caller's. */
  invitation_for_someone_else: 403,
  registration_incomplete: 403,
  workspace_expired: 403,
  workspace_disabled: 403,
  feature_missing: 403,
  /** A permission set denies it, or none allows it. */
  privilege_missing: 403,
  /** Nobody grants, or restores, what they may not do themselves. */
  above_own_rights: 403,
  /** The answer would reveal who is meant; give a reason to see names first. */
  names_hidden: 403,
  /** The team or bot is so small that its figures would reveal what one person does. */
  group_too_small: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  /** The key of the request is that of an earlier one, which asked for something else. */
  idempotency_key_reused: 409,
  run_active: 409,
  /** The queue of this dialogue is full. */
  queue_full: 409,
  /** A file of the prompt is still being read, or could not be. */
  attachment_not_ready: 409,
  /** The caller already has something of this name. */
  name_taken: 409,
  /** The caller has reached the limit of folders. */
  folders_full: 409,
  /** A step above the stage of the registration. `issues` has the stage at `stage`. */
  registration_step_ahead: 409,
  /** A step that an invited person skips. */
  registration_step_skipped: 409,
  registration_complete: 409,
  /** Another version of the document is the current one. */
  terms_outdated: 409,
  /** No seat of the plan is free. `issues` has the seats of the plan at `seats`. */
  seats_taken: 409,
  already_member: 409,
  already_invited: 409,
  /** The invitation was used, taken back, or is too old. */
  invitation_ended: 409,
  /** An organisation would be left without an owner. */
  last_owner: 409,
  /** An action allowed on others only: deactivating, handing over. */
  own_membership: 409,
  member_deactivated: 409,
  /** Another import of people is under way. */
  import_running: 409,
  /** The only member of an organisation has to confirm that it goes as well. */
  organization_would_end: 409,
  /** A statement would keep every owner from putting it right again. */
  locks_out_owner: 409,
  /** The caller would no longer get into the privileges. */
  locks_out_self: 409,
  /** The organisation has reached the limit of permission sets. */
  sets_full: 409,
  /** The caller has reached the limit of things of their own. `issues` has the number at `limit`. */
  limit_reached: 409,
  /** The receiver would own more of these than allowed. `issues` has the number at `limit`. */
  receiver_full: 409,
  /** A file that a newer version of the product has written. */
  import_too_new: 409,
  /** Something that publishing needs is missing. `issues` names it. */
  agent_incomplete: 409,
  /** The standard model only quotes from files: it writes no text of its own. */
  model_cannot_write: 409,
  /** The test set of the agent has reached the limit of questions. */
  test_set_full: 409,
  /** The agent is disabled or archived: nobody may ask it. */
  bot_disabled: 409,
  /** The plan has no place for another agent. `issues` has the places of the plan at `agents`. */
  agents_full: 409,
  /** The plan has no place for another schedule or automation. `issues` has the places of the plan at `schedules`. */
  schedules_full: 409,
  /** A schedule or an automation without an owner does nothing. */
  owner_missing: 409,
  /** The new owner has not let it run yet, and only they can. */
  owner_has_not_agreed: 409,
  /** The receiver of a schedule or an automation may not do what it does. */
  receiver_lacks_rights: 409,
  /** The file exceeds the storage left in the plan. `meter` has the usage. */
  storage_full: 409,
  /** Parts of a large file are still missing. */
  upload_incomplete: 409,
  /** This month's dialogues of the plan are used up. `meter` has the day on which the count starts again. */
  dialogues_used_up: 409,
  /** The figures of an order are no longer those of its preview: the price, the plan or the agreement has changed. */
  preview_outdated: 409,
  /** More is used than the smaller plan includes. `issues` has each meter by kind, with its usage and limit. */
  plan_too_small: 409,
  /** An invoice is overdue: nothing more is ordered before it is paid. `issues` has its number at `invoice`. */
  invoice_overdue: 409,
  /** The organisation has reached the limit of tools. */
  tools_full: 409,
  /** The organisation has reached the limit of rules. */
  rules_full: 409,
  /** The data is under a legal hold of the organisation. */
  legal_hold: 409,
  /** Another replay of the organisation is under way. */
  replay_running: 409,
  /** A rule that stops or masks ordinary texts as well: it has to be confirmed. */
  rule_too_broad: 409,
  /** Nobody decides about their own prompt while another administrator could. */
  own_approval: 409,
  /** An administrator has to allow the prompt before it is answered, and has not. */
  prompt_not_allowed: 409,
  /** A rule warns of the prompt. `issues` has its message at `message`. */
  prompt_warned: 409,
  body_too_large: 413,
  media_type_unsupported: 415,
  /** The file is a picture in HEIC, by its name or its content. */
  heic_unsupported: 415,
  /** The bot's model takes no pictures. */
  images_unsupported: 415,
  /** The content does not match the file's extension. */
  file_type_mismatch: 422,
  /** A part of a large file differs from what was sent. */
  part_altered: 422,
  /** Reading it exceeded the time, memory or pages of a file. */
  file_too_complex: 422,
  file_unreadable: 422,
  file_encrypted: 422,
  /** It contains no text, as with a scan. */
  file_empty: 422,
  /** A PDF whose fonts do not say which characters their glyphs are. */
  file_text_unmapped: 422,
  /** The server of a web page says that it does not exist, or is not public. */
  page_refused: 422,
  /** A web page is of a kind that has no text. */
  page_unreadable: 422,
  /** An address that this installation does not call: in its own network, or none at all. */
  address_refused: 422,
  /** The server of a tool is called for a person who has signed in to it, and the caller has not. */
  tool_sign_in_needed: 409,
  /** The sign-in to a tool's server is not under way: it took too long, or somebody else began it. */
  tool_sign_in_over: 409,
  /** The person, or their authorization server, refused the sign-in to a tool; `issues` may say why at `said`. */
  tool_sign_in_declined: 409,
  /** The server of a tool offers no sign-in that can be used. `issues` has the reason at `said`, for developers. */
  tool_sign_in_unusable: 422,
  /** A document or a server describes functions in a way that cannot be used. */
  tool_unusable: 422,
  /** A rule refuses the prompt. `issues` has its message at `message`. */
  prompt_blocked: 422,
  /**
   * A regular expression that cannot be used. `issues` has its fault as a path (`patternFaults`), and the part that is
   * not supported, or what the parser says of the syntax, as the message.
   */
  pattern_unusable: 422,
  /** No cron expression of five fields, or no time zone. */
  cron_unusable: 422,
  /** No date ever meets the expression. */
  cron_never: 422,
  /** Two ticks lie closer together than the plan allows. `issues` has the minimum at `minutes_between`. */
  cron_too_often: 422,
  /** The request came by a host name that may be anybody's, and no WEB_ORIGIN says which is right. */
  host_unknown: 421,
  rate_limited: 429,
  /** The caller, or the organisation, has reached the limit of answers under way. */
  too_many_answers: 429,
  /** The caller's or the organisation's budget of this month is used up. */
  allowance_spent: 429,
  /** Too many wrong passwords for one e-mail, whether it has an account or not. */
  account_locked: 429,
  internal: 500,
  model_unavailable: 502,
  /** Another server could not be reached, or answered with an error. */
  address_unreachable: 502,
  /** The server of a tool answered 401 or 403. `issues` of this and the next three have its own words at `said`. */
  tool_sign_in_refused: 502,
  /** No MCP server is at the address of a tool, or one that speaks another transport. */
  tool_server_missing: 502,
  /** The server of a tool answered with an error. */
  tool_server_error: 502,
  /** The response of a tool's server does not follow its protocol. */
  tool_answer_unusable: 502,
  /** No model returned vectors of a text: it is found by its words alone. */
  index_failed: 502,
  /** The payment provider could not be reached, or failed: nothing was charged. */
  payment_unavailable: 502,
  /** The response of another server exceeds the size limit. */
  answer_too_large: 502,
  /** The prompt with its files is longer than the model takes. */
  model_context_exceeded: 502,
  /** The content itself is refused, by the model or by a filter before it. No other model is asked then. */
  model_refused: 502,
  /** The provider refuses requests of the form this installation sends, whatever their content. */
  model_request_refused: 502,
  /** A key, an address or the name of a model in the settings is not accepted. */
  model_misconfigured: 502,
  /** The installation's account with the provider has run out of credit. */
  model_credit_spent: 502,
  /** The response of the model was unusable: not of the protocol, empty, or not in the requested form. */
  model_answer_unusable: 502,
  model_rate_limited: 503,
  /** The readers of files, pages and tool servers are busy, and their queue is full. */
  readers_busy: 503,
  database_unavailable: 503,
  shutting_down: 503,
  model_timeout: 504,
  /** Another server did not answer in time. */
  address_timeout: 504,
  /** The server has no disk space left: nothing was stored; existing data can be read. */
  disk_full: 507,
} as const;
export type ErrorCode = keyof typeof errorCodes;

export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(errorCodes, value);
