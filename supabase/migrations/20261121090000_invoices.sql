-- Invoices: snapshots of what a customer was sent: supplier, customer, lines and totals as they were on the day.
create table public.invoices (
  id                  uuid not null default gen_random_uuid(),
  user_id             uuid not null references public.profiles on delete cascade,
  invoice_number      text not null,
  series              text not null default 'invoice',
  sequence_no         integer not null,
  kind                text not null default 'invoice' check (kind in ('invoice', 'credit_note')),
  credits_invoice_id  uuid,
  customer_id         uuid,
  customer_snapshot   jsonb not null check (private.is_flat(customer_snapshot)),
  supplier_snapshot   jsonb not null check (private.is_flat(supplier_snapshot)),
  issue_date          date not null,
  tax_point           date not null,
  due_date            date not null,
  currency            text not null check (currency in ('GBP', 'EUR')),
  lines               jsonb not null check (private.is_list_of_objects(lines)),
  additional_items    jsonb not null default '[]'
                      check (private.is_list_of(additional_items, '{"id": "string", "description": "string", "amount": "number"}')),
  subtotal            numeric(12, 2) not null,
  vat_rate            numeric(5, 2),
  vat_amount          numeric(12, 2) not null,
  total               numeric(12, 2) not null check (total = subtotal + vat_amount),
  generated_at        timestamptz not null default now(),
  sent_at             timestamptz check (sent_at >= generated_at),
  paid_at             timestamptz check (paid_at >= generated_at),
  voided_at           timestamptz check (voided_at is null or (sent_at is null and paid_at is null)),
  -- When this document was offset against its counterpart: an invoice by its credit note, a note by the unpaid invoice
  -- it corrects.
  credited_at         timestamptz check (credited_at >= generated_at),
  reason              text check (reason <> '' and char_length(reason) <= 300),
  -- The customer's own order number, as typed on the draft.
  order_number        text check (order_number <> '' and order_number = btrim(order_number) and char_length(order_number) <= 40),
  pdf_path            text,
  -- The storage version of that file, recorded when it was stored, and its hash, recorded when it was first read for
  -- mailing. The storage service can be made to overwrite a file (with an upload URL signed earlier), so both are
  -- compared before mailing.
  pdf_version         text,
  pdf_sha256          text check (pdf_sha256 ~ '^[0-9a-f]{64}$'),
  revision            integer not null default 1,
  created_by          uuid references public.profiles on delete set null,
  created_by_name     text not null,
  updated_at          timestamptz not null default now(),
  primary key (user_id, id),
  unique (user_id, invoice_number),
  unique (user_id, series, sequence_no),
  check ((kind = 'credit_note') = (credits_invoice_id is not null)),
  -- The path follows from the invoice, so that no invoice can point at another one's file.
  constraint invoices_own_file check (pdf_path = user_id || '/' || id || '.pdf'),
  constraint invoices_series_kind_check check (series = kind),
  constraint invoices_note_reason_check check ((kind = 'credit_note') = (reason is not null)),
  constraint invoices_credited_live_check check (credited_at is null or voided_at is null),
  -- A note offset against an unpaid invoice is never paid out; a note is never withdrawn.
  constraint invoices_note_marks_check check (kind = 'invoice' or (voided_at is null and (credited_at is null or paid_at is null))),
  constraint invoices_credits_fkey foreign key (user_id, credits_invoice_id) references public.invoices (user_id, id) on delete cascade,
  constraint invoices_customer_fkey foreign key (user_id, customer_id) references public.customers (user_id, id) on delete cascade
);
create index invoices_by_date_idx on public.invoices (user_id, issue_date desc, sequence_no desc, id desc);
create index invoices_open_idx on public.invoices (user_id, due_date)
  where kind = 'invoice' and paid_at is null and voided_at is null and credited_at is null;
create index invoices_customer_idx on public.invoices (user_id, customer_id, issue_date desc);
-- An invoice can be credited once.
create unique index invoices_credits_idx on public.invoices (user_id, credits_invoice_id) where credits_invoice_id is not null;
create index invoices_created_by_idx on public.invoices (created_by) where created_by is not null;
-- Payments are read by date; the refunds still to be paid are few.
create index invoices_paid_idx on public.invoices (user_id, paid_at) where paid_at is not null;
create index invoices_refund_idx on public.invoices (user_id)
  where kind = 'credit_note' and paid_at is null and credited_at is null;

create trigger touch before update on public.invoices for each row execute function private.touch();
create trigger write_audit after update or delete on public.invoices for each row execute function private.write_audit();

alter table public.invoices enable row level security;
create policy "admin reads invoices" on public.invoices
  for select to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()));

-- Clients cannot write invoices: only the functions in the following migrations do.
revoke all on public.invoices from anon, authenticated;
grant select on public.invoices to authenticated;
grant all on public.invoices to service_role;

-- Requests: the result of each request id, so that a repeated request gets the same result.
create table private.requests (
  user_id    uuid not null references public.profiles on delete cascade,
  request_id uuid not null,
  action     text not null,
  answer     uuid[] not null,
  at         timestamptz not null default now(),
  primary key (user_id, request_id)
);
revoke all on private.requests from public, anon, authenticated;

-- A customer with invoices can't be deleted either, nor one who owes invoices of another program (*_opening_balances.sql).
create function private.keep_customers_with_invoices() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if not exists (select from public.profiles where id = old.user_id) then return old; end if;
  perform private.refuse_if(
    exists (select from public.invoices where user_id = old.user_id and customer_id = old.id)
      or exists (select from public.opening_balances where user_id = old.user_id and customer_id = old.id),
    format('%s has invoices. Archive instead?', old.name));
  return old;
end $$;
create trigger keep_customers_with_invoices before delete on public.customers
  for each row execute function private.keep_customers_with_invoices();

revoke execute on function private.keep_customers_with_invoices() from public, anon, authenticated;

select private.guard_values('public.invoices');
select private.guard_values('private.requests');
