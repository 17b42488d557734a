-- Invoices from before: what customers still owe on invoices of another program. They are not invoices of the app: they have
-- no lines, no VAT and no number of its series, but they are owed (docs/decisions/0069-invoices-from-before.md).
create table public.opening_balances (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null references public.profiles on delete cascade,
  customer_id     uuid not null,
  -- As the other program numbered it.
  number          text not null check (number <> '' and number = btrim(number) and char_length(number) <= 40),
  issued_on       date not null check (issued_on >= '2000-01-01'),
  due_on          date not null check (due_on < '2200-01-01'),
  currency        text not null check (currency in ('GBP', 'EUR')),
  -- With VAT, as on the invoice.
  amount          numeric(12, 2) not null check (amount > 0 and amount <= 9999999.99),
  -- Before it came into the app. The rest is open until paid_on.
  paid_so_far     numeric(12, 2) not null default 0 check (paid_so_far >= 0),
  paid_on         date check (paid_on >= '2000-01-01' and paid_on < '2200-01-01'),
  note            text check (note <> '' and char_length(note) <= 300),
  created_by      uuid references public.profiles on delete set null,
  created_by_name text not null,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  primary key (user_id, id),
  check (due_on >= issued_on),
  check (paid_so_far < amount),
  constraint opening_balances_customer_fkey foreign key (user_id, customer_id) references public.customers (user_id, id)
    on delete cascade
);
create unique index opening_balances_number_key on public.opening_balances (user_id, lower(number));
create index opening_balances_open_idx on public.opening_balances (user_id, due_on) where paid_on is null;
create index opening_balances_customer_idx on public.opening_balances (user_id, customer_id);
create index opening_balances_created_by_idx on public.opening_balances (created_by) where created_by is not null;

create function private.opening_balances_before_update() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.refuse_if(new.paid_on is distinct from old.paid_on and new.paid_on > private.today(new.user_id),
    'Payment date is in the future.');
  return new;
end $$;
create trigger opening_balances_before_update before update on public.opening_balances
  for each row execute function private.opening_balances_before_update();
create trigger touch before update on public.opening_balances for each row execute function private.touch();
create trigger write_audit after update or delete on public.opening_balances for each row execute function private.write_audit();

alter table public.opening_balances enable row level security;
create policy "admin reads invoices from before" on public.opening_balances
  for select to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()));
create policy "admin marks invoices from before" on public.opening_balances
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()))
  with check (user_id = (select private.account_id()));
create policy "admin deletes invoices from before" on public.opening_balances
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()));

-- They are added by import_rows only, and only the payment changes.
revoke all on public.opening_balances from anon, authenticated;
grant select, delete on public.opening_balances to authenticated;
grant update (paid_on) on public.opening_balances to authenticated;
grant all on public.opening_balances to service_role;

-- An open invoice of a file; null if there is one of this number. Its customer must be there (import_rows adds it first), and
-- an archived one stays archived. In the account's currency.
create function private.import_opening_balance(account uuid, item jsonb) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
declare
  given public.opening_balances := jsonb_populate_record(null::public.opening_balances, item);
  customer_name constant text := btrim(item ->> 'customer', E' \t\r\n');
  owner public.customers;
  added uuid;
begin
  given.number := coalesce(btrim(given.number, E' \t\r\n'), '');
  perform private.refuse_if(given.number = '', 'Enter the number of the invoice.');
  if exists (select from public.opening_balances b where b.user_id = account and lower(b.number) = lower(given.number)) then
    return null;
  end if;
  perform private.refuse_if(given.issued_on is null or given.due_on is null, 'Enter the day of issue and the day it is due.');
  perform private.refuse_if(given.issued_on < '2000-01-01', 'Choose a date from the year 2000 on.');
  perform private.refuse_if(given.issued_on > private.today(account), 'The day of issue is in the future.');
  perform private.refuse_if(given.due_on < given.issued_on, 'It can''t be due before it was issued.');
  perform private.refuse_if(given.due_on >= '2200-01-01', 'That date is too far away.');
  -- The column rounds, which would change what is owed.
  perform private.refuse_if((item ->> 'amount')::numeric <> given.amount or (item ->> 'paid_so_far')::numeric <> given.paid_so_far,
    'Amounts have at most two decimals.');
  perform private.refuse_if(coalesce(given.amount, 0) <= 0, 'The amount must be more than 0.');
  perform private.refuse_if(given.amount > 9999999.99, 'The amount is too large.');
  given.paid_so_far := coalesce(given.paid_so_far, 0);
  perform private.refuse_if(given.paid_so_far < 0, 'What was paid can''t be less than 0.');
  perform private.refuse_if(given.paid_so_far >= given.amount, 'It is paid. Leave it out.');
  -- A merge of customers that is just running comes first.
  select * into owner from public.customers c where c.user_id = account and lower(btrim(c.name)) = lower(customer_name)
  order by c.active desc, c.updated_at desc limit 1 for key share;
  if not found then
    select * into owner from public.customers c
    where c.user_id = account and c.id = private.formerly_named(account, customer_name) for key share;
  end if;
  perform private.refuse_if(owner.id is null, 'Enter the customer.');
  insert into public.opening_balances (user_id, customer_id, number, issued_on, due_on, currency, amount, paid_so_far, note,
    created_by, created_by_name)
  values (account, coalesce(owner.merged_into, owner.id), given.number, given.issued_on, given.due_on,
    coalesce((select s.currency from public.farm_settings s where s.user_id = account), 'GBP'),
    given.amount, given.paid_so_far, nullif(btrim(given.note, E' \t\r\n'), ''), auth.uid(), private.person_name(auth.uid()))
  returning id into added;
  return added;
end $$;

revoke execute on function private.opening_balances_before_update(), private.import_opening_balance(uuid, jsonb)
  from public, anon, authenticated;

select private.guard_values('public.opening_balances');
select private.guard_demo('public.opening_balances');
