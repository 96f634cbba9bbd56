-- A tenant changes what somebody is in it, and nothing else: people come and go by what acts across organisations.
revoke insert, update, delete on memberships from parlance_app;
grant update (is_admin, is_owner, deactivated_at) on memberships to parlance_app;
