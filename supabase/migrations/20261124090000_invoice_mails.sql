-- Sending: the PDF of each document as issued, the mails it was sent with, and their delivery state.

-- invoices/ACCOUNT/INVOICE.pdf, rendered and uploaded by the account holder's browser, never overwritten or deleted, so
-- that what was sent can always be shown.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('invoices', 'invoices', false, 5242880, '{application/pdf}')
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create policy "admin reads invoice files" on storage.objects
  for select to authenticated
  using (bucket_id = 'invoices' and (storage.foldername(name))[1] = (select private.account_id())::text and (select private.is_admin()));
create policy "admin adds invoice files" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'invoices' and (storage.foldername(name))[1] = (select private.account_id())::text
    and owner_id = (select auth.uid())::text and (select private.is_admin()) and (select private.can_write())
    and (select private.has_room('invoices'))
    and exists (
      select from public.invoices i
      where i.user_id = (select private.account_id()) and i.pdf_path is null and i.voided_at is null
        and i.id = substring(name from '^[^/]+/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.pdf$')::uuid));

-- Records that the file of this document is stored, and its storage version. Returns its path. Repeating the call
-- changes nothing.
create function public.keep_invoice_file(p_invoice_id uuid) returns text
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.lock_invoicing();
  path text := account || '/' || p_invoice_id || '.pdf';
  uploaded_version text;
begin
  perform private.refuse_if(not exists (select from public.invoices where user_id = account and id = p_invoice_id),
    'This invoice is not there.');
  select version into uploaded_version from storage.objects where bucket_id = 'invoices' and name = path;
  perform private.refuse_if(uploaded_version is null, 'The PDF of this invoice is not there yet.');
  update public.invoices set pdf_path = path, pdf_version = uploaded_version
    where user_id = account and id = p_invoice_id and pdf_path is null;
  return path;
end $$;

-- Whether the stored file is still the upload that was recorded.
create function private.has_kept_file(invoice public.invoices) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (select from storage.objects o
      where o.bucket_id = 'invoices' and o.name = invoice.pdf_path and o.version = invoice.pdf_version)
  $$;

-- Called by the mailing function after it has read the file and hashed it. Stores the hash the first time. Returns
-- false if the file is not the recorded upload or has another hash than before. The check runs after the read; that is
-- safe because a storage version is never reused.
create function public.confirm_invoice_file(p_account uuid, p_invoice_number text, p_sha256 text) returns boolean
  language plpgsql set search_path = ''
  as $$
declare invoice public.invoices;
begin
  select * into invoice from public.invoices where user_id = p_account and invoice_number = p_invoice_number for no key update;
  if invoice.id is null or not private.has_kept_file(invoice) then return false; end if;
  if invoice.pdf_sha256 is null then
    update public.invoices set pdf_sha256 = p_sha256 where user_id = p_account and id = invoice.id;
    return true;
  end if;
  return invoice.pdf_sha256 = p_sha256;
end $$;

-- Mails: one row for each time a document or a reminder of it was handed to the mail service, written before the
-- handover.
create table public.invoice_mails (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null references public.profiles on delete cascade,
  invoice_id      uuid not null,
  request_id      uuid not null default gen_random_uuid(),
  -- 1 or 2: the first or second automatic reminder; 0: a reminder sent by a person; null: the document itself.
  reminder        smallint check (reminder in (0, 1, 2)),
  -- Days past the due date when an open invoice was sent, zero or negative before it; null if nothing is owed on it.
  days_late       integer,
  -- The account's own wording at that time; null for the default wording. Stored with days_late, so that a retry sends
  -- the same mail.
  own_subject     text check (char_length(own_subject) <= 200),
  own_text        text check (char_length(own_text) <= 2000),
  to_address      text not null check (char_length(to_address) <= 254),
  message         text check (message <> '' and char_length(message) <= 1000),
  -- 'sending' until the service has responded; 'accepted' once it accepted the mail. Later states come from its events.
  state           text not null default 'sending'
                  check (state in ('sending', 'accepted', 'delayed', 'delivered', 'failed', 'bounced', 'complained')),
  -- Why it was not delivered, in the service's words.
  problem         text check (char_length(problem) <= 300),
  -- The mail's id at the service.
  provider_id     text check (char_length(provider_id) <= 100),
  state_at        timestamptz not null default now(),
  created_by      uuid references public.profiles on delete set null,
  created_by_name text not null,
  created_at      timestamptz not null default now(),
  primary key (user_id, id),
  unique (user_id, request_id),
  constraint invoice_mails_invoice_fkey foreign key (user_id, invoice_id) references public.invoices (user_id, id) on delete cascade
);
create index invoice_mails_invoice_idx on public.invoice_mails (user_id, invoice_id, created_at desc, id desc);
create index invoice_mails_day_idx on public.invoice_mails (user_id, created_at);
create index invoice_mails_created_by_idx on public.invoice_mails (created_by) where created_by is not null;
create unique index invoice_mails_provider_idx on public.invoice_mails (provider_id) where provider_id is not null;
-- Each automatic reminder is sent at most once.
create unique index invoice_mails_reminder_idx on public.invoice_mails (user_id, invoice_id, reminder) where reminder > 0;

alter table public.invoice_mails enable row level security;
create policy "admin reads invoice mails" on public.invoice_mails
  for select to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()));
-- Written by the functions below, which the project's edge functions call.
revoke all on public.invoice_mails from anon, authenticated;
grant select on public.invoice_mails to authenticated;
grant all on public.invoice_mails to service_role;

-- Delivery events of the mail service, each stored once. An event may arrive before the response that contains the
-- mail's id.
create table private.mail_events (
  id          text primary key check (char_length(id) <= 100),
  provider_id text not null check (char_length(provider_id) <= 100),
  state       text not null,
  problem     text,
  received_at timestamptz not null default now()
);
create index mail_events_provider_idx on private.mail_events (provider_id);
create index mail_events_received_idx on private.mail_events (received_at);
revoke all on private.mail_events from public, anon, authenticated;
grant select, insert, delete on private.mail_events to service_role;

-- Exactly one address: no list, no display name, no line break that could inject a header.
create function private.is_address(address text) returns boolean
  language sql immutable set search_path = ''
  as $$
    select coalesce(char_length(address) <= 254
      and address ~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$', false)
  $$;

-- The Reply-To of an account's mails: the address its holder signs in with, once confirmed, because any other could
-- belong to a stranger. Null if there is none.
create function private.answers_to(account uuid) returns text
  language sql stable security definer set search_path = ''
  as $$ select email from auth.users where id = account and email_confirmed_at is not null and private.is_address(email) $$;

-- Whether an account is new. New accounts may send less, because most abuse comes from accounts created for it.
create function private.is_new(account uuid, at timestamptz) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select created_at > at - interval '3 days' from public.profiles where id = account $$;

-- How many mails an account may send in any 24 hours.
create function private.mails_a_day(account uuid, at timestamptz) returns integer
  language sql stable security definer set search_path = ''
  as $$
    select case when subscription_status = 'active' then case when private.is_new(id, at) then 20 else 100 end
                else case when private.is_new(id, at) then 5 else 20 end end
    from public.profiles where id = account
  $$;

create function private.has_mails_left(account uuid, at timestamptz) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select count(*) < private.mails_a_day(account, at) from public.invoice_mails
    where user_id = account and created_at > at - interval '24 hours'
  $$;

-- Counts one mail from this account to this address, or raises with a message and counts nothing. These counts are
-- kept apart from the invoice_mails rows, which are deleted with their account: per recipient (from one account and
-- from all) and in total. Trial accounts have a total of their own, so that many accounts created for abuse can't use
-- up the total of paying ones. A run of reminders counts for many accounts in one transaction, so every caller takes
-- one lock first: callers that count accounts and recipients in different orders could deadlock. Recipients are stored
-- as hashes.
create function private.take_mail(account uuid, address text, at timestamptz) returns void
  language plpgsql set search_path = ''
  as $$
declare
  is_paying boolean := (select subscription_status = 'active' from public.profiles where id = account);
  recipient text := encode(sha256(convert_to(lower(address), 'UTF8')), 'hex');
  advice constant text := ' Download the PDF and mail it yourself, or send it later.';
begin
  if not private.has_mails_left(account, at) then
    raise exception using errcode = 'PT429', message = format('That is all for today: %s e-mails in 24 hours are the most%s.%s',
      private.mails_a_day(account, at), case when private.is_new(account, at) then ' in the first three days of an account' else '' end,
      advice);
  end if;
  perform pg_advisory_xact_lock(hashtextextended('invoice mails', 0));
  if not public.take_allowance('invoice-mail:' || case when is_paying then 'paying' else 'trial' end,
       case when is_paying then 5000 else 300 end, interval '1 day') then
    raise exception using errcode = 'PT429', message = 'This app has sent all the e-mails that it may send today.' || advice;
  end if;
  if not public.take_allowance('invoice-mail-to:' || recipient, 20, interval '1 day')
     or not public.take_allowance('invoice-mail-to:' || recipient || ':' || account, 10, interval '1 day') then
    raise exception using errcode = 'PT429', message = format('%s was sent enough e-mails today.', address) || advice;
  end if;
end $$;

-- A state only replaces one with a lower rank, so the order in which events arrive does not matter.
create function private.mail_rank(state text) returns integer
  language sql immutable set search_path = ''
  as $$ select array_position(array['sending', 'accepted', 'delayed', 'delivered', 'failed', 'bounced', 'complained'], state) $$;

-- A document can't be withdrawn while it is being mailed, nor after a mail of it was accepted, even if it is not marked as sent.
create function private.keep_while_mailed() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.refuse_if(
    exists (select from public.invoice_mails where user_id = new.user_id and invoice_id = new.id and state = 'sending'
              and state_at > now() - interval '10 minutes'),
    format('Invoice %s is being sent by e-mail this moment. Look again in ten minutes.', new.invoice_number));
  perform private.refuse_if(
    exists (select from public.invoice_mails where user_id = new.user_id and invoice_id = new.id and coalesce(reminder, 0) = 0
              and state in ('accepted', 'delayed', 'delivered', 'complained')),
    format('Invoice %s went out by e-mail. Mark it sent and issue a credit note.', new.invoice_number));
  return new;
end $$;
create trigger keep_while_mailed before update of voided_at on public.invoices
  for each row when (old.voided_at is null and new.voided_at is not null) execute function private.keep_while_mailed();

-- The data from which the sending function writes a mail.
create function private.mail_job(mail public.invoice_mails) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
      'id', mail.id, 'account', mail.user_id, 'state', mail.state, 'problem', mail.problem, 'to', mail.to_address, 'message', mail.message,
      'reminder', mail.reminder, 'daysLate', mail.days_late, 'ownSubject', mail.own_subject, 'ownText', mail.own_text,
      'path', i.pdf_path, 'number', i.invoice_number, 'kind', i.kind, 'customer', i.customer_snapshot ->> 'name',
      'sender', coalesce(i.supplier_snapshot ->> 'trading_name', i.supplier_snapshot ->> 'business_name', s.business_name),
      'phone', i.supplier_snapshot ->> 'phone', 'replyTo', private.answers_to(i.user_id),
      'invoice', i.id, 'sha256', i.pdf_sha256,
      'orderNumber', i.order_number, 'total', i.total, 'currency', i.currency, 'issued', i.issue_date, 'due', i.due_date)
    from public.invoices i join public.invoice_settings s on s.user_id = i.user_id
    where i.user_id = mail.user_id and i.id = mail.invoice_id
  $$;

-- Records, before it is sent, that a person mails a document or a reminder, and returns the data for the mail. The
-- account's own wording is used only for an invoice that is not late, because it speaks of a future due date. A
-- repeated request returns the same mail. So does the same document to the same address with the same message while it
-- is unknown whether the service accepted it: the service deduplicates by idempotency key, so the mail arrives once.
-- The service keeps a key for 24 hours; after 23 hours the mail counts as failed and is not sent again.
create function public.begin_invoice_mail(
    p_person uuid, p_request_id uuid, p_invoice_number text, p_to text, p_message text default null, p_reminder boolean default false)
  returns jsonb
  language plpgsql set search_path = ''
  as $$
declare
  account uuid;
  invoice public.invoices;
  mail    public.invoice_mails;
  message_text   text := nullif(btrim(coalesce(p_message, ''), E' \t\r\n'), '');
  reminder_kind    smallint := case when p_reminder then 0 end;
  late    integer;
begin
  select id into account from public.profiles where id = p_person and role = 'admin';
  if account is null then
    raise exception using errcode = '42501', message = 'Only the main account holder can do this.';
  end if;
  perform private.refuse_lapsed(account);
  perform private.refuse_if(p_request_id is null, 'The request has no id.');
  perform private.refuse_if(not private.is_address(p_to), 'Enter one e-mail address.');
  perform private.refuse_if(char_length(message_text) > 1000, 'The message is too long (1,000 characters at most).');
  perform private.lock_account_invoicing(account);
  select * into invoice from public.invoices where user_id = account and invoice_number = p_invoice_number for update;
  perform private.refuse_if(invoice.id is null, 'This invoice is not there.');
  select * into mail from public.invoice_mails where user_id = account and request_id = p_request_id for update;
  perform private.refuse_if(mail.id is not null
    and (mail.invoice_id, mail.to_address, mail.message, mail.reminder) is distinct from (invoice.id, p_to, message_text, reminder_kind),
    'This request was used for something else. Try again.');
  if mail.id is null then
    select * into mail from public.invoice_mails
      where user_id = account and invoice_id = invoice.id and reminder is not distinct from reminder_kind and state = 'sending' and to_address = p_to
        and message is not distinct from message_text and created_at > now() - interval '23 hours'
      order by created_at desc limit 1 for update;
  end if;
  perform private.refuse_if(coalesce(mail.state, 'sending') = 'sending' and invoice.voided_at is not null,
    format('Invoice %s is cancelled.', invoice.invoice_number));
  if mail.id is null then
    perform private.refuse_if(invoice.pdf_path is null, 'The PDF of this invoice is not stored yet. Open the invoice and send it again.');
    perform private.refuse_if(not private.has_kept_file(invoice),
      'The stored PDF of this invoice was changed after it was issued, so it was not mailed.');
    perform private.refuse_if(private.answers_to(account) is null,
      'Confirm your e-mail address first: follow the link in our mail. Answers of your customers go there.');
    if invoice.kind = 'invoice' and invoice.paid_at is null and invoice.credited_at is null then
      late := private.today(account) - invoice.due_date;
    end if;
    perform private.refuse_if(p_reminder and coalesce(late, 0) <= 0,
      format('%s is not overdue. Send the document itself.', invoice.invoice_number));
    perform private.take_mail(account, p_to, now());
    insert into public.invoice_mails (user_id, invoice_id, request_id, reminder, days_late, own_subject, own_text, to_address,
        message, created_by, created_by_name)
      select account, invoice.id, p_request_id, reminder_kind, late, case when late <= 0 then nullif(btrim(email_subject), '') end,
        case when late <= 0 then nullif(btrim(email_body), '') end, p_to, message_text, p_person,
        coalesce(private.person_name(p_person), 'Someone')
      from public.invoice_settings where user_id = account
      returning * into mail;
  elsif mail.state = 'sending' and mail.created_at <= now() - interval '23 hours' then
    update public.invoice_mails set state = 'failed', problem = 'The mail service did not answer.', state_at = now()
      where user_id = account and id = mail.id returning * into mail;
  elsif mail.state = 'sending' then
    update public.invoice_mails set state_at = now(), problem = null where user_id = account and id = mail.id returning * into mail;
  end if;
  return private.mail_job(mail);
end $$;

-- Sets a mail's state to the highest-ranked event known. The caller holds the lock of its provider_id.
create function private.settle_mail(provider text) returns void
  language sql security definer set search_path = ''
  as $$
    update public.invoice_mails m set state = news.state, problem = news.problem, state_at = now()
    from (select e.state, e.problem from private.mail_events e where e.provider_id = provider
          order by private.mail_rank(e.state) desc, e.id limit 1) news
    where m.provider_id = provider and private.mail_rank(news.state) > private.mail_rank(m.state)
  $$;

-- The service accepted the mail: the document and its works are marked sent today. An earlier sent date is kept, and a
-- credited invoice keeps its marks. The audit log names the person who sent it.
create function public.accept_invoice_mail(p_account uuid, p_mail_id uuid, p_provider_id text) returns void
  language plpgsql set search_path = ''
  as $$
declare
  claims  text := current_setting('request.jwt.claims', true);
  invoice public.invoices;
  mail    public.invoice_mails;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_provider_id, 0));
  perform private.lock_account_invoicing(p_account);
  select i.* into invoice from public.invoices i join public.invoice_mails m on m.user_id = i.user_id and m.invoice_id = i.id
    where m.user_id = p_account and m.id = p_mail_id for update of i;
  update public.invoice_mails set state = 'accepted', problem = null, provider_id = p_provider_id, state_at = now()
    where user_id = p_account and id = p_mail_id and provider_id is null and state in ('sending', 'failed') returning * into mail;
  if mail.id is null then return; end if;
  if coalesce(mail.reminder, 0) = 0 and invoice.sent_at is null and invoice.voided_at is null
     and (invoice.kind = 'credit_note' or invoice.credited_at is null) then
    invoice.sent_at := greatest(now(), invoice.generated_at);
    perform set_config('request.jwt.claims', jsonb_build_object('sub', mail.created_by)::text, true);
    perform private.put_marks(invoice);
    perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  end if;
  perform private.settle_mail(p_provider_id);
end $$;

-- The service did not accept the mail. With p_final it refused it; without, the result is unknown and the mail stays
-- 'sending'.
create function public.fail_invoice_mail(p_account uuid, p_mail_id uuid, p_problem text, p_final boolean) returns void
  language sql set search_path = ''
  as $$
    update public.invoice_mails set state = case when p_final then 'failed' else state end, problem = left(p_problem, 300), state_at = now()
    where user_id = p_account and id = p_mail_id and state = 'sending'
  $$;

-- Records an event of the service about a mail, in any order and any number of times. False if the event is already
-- known.
create function public.record_mail_event(p_event_id text, p_provider_id text, p_state text, p_problem text default null) returns boolean
  language plpgsql set search_path = ''
  as $$
begin
  perform private.refuse_if(p_event_id is null or p_provider_id is null or coalesce(private.mail_rank(p_state), 1) < 3,
    'This is no news of a mail.');
  perform pg_advisory_xact_lock(hashtextextended(p_provider_id, 0));
  insert into private.mail_events (id, provider_id, state, problem) values (p_event_id, p_provider_id, p_state, left(p_problem, 300))
    on conflict do nothing;
  if not found then return false; end if;
  perform private.settle_mail(p_provider_id);
  -- The service repeats an event for some hours; after a month it is no longer needed.
  delete from private.mail_events where received_at < now() - interval '30 days';
  return true;
end $$;

revoke execute on function private.has_kept_file(public.invoices), private.is_address(text), private.answers_to(uuid),
  private.is_new(uuid, timestamptz), private.mails_a_day(uuid, timestamptz), private.has_mails_left(uuid, timestamptz),
  private.take_mail(uuid, text, timestamptz), private.mail_rank(text), private.keep_while_mailed(),
  private.mail_job(public.invoice_mails), private.settle_mail(text) from public, anon, authenticated;
-- The functions of mails and reminders run as the service role.
grant execute on function private.refuse_lapsed(uuid), private.today(uuid), private.person_name(uuid),
  private.refuse_if(boolean, text), private.has_kept_file(public.invoices), private.is_address(text),
  private.answers_to(uuid), private.is_new(uuid, timestamptz), private.mails_a_day(uuid, timestamptz),
  private.has_mails_left(uuid, timestamptz), private.take_mail(uuid, text, timestamptz), private.mail_rank(text),
  private.lock_account_invoicing(uuid), private.put_marks(public.invoices), private.mail_job(public.invoice_mails),
  private.settle_mail(text) to service_role;
revoke execute on function public.keep_invoice_file(uuid) from public, anon;
grant execute on function public.keep_invoice_file(uuid) to authenticated;
revoke execute on function public.confirm_invoice_file(uuid, text, text),
  public.begin_invoice_mail(uuid, uuid, text, text, text, boolean), public.accept_invoice_mail(uuid, uuid, text),
  public.fail_invoice_mail(uuid, uuid, text, boolean), public.record_mail_event(text, text, text, text)
  from public, anon, authenticated;
grant execute on function public.confirm_invoice_file(uuid, text, text),
  public.begin_invoice_mail(uuid, uuid, text, text, text, boolean), public.accept_invoice_mail(uuid, uuid, text),
  public.fail_invoice_mail(uuid, uuid, text, boolean), public.record_mail_event(text, text, text, text)
  to service_role;

select private.guard_values('public.invoice_mails');
select private.guard_values('private.mail_events');
