-- Whoever has a second sign-in step confirms a new address from the present one as well.
alter table codes drop constraint codes_purpose_check;
alter table codes add constraint codes_purpose_check check (purpose in ('registration', 'sign_in', 'mfa_change', 'email_change', 'email_permit'));
