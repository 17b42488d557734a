-- Works: one row per line of a job done for a customer. The job log, and the source of every invoice line.

-- For a generated column, which takes immutable functions only; array_to_string is not one, but texts have no settings.
create function private.one_text(texts text[]) returns text
  language plpgsql immutable set search_path = ''
  as $$ begin return coalesce(array_to_string(texts, E'\n'), ''); end $$;

create table public.works (
  id                   uuid not null default gen_random_uuid(),
  user_id              uuid not null references public.profiles on delete cascade,
  employee_id          uuid references public.profiles on delete set null,
  customer             text not null check (char_length(customer) between 1 and 120),
  customer_id          uuid not null,
  task_name            text not null check (char_length(task_name) between 1 and 80),
  task_description     text check (char_length(task_description) <= 500),
  chargeable_unit      text not null check (char_length(chargeable_unit) between 1 and 30),
  rate                 numeric(12, 4) check (rate >= 0 and rate <= 99999.9999),
  quantity             numeric(12, 4) check (quantity > 0 and quantity <= 999999.9999),
  start_time           time(0),
  finish_time          time(0),
  -- Whether the time is in the second one of the hours that a night repeats when the clocks go back.
  start_second         boolean not null default false,
  finish_second        boolean not null default false,
  breaks               integer not null default 0 check (breaks >= 0),
  work_date            date not null check (work_date >= '2000-01-01' and work_date < '2200-01-01'),
  total_time           numeric(8, 4) check (total_time > 0 and total_time <= 24),
  total_value          numeric(12, 2) check (total_value >= 0 and total_value <= 9999999.99),
  value_overridden     boolean not null default false,
  notes                text check (char_length(notes) <= 2000),
  created_at           timestamptz not null default now(),
  -- When the person saved it, by the clock of their device: it may be weeks before created_at, and that clock may be
  -- wrong.
  recorded_at          timestamptz,
  updated_at           timestamptz not null default now(),
  created_by_name      text not null,
  -- Who did it: the people of its job, each once (*_jobs.sql keeps both lists). Null if the job names nobody; then the
  -- entry counts for who logged it.
  done_by              uuid[],
  done_by_names        text[],
  invoice_id           uuid,
  invoice_number       text,
  invoice_generated_at timestamptz,
  invoice_sent_at      timestamptz check (invoice_sent_at >= invoice_generated_at),
  invoice_paid_at      timestamptz check (invoice_paid_at >= invoice_generated_at),
  invoice_due_on       date,
  additional_items     jsonb not null default '[]' check (private.is_list_of_objects(additional_items)),
  -- Works with the same job are the lines of one job (*_jobs.sql). The job of a single line has the line's own id.
  job_id               uuid not null,
  line                 smallint not null default 1 check (line between 1 and 400),
  -- The state of the entry regardless of today's date. The list shows an unpaid one past its due date as "Overdue".
  progress             text not null generated always as (
    case when invoice_paid_at is not null then 'paid'
         when invoice_sent_at is not null then 'sent'
         when invoice_number is not null then 'invoiced'
         when quantity is null then 'needs_quantity'
         when rate is null then 'needs_rate'
         else 'ready' end) stored,
  -- The text the list is searched in: every text of the entry that all readers of it may see, lower case and without
  -- accents. src/domain/core/search.ts normalises the search words in the same way.
  search               text not null generated always as (
    replace(replace(replace(translate(lower(regexp_replace(normalize(
      customer || E'\n' || task_name || E'\n' || coalesce(task_description, '') || E'\n' || coalesce(notes, '') || E'\n'
        || created_by_name || E'\n' || private.one_text(done_by_names) || E'\n' || coalesce(invoice_number, ''), NFKD),
      '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe00-\ufe0f]', '', 'g')),
      'łŁøØđĐðÐÆŒẞ’', 'llooddddæœß'''), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')) stored,
  primary key (user_id, id),
  constraint works_customer_fkey foreign key (user_id, customer_id) references public.customers (user_id, id) on delete cascade,
  constraint works_invoice_fkey foreign key (user_id, invoice_id) references public.invoices (user_id, id) on delete cascade,
  check ((start_time is null) = (finish_time is null)),
  check (coalesce(cardinality(done_by), 0) = coalesce(cardinality(done_by_names), 0)),
  check ((invoice_number is null) = (invoice_generated_at is null) and (invoice_number is null) = (invoice_id is null))
);
create index works_by_date_idx on public.works (user_id, work_date desc, id desc);
create index works_by_created_idx on public.works (user_id, created_at desc, id desc);
create index works_by_customer_idx on public.works (user_id, customer_id, work_date desc, id desc);
create index works_job_idx on public.works (user_id, job_id);
create index works_employee_idx on public.works (employee_id, created_at desc) where employee_id is not null;
create index works_invoice_idx on public.works (user_id, invoice_id) where invoice_id is not null;
create index works_number_idx on public.works (user_id, invoice_number) where invoice_number is not null;
create index works_unbilled_idx on public.works (user_id, customer_id, work_date desc) where invoice_number is null;

-- The value of a line. Hours that follow from the times are paid to the minute; a quantity that a person changed is
-- used as it is. Rounded once, half away from zero (round() on numeric does this).
create function private.line_value(unit text, rate numeric, quantity numeric, billed_minutes integer) returns numeric
  language plpgsql immutable set search_path = ''
  as $$
begin
  return case
    when rate is null or quantity is null then null
    when unit = 'hour' and billed_minutes is not null and quantity = round(billed_minutes / 60.0, 4)
      then round(rate * billed_minutes / 60, 2)
    else round(rate * quantity, 2)
  end;
end $$;

-- Minutes charged for minutes worked, rounded up to the account's billing step (0: to the minute).
create function private.billed_minutes(minutes integer, step integer) returns integer
  language plpgsql immutable set search_path = ''
  as $$ begin return case when step > 0 then ((minutes + step - 1) / step) * step else minutes end; end $$;

create function private.check_work(w public.works) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.refuse_if(coalesce(w.customer, '') = '', 'Choose or type a customer.');
  perform private.refuse_if(char_length(w.customer) > 120, 'The customer''s name is too long (120 characters at most).');
  perform private.refuse_if(coalesce(w.task_name, '') = '', 'Choose or type a task.');
  perform private.refuse_if(char_length(w.task_name) > 80, 'The task is too long (80 characters at most).');
  perform private.refuse_if(coalesce(w.chargeable_unit, '') = '' or char_length(w.chargeable_unit) > 30, 'Choose a unit.');
  perform private.refuse_if(char_length(w.task_description) > 500, 'The description is too long (500 characters at most).');
  perform private.refuse_if(char_length(w.notes) > 2000, 'The note is too long (2,000 characters at most).');
  perform private.refuse_if(not (w.quantity > 0), 'Enter a quantity greater than 0.');
  perform private.refuse_if(not (w.quantity <= 999999.9999), 'That quantity is too large.');
  perform private.refuse_if(w.chargeable_unit = 'fixed' and w.quantity <> 1,
    'A fixed price is for the whole job, so its quantity is 1. Choose another unit to charge by quantity.');
  perform private.refuse_if(not (w.rate >= 0), 'The rate can''t be negative.');
  perform private.refuse_if(not (w.rate <= 99999.9999), 'That rate is too large.');
  perform private.refuse_if(w.work_date is null or w.work_date < '2000-01-01', 'Choose a date from the year 2000 on.');
  perform private.refuse_if(w.work_date > private.today(w.user_id) + 1, 'This date is in the future.');
  perform private.refuse_if(w.breaks < 0, 'Breaks can''t be negative.');
end $$;

-- Finds the customer of an entry, restores an archived one, or adds the name: an entry always has a customer.
-- `known` is the customer id that a device chose. It wins if it exists, because the name may belong to another customer
-- by now. Otherwise the name decides: a customer that has it, else one that was renamed from it. A merged customer is
-- followed to its target. The customer found is locked (for key share), so that a merge waits for this entry; if the
-- merge came first, the entry follows it to the target.
create function private.customer_for(account uuid, customer_name text, known uuid, out id uuid, out name text)
  language plpgsql security definer set search_path = ''
  as $$
declare
  merged_into_id uuid;
  in_use boolean;
begin
  perform private.refuse_other_account(account);
  loop
    id := null;
    if known is not null then
      select c.id, c.name, c.merged_into, c.active into id, name, merged_into_id, in_use from public.customers c
      where c.user_id = account and c.id = known for key share;
    end if;
    if id is null then
      select c.id, c.name, c.merged_into, c.active into id, name, merged_into_id, in_use from public.customers c
      where c.user_id = account and lower(btrim(c.name)) = lower(btrim(customer_name))
      order by c.active desc, c.updated_at desc limit 1 for key share;
    end if;
    if id is null then
      select c.id, c.name, c.merged_into, c.active into id, name, merged_into_id, in_use from public.customers c
      where c.user_id = account and c.id = private.formerly_named(account, customer_name) for key share;
    end if;
    if id is not null then
      while merged_into_id is not null loop
        select c.id, c.name, c.merged_into, c.active into id, name, merged_into_id, in_use from public.customers c
        where c.user_id = account and c.id = merged_into_id for key share;
      end loop;
      -- The target was deleted between the two queries, which sets merged_into of this customer to null: search again.
      continue when id is null;
      if not in_use then
        -- An archived customer becomes active again, unless another one has its name by now: then that one is used.
        select coalesce(o.id, customer_for.id), coalesce(o.name, customer_for.name) into id, name
          from (values (true)) always left join public.customers o
            on o.user_id = account and o.active and lower(btrim(o.name)) = lower(btrim(customer_for.name));
        update public.customers c set active = true where c.user_id = account and c.id = customer_for.id and not c.active;
      end if;
      return;
    end if;
    -- Two people may add the same new name at once: the second one finds it on the next pass.
    insert into public.customers (user_id, name) values (account, btrim(customer_name)) on conflict do nothing
    returning customers.id, customers.name into id, name;
    exit when found;
  end loop;
end $$;

-- Sets owner, author and value: the browser decides none of them.
create function private.works_before_insert() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  settings public.farm_settings;
  worked record;
  charged integer;
  value numeric;
begin
  if auth.uid() is not null then
    new.user_id := private.account_id();
    if private.is_admin() then
      if new.employee_id is not null then
        raise exception using errcode = '42501', message = 'An entry belongs to the person who makes it.';
      end if;
    else
      if new.employee_id is not null and new.employee_id <> auth.uid() then
        raise exception using errcode = '42501', message = 'An entry belongs to the person who makes it.';
      end if;
      new.employee_id := auth.uid();
      if not private.sees_rates() then new.rate := null; end if;
    end if;
    new.created_by_name := private.person_name(auth.uid());
    new.created_at := now();
    new.value_overridden := false;
    perform private.refuse_deleted('works', new.user_id, new.id);
  end if;
  new.job_id := coalesce(new.job_id, new.id);
  new.customer := btrim(new.customer, E' \t\r\n');
  new.task_name := btrim(new.task_name, E' \t\r\n');
  new.breaks := coalesce(new.breaks, 0);
  -- A fixed price is for the whole job, so its quantity is 1.
  if new.chargeable_unit = 'fixed' then new.quantity := coalesce(new.quantity, 1); end if;
  -- Truncated to the minute, as work is paid. Midnight becomes 00:00, never 24:00.
  new.start_time := date_trunc('minute', new.start_time);
  new.finish_time := date_trunc('minute', new.finish_time);
  perform private.check_work(new);
  perform private.refuse_if(new.start_time is not null and new.finish_time is null, 'Enter the finish time too.');
  perform private.refuse_if(new.finish_time is not null and new.start_time is null, 'Enter the start time too.');
  select c.id, c.name into new.customer_id, new.customer
  from private.customer_for(new.user_id, new.customer, new.customer_id) c;

  select * into settings from public.farm_settings where user_id = new.user_id;
  new.total_time := null;
  if new.start_time is not null then
    worked := private.work_minutes(new.work_date, new.start_time, new.finish_time, new.breaks,
                                   coalesce(settings.time_zone, 'Europe/London'), new.start_second, new.finish_second);
    new.total_time := round(worked.minutes / 60.0, 4);
    charged := private.billed_minutes(worked.minutes, coalesce(settings.billing_increment_min, 0));
    if new.chargeable_unit = 'hour' and new.quantity is null then
      new.quantity := round(charged / 60.0, 4);
    end if;
  else
    new.breaks := 0; new.start_second := false; new.finish_second := false;
  end if;
  -- Checked before the assignment: the column would raise an overflow error instead of this sentence.
  value := private.line_value(new.chargeable_unit, new.rate, new.quantity, charged);
  perform private.refuse_if(value > 9999999.99, 'That value is too large. Check the rate and quantity.');
  -- Only a restored entry can already have a value that was set by hand.
  if not new.value_overridden then new.total_value := value; end if;
  return new;
end $$;

-- Runs as the caller, to tell a user's edit from one by the invoice functions.
create function private.works_before_update() returns trigger
  language plpgsql set search_path = ''
  as $$
declare
  by_person boolean := current_user = 'authenticated';
  corrected boolean;
  shift record;
  value numeric;
begin
  if by_person then
    perform private.refuse_if_locked(old.invoice_number, old.invoice_sent_at);
  end if;
  if (new.user_id, new.id, new.created_at, new.created_by_name)
      is distinct from (old.user_id, old.id, old.created_at, old.created_by_name) then
    raise exception using errcode = '42501', message = 'Who made an entry, and when, is never changed.';
  end if;
  new.customer := btrim(new.customer, E' \t\r\n');
  new.task_name := btrim(new.task_name, E' \t\r\n');
  -- Removed from its invoice, the entry gets the customer's current name again instead of the printed one.
  if old.invoice_number is not null and new.invoice_number is null then
    select name into new.customer from public.customers where user_id = new.user_id and id = new.customer_id;
  end if;
  if new.chargeable_unit = 'fixed' then new.quantity := coalesce(new.quantity, 1); end if;
  new.start_time := date_trunc('minute', new.start_time);
  new.finish_time := date_trunc('minute', new.finish_time);
  new.breaks := coalesce(new.breaks, 0);
  corrected := (new.start_time, new.finish_time, new.start_second, new.finish_second, new.breaks)
    is distinct from (old.start_time, old.finish_time, old.start_second, old.finish_second, old.breaks);
  if corrected then
    perform private.refuse_if(new.start_time is not null and new.finish_time is null, 'Enter the finish time too.');
    perform private.refuse_if(new.finish_time is not null and new.start_time is null, 'Enter the start time too.');
    perform private.refuse_if(new.breaks < 0, 'Breaks can''t be negative.');
  end if;
  if corrected and new.start_time is null then
    new.total_time := null; new.breaks := 0; new.start_second := false; new.finish_second := false;
  -- On nights with a clock change, the same times on another date can be a different number of minutes.
  elsif corrected or new.work_date <> old.work_date and new.start_time is not null then
    shift := private.work_minutes(new.work_date, new.start_time, new.finish_time, new.breaks,
      coalesce((select time_zone from public.farm_settings where user_id = new.user_id), 'Europe/London'),
      new.start_second, new.finish_second);
    new.total_time := round(shift.minutes / 60.0, 4);
    -- A quantity that followed from the times still follows them; one that was typed stays. If times are corrected or
    -- added and there is no quantity, hours follow from the times, as when a job is logged.
    if new.chargeable_unit = 'hour' and (corrected and new.quantity is null
        or old.chargeable_unit = 'hour' and new.quantity = old.quantity
          and old.quantity = round(private.charged_minutes(old.user_id, old.total_time) / 60.0, 4)) then
      new.quantity := round(private.charged_minutes(new.user_id, new.total_time) / 60.0, 4);
    end if;
  end if;
  if (new.customer, new.task_name, new.task_description, new.chargeable_unit, new.rate, new.quantity, new.work_date, new.notes)
      is distinct from
     (old.customer, old.task_name, old.task_description, old.chargeable_unit, old.rate, old.quantity, old.work_date, old.notes) then
    perform private.check_work(new);
  end if;
  if by_person and (new.customer_id is distinct from old.customer_id or lower(new.customer) <> lower(old.customer)) then
    select c.id, c.name into new.customer_id, new.customer
    from private.customer_for(new.user_id, new.customer,
                              case when new.customer_id is distinct from old.customer_id then new.customer_id end) c;
  end if;
  if by_person then
    if not private.is_admin() then
      new.total_value := old.total_value;
      if not private.sees_rates() then new.rate := old.rate; end if;
    end if;
    value := case when new.value_overridden then new.total_value
      else private.line_value(new.chargeable_unit, new.rate, new.quantity,
                              private.charged_minutes(new.user_id, new.total_time)) end;
    perform private.refuse_if(value < 0, 'The value can''t be negative.');
    perform private.refuse_if(not (value <= 9999999.99), 'That value is too large. Check the rate and quantity.');
    new.total_value := value;
  end if;
  return new;
end $$;

-- Clearing the value makes it calculated again. A typed value, even the same one, is kept until it is cleared. Whether
-- it was typed shows only in the columns that the update names, so this trigger is limited to total_value and runs
-- before works_before_update.
create function private.works_value_typed() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if current_user = 'authenticated' and private.is_admin() then
    new.value_overridden := new.total_value is not null;
  end if;
  return new;
end $$;

-- If a customer is chosen by id, even the one the entry has, the entry takes its current name. Whether an id was given
-- shows only in the columns that the update names, so this trigger is limited to customer_id and runs before the other two.
create function private.works_customer_chosen() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if current_user = 'authenticated' and new.customer_id is not null then
    perform private.refuse_if_locked(old.invoice_number, old.invoice_sent_at);
    select c.id, c.name into new.customer_id, new.customer
    from private.customer_for(new.user_id, new.customer, new.customer_id) c;
  end if;
  return new;
end $$;

-- The billed minutes of a time stored in hours; four decimals of an hour are enough to restore the exact minute.
create function private.charged_minutes(account uuid, total_time numeric) returns integer
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if total_time is null then return null; end if;
  return private.billed_minutes(round(total_time * 60)::integer,
    coalesce((select billing_increment_min from public.farm_settings where user_id = account), 0));
end $$;

create function private.refuse_if_locked(invoice_number text, sent_at timestamptz) returns void
  language plpgsql immutable set search_path = ''
  as $$
begin
  if sent_at is not null then
    raise exception using errcode = '23514',
      message = format('Invoice %s has been sent. Issue a credit note to change it.', invoice_number);
  elsif invoice_number is not null then
    raise exception using errcode = '23514',
      message = format('This is on invoice %s. Take it off the invoice first.', invoice_number);
  end if;
end $$;

create function private.works_before_delete() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if current_user = 'authenticated' then perform private.refuse_if_locked(old.invoice_number, old.invoice_sent_at); end if;
  return old;
end $$;

create trigger a_check_insert before insert on public.works for each row execute function private.check_insert();
create trigger works_before_insert before insert on public.works for each row execute function private.works_before_insert();
create trigger refuse_outsiders before insert on public.works for each statement execute function private.refuse_outsiders();
-- Triggers of the same timing run in the order of their names.
create trigger works_a_value_typed before update of total_value on public.works
  for each row execute function private.works_value_typed();
create trigger works_a_customer_chosen before update of customer_id on public.works
  for each row execute function private.works_customer_chosen();
create trigger works_before_update before update on public.works for each row execute function private.works_before_update();
create trigger works_before_delete before delete on public.works for each row execute function private.works_before_delete();
create trigger works_touch before update on public.works for each row execute function private.touch();
create trigger works_write_audit after update or delete on public.works for each row execute function private.write_audit();

alter table public.works enable row level security;

-- A person who may not see rates still sees their own entry as long as it has no rate or value.
create policy "account reads works" on public.works
  for select to authenticated
  using (user_id = (select private.account_id())
    and ((select private.sees_rates()) or (employee_id = (select auth.uid()) and rate is null and total_value is null))
    and ((select private.sees_all_works()) or employee_id = (select auth.uid())));
create policy "account logs works" on public.works
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.can_write()));
create policy "admin edits works, employees their own" on public.works
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write())
    and ((select private.is_admin()) or employee_id = (select auth.uid())))
  with check (user_id = (select private.account_id()));
create policy "admin deletes works, employees their own" on public.works
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write())
    and ((select private.is_admin()) or employee_id = (select auth.uid())));

-- The invoice columns are not granted: only the invoice functions write them.
revoke all on public.works from anon, authenticated;
grant select, delete on public.works to authenticated;
grant insert (id, user_id, employee_id, customer, customer_id, task_name, task_description, chargeable_unit, rate, quantity,
              start_time, finish_time, start_second, finish_second, breaks, work_date, total_time, total_value,
              created_by_name, notes, recorded_at, job_id, line) on public.works to authenticated;
grant update (customer, customer_id, task_name, task_description, chargeable_unit, rate, quantity, start_time, finish_time,
              start_second, finish_second, breaks, work_date, total_value, notes)
  on public.works to authenticated;
grant all on public.works to service_role;

revoke execute on function private.one_text(text[]), private.line_value(text, numeric, numeric, integer), private.billed_minutes(integer, integer),
  private.check_work(public.works), private.customer_for(uuid, text, uuid), private.works_before_insert(),
  private.works_before_update(), private.works_value_typed(), private.works_customer_chosen(),
  private.charged_minutes(uuid, numeric), private.refuse_if_locked(text, timestamptz), private.works_before_delete()
  from public, anon, authenticated;
-- The triggers of a user's own edit run as that user and need these.
grant execute on function private.one_text(text[]), private.line_value(text, numeric, numeric, integer), private.check_work(public.works),
  private.charged_minutes(uuid, numeric), private.refuse_if_locked(text, timestamptz),
  private.customer_for(uuid, text, uuid) to authenticated;

select private.guard_values('public.works');
