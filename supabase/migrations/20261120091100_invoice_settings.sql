-- Invoice settings: one row per account, upserted by the account holder. What new invoices say about their sender.
create table public.invoice_settings (
  user_id            uuid primary key references public.profiles on delete cascade,
  business_name      text check (char_length(business_name) <= 120),
  trading_name       text check (char_length(trading_name) <= 120),
  legal_form         text check (legal_form in ('sole_trader', 'partnership', 'limited')),
  company_number     text check (char_length(company_number) <= 20),
  address_line1      text check (char_length(address_line1) <= 120),
  address_line2      text check (char_length(address_line2) <= 120),
  address_line3      text check (char_length(address_line3) <= 120),
  town               text check (char_length(town) <= 80),
  postcode           text check (char_length(postcode) <= 12),
  country            text check (char_length(country) <= 60),
  phone              text check (char_length(phone) <= 40),
  email              text check (char_length(email) <= 254),
  logo_path          text check (char_length(logo_path) <= 300),
  vat_registered     boolean not null default true,
  vat_number         text check (char_length(vat_number) <= 20),
  vat_rate           numeric(5, 2) not null default 20 check (vat_rate >= 0 and vat_rate <= 100),
  currency           text not null default 'GBP' check (currency in ('GBP', 'EUR')),
  invoice_prefix     text not null default 'INV-' check (char_length(invoice_prefix) <= 8),
  next_number        integer not null default 1 check (next_number between 1 and 99999999),
  number_padding     smallint not null default 4 check (number_padding between 0 and 8),
  payment_terms_days smallint not null default 30 check (payment_terms_days between 0 and 120),
  bank_name          text check (char_length(bank_name) <= 80),
  account_name       text check (char_length(account_name) <= 120),
  sort_code          text check (sort_code ~ '^[0-9]{6}$'),
  account_number     text check (account_number ~ '^[0-9]{8}$'),
  iban               text check (char_length(iban) <= 34),
  bic                text check (char_length(bic) <= 11),
  footer_text        text check (char_length(footer_text) <= 500),
  show_times         boolean not null default false,
  show_person        boolean not null default false,
  show_notes         boolean not null default false,
  group_lines_by     text not null default 'none' check (group_lines_by in ('none', 'task', 'day')),
  email_subject      text check (char_length(email_subject) <= 200),
  email_body         text check (char_length(email_body) <= 2000),
  -- The fuel surcharge: diesel price per litre when the rates were set, diesel price now, and the share of fuel in the
  -- work, in percent. The rule itself is in the app (src/domain/prices/surcharge.ts); an invoice stores only the resulting
  -- item.
  surcharge_on       boolean not null default false,
  fuel_base_price    numeric(8, 4) check (fuel_base_price > 0),
  fuel_current_price numeric(8, 4) check (fuel_current_price > 0),
  fuel_share         numeric(5, 2) check (fuel_share >= 0 and fuel_share <= 100),
  updated_at         timestamptz not null default now(),
  -- Payment reminders: off until the account holder turns them on; sent a set number of days after the due date.
  reminders_on       boolean not null default false,
  reminder_first     smallint not null default 7 check (reminder_first between 1 and 60),
  reminder_second    smallint default 21 check (reminder_second between 2 and 120),
  -- The path of a logo is in the account's own folder.
  constraint invoice_settings_own_logo check (logo_path ~ ('^' || user_id || '/invoice/[0-9a-f]{64}\.(png|jpg)$')),
  constraint invoice_settings_reminder_order check (reminder_second > reminder_first)
);

-- Counters: the next number of each series. The row is locked while a number is taken, in the transaction that uses it,
-- so that no number is given twice and a failed invoice leaves no gap.
create table private.counters (
  user_id uuid not null references public.profiles on delete cascade,
  series  text not null,
  next    integer not null default 1 check (next >= 1),
  primary key (user_id, series)
);

create function private.make_counter() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into private.counters (user_id, series) values (new.id, 'invoice') on conflict do nothing;
  return null;
end $$;
create trigger make_counter after insert on public.profiles
  for each row when (new.role = 'admin') execute function private.make_counter();

-- Only the account holder's own settings may pass: row security checks an insert after its before triggers, which would
-- already have locked another account's counter and could reveal its number.
create function private.refuse_other_settings(account uuid) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if auth.uid() is not null and (account is distinct from private.account_id() or not private.is_admin()) then
    raise exception using errcode = '42501', message = 'Only the main account holder can do this.';
  end if;
end $$;

-- The next number may be raised, but never set back to a used one. The counter is authoritative; the column shows it.
create function private.keep_counter() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  counter integer;
  used    integer;
  shown   text;
begin
  perform private.refuse_other_settings(new.user_id);
  perform private.refuse_if(new.next_number not between 1 and 99999999, 'The next number must be between 1 and 99,999,999.');
  -- Invoice and credit note numbers share one unique key per account.
  perform private.refuse_if(new.invoice_prefix ilike 'CN-%', 'CN- begins the numbers of credit notes. Choose another prefix.');
  -- Lock the settings before the counter, as when an invoice is issued: an upsert gets here before it has locked its
  -- row.
  perform 1 from public.invoice_settings where user_id = new.user_id for update;
  insert into private.counters (user_id, series) values (new.user_id, 'invoice') on conflict do nothing;
  select next into counter from private.counters where user_id = new.user_id and series = 'invoice' for update;
  if new.next_number <> counter then
    select max(sequence_no) into used from public.invoices where user_id = new.user_id and series = 'invoice';
    if new.next_number <= used then
      select invoice_number into shown from public.invoices
      where user_id = new.user_id and series = 'invoice' and sequence_no = used;
      raise exception using errcode = '23514',
        message = format('%s is already used. The next number must be %s or more.', shown, used + 1);
    end if;
    update private.counters set next = new.next_number where user_id = new.user_id and series = 'invoice';
  end if;
  return new;
end $$;

-- An insert without a number (or with 1) starts from the counter, not from 1.
create function private.start_from_counter() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.refuse_other_settings(new.user_id);
  if new.next_number = 1 then
    -- Take the same locks as keep_counter, which runs next: otherwise an invoice issued in between would use this
    -- number.
    perform 1 from public.invoice_settings where user_id = new.user_id for update;
    select next into new.next_number from private.counters where user_id = new.user_id and series = 'invoice' for update;
    new.next_number := coalesce(new.next_number, 1);
  end if;
  return new;
end $$;

-- Everyone in the account may know the currency; the other invoice settings are readable by the account holder only.
create function private.copy_currency() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.farm_settings set currency = new.currency where user_id = new.user_id and currency <> new.currency;
  return null;
end $$;

create trigger a_start_from_counter before insert on public.invoice_settings
  for each row execute function private.start_from_counter();
create trigger b_keep_counter before insert or update on public.invoice_settings
  for each row execute function private.keep_counter();
-- Issuing an invoice moves next_number. The invoice itself records that, and the currency does not change, so neither
-- of these two triggers needs to run.
create trigger copy_currency after insert or update of currency on public.invoice_settings
  for each row execute function private.copy_currency();
create trigger write_audit after update on public.invoice_settings
  for each row when (old.next_number = new.next_number or current_user in ('authenticated', 'service_role'))
  execute function private.write_audit();
create trigger touch before update on public.invoice_settings for each row execute function private.touch();

alter table public.invoice_settings enable row level security;
create policy "admin reads invoice settings" on public.invoice_settings
  for select to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()));
create policy "admin makes invoice settings" on public.invoice_settings
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()));
create policy "admin changes invoice settings" on public.invoice_settings
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()))
  with check (user_id = (select private.account_id()));

-- An upsert also sets its key, so the grant covers all columns; the policies keep the key fixed.
revoke all on public.invoice_settings from anon, authenticated;
grant select, insert, update on public.invoice_settings to authenticated;
grant all on public.invoice_settings to service_role;

revoke all on private.counters from public, anon, authenticated;
revoke execute on function private.make_counter(), private.refuse_other_settings(uuid), private.keep_counter(),
  private.start_from_counter(), private.copy_currency() from public, anon, authenticated;

-- Not public. No SVG and no PDF: they can carry a script.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('logos', 'logos', false, 1048576, '{image/jpeg,image/png}')
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- logos/ACCOUNT/invoice/HASH.png, where HASH is the hash of the content. Sent invoices keep their logo for ever, so a
-- logo is added but never overwritten or deleted.
create policy "admin reads logos" on storage.objects
  for select to authenticated
  using (bucket_id = 'logos' and (storage.foldername(name))[1] = (select private.account_id())::text and (select private.is_admin()));
create policy "admin adds logos" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'logos' and (storage.foldername(name))[1] = (select private.account_id())::text
    and storage.foldername(name) = array[(select private.account_id())::text, 'invoice']
    and storage.filename(name) ~ '^[0-9a-f]{64}\.(png|jpg)$' and (select private.is_admin()) and (select private.can_write())
    and (select private.has_room('logos')));

select private.guard_values('public.invoice_settings');
