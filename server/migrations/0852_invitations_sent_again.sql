-- Whoever sends an invitation again answers for what it gives from then on.
grant update (invited_by) on invitations to parlance_app;
