-- Null: the invitation has no address, or the installation sends no e-mail.
alter table podcast_invitation
  add mail text constraint podcast_invitation_mail check (mail in ('pending', 'sent', 'failed'));
