-- A screen that reacts to a refusal knows it by the `detail` of the exception, not by its sentence. The sentence says what is
-- the case; the question whether to archive instead is asked by the screen.

create or replace function private.keep_customers_with_works() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare n bigint;
begin
  -- If the whole account is deleted, its customers go with it.
  if not exists (select from public.profiles where id = old.user_id) then return old; end if;
  select count(*) into n from public.works where user_id = old.user_id and customer_id = old.id;
  if n > 0 then
    raise exception using errcode = '23514', detail = 'has_records',
      message = format('%s has %s work %s.', old.name, n, case when n = 1 then 'entry' else 'entries' end);
  end if;
  return old;
end $$;

create or replace function private.keep_customers_with_invoices() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if not exists (select from public.profiles where id = old.user_id) then return old; end if;
  if exists (select from public.invoices where user_id = old.user_id and customer_id = old.id)
    or exists (select from public.opening_balances where user_id = old.user_id and customer_id = old.id) then
    raise exception using errcode = '23514', detail = 'has_records', message = format('%s has invoices.', old.name);
  end if;
  return old;
end $$;

create or replace function private.keep_fields_with_entries() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  entries bigint;
  tests   bigint;
begin
  -- If the whole account is deleted, its fields go with it.
  if auth.uid() is null or not exists (select from public.profiles where id = old.user_id) then return old; end if;
  select (select count(*) from public.field_activities a where a.user_id = old.user_id and a.field_id = old.id)
    + (select count(*) from public.harvests h where h.user_id = old.user_id and h.field_id = old.id) into entries;
  select count(*) into tests from public.soil_tests t where t.user_id = old.user_id and t.field_id = old.id;
  if entries > 0 or tests > 0 then
    raise exception using errcode = '23514', detail = 'has_records',
      message = case when entries > 0
        then format('%s has %s %s.', old.name, entries, case when entries = 1 then 'entry' else 'entries' end)
        else format('%s has %s soil %s.', old.name, tests, case when tests = 1 then 'test' else 'tests' end) end;
  end if;
  return old;
end $$;

create or replace function private.keep_counter() returns trigger
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
      raise exception using errcode = '23514', detail = 'next_number',
        message = format('%s is already used. The next number must be %s or more.', shown, used + 1);
    end if;
    update private.counters set next = new.next_number where user_id = new.user_id and series = 'invoice';
  end if;
  return new;
end $$;

-- As before, and `lacks_costs`: whether the cost of an hour of a person or machine is among what is missing.
drop function public.job_margins(date, date);

-- What jobs earned: the value of their lines, less people, machines and materials. A value or cost that is not known is named
-- in `missing` and not taken off, so the margin is only right where `missing` is empty. Each part is rounded once to
-- pennies. For the account holder.
create function public.job_margins(p_from date, p_to date)
  returns table (key uuid, label text, work_date date, revenue numeric, people numeric, machines numeric,
                 materials numeric, margin numeric, missing text[], lacks_costs boolean)
  language plpgsql stable set search_path = ''
  as $$
declare account uuid := private.holder_account(false);
begin
  return query
  with jobs as (
    select w.job_id, min(w.customer) as customer, min(w.work_date) as day,
      string_agg(w.task_name, ', ' order by w.line) as tasks, sum(w.total_value) as value,
      array_agg(w.task_name || ': ' || case when w.quantity is null then 'quantity' else 'rate' end) filter (where w.total_value is null) as unpriced
    from public.works w where w.user_id = account and w.work_date between p_from and p_to group by w.job_id
  ), parts as (
    select p.job_id, 'person' as kind, p.name, round(p.minutes * c.cost / 60, 2) as amount,
      case when p.minutes is null then 'time' when c.cost is null then 'cost of an hour' end as lacks
    from public.job_people p left join public.job_costs c on c.user_id = account and c.id = p.id where p.user_id = account
    union all
    select m.job_id, 'machine', m.machine_name, round(m.hours * c.cost, 2),
      case when m.hours is null then 'hours' when c.cost is null then 'cost of an hour' end
    from public.job_machines m left join public.job_costs c on c.user_id = account and c.id = m.id where m.user_id = account
    union all
    select m.job_id, 'material', m.product, round(m.quantity * c.cost, 2), case when c.cost is null then 'cost' end
    from public.job_materials m left join public.job_costs c on c.user_id = account and c.id = m.id where m.user_id = account
  ), totals as (
    select j.*, sum(p.amount) filter (where p.kind = 'person') as people_sum,
      sum(p.amount) filter (where p.kind = 'machine') as machines_sum,
      sum(p.amount) filter (where p.kind = 'material') as materials_sum, sum(p.amount) as costs,
      array_agg(distinct p.name || ': ' || p.lacks) filter (where p.lacks is not null) as lacking,
      coalesce(bool_or(p.lacks = 'cost of an hour'), false) as lacks_hourly
    from jobs j left join parts p on p.job_id = j.job_id
    group by j.job_id, j.customer, j.day, j.tasks, j.value, j.unpriced
  )
  select t.job_id, t.tasks || ', ' || t.customer, t.day, t.value, t.people_sum, t.machines_sum, t.materials_sum,
    t.value - t.costs, coalesce(t.unpriced, '{}') || coalesce(t.lacking, '{}'), t.lacks_hourly
  from totals t order by t.day desc, t.job_id;
end $$;

revoke execute on function public.job_margins(date, date) from public, anon;
grant execute on function public.job_margins(date, date) to authenticated;
