-- Messages of the contact form: stored before they are mailed, so that a failed mail loses nothing.
create table private.contact_messages (
  id         uuid primary key default gen_random_uuid(),
  name       text not null check (char_length(name) between 1 and 100),
  email      text not null check (char_length(email) between 3 and 254),
  message    text not null check (char_length(message) between 1 and 5000),
  created_at timestamptz not null default now(),
  mailed_at  timestamptz,
  -- The mail provider's id of the mail, or its error if it did not accept it.
  mail_id    text,
  mail_error text
);
create index contact_messages_created_idx on private.contact_messages (created_at);

-- Not exposed by the API. The contact function reads and writes it through the two functions below. The project's
-- operator reads it in the SQL editor: rows without mailed_at were never mailed.
alter table private.contact_messages enable row level security;
revoke all on private.contact_messages from public, anon, authenticated;
grant select, insert, update, delete on private.contact_messages to service_role;

-- Stores a message and returns its id. Messages older than a year are deleted: they have been answered or never will
-- be.
create function public.keep_contact_message(p_name text, p_email text, p_message text) returns uuid
  language plpgsql set search_path = ''
  as $$
declare message_id uuid;
begin
  delete from private.contact_messages where created_at < now() - interval '1 year';
  insert into private.contact_messages (name, email, message) values (p_name, p_email, p_message) returning id into message_id;
  return message_id;
end $$;

-- Records the result of its mail: the provider's id, or the error.
create function public.contact_message_mailed(p_id uuid, p_mail_id text default null, p_error text default null) returns void
  language sql set search_path = ''
  as $$
  update private.contact_messages
  set mailed_at = case when p_mail_id is not null then now() end, mail_id = p_mail_id, mail_error = left(p_error, 1000)
  where id = p_id
$$;

revoke execute on function public.keep_contact_message(text, text, text), public.contact_message_mailed(uuid, text, text)
  from public, anon, authenticated;
grant execute on function public.keep_contact_message(text, text, text), public.contact_message_mailed(uuid, text, text)
  to service_role;

select private.guard_values('private.contact_messages');
