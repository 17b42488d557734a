-- Prices: what a task costs from a given day, for one customer or for all. Entries keep the rate they were logged with
-- until the account holder re-prices them, and then only uninvoiced entries whose value was not typed change.
create table public.prices (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null references public.profiles on delete cascade,
  task_id         uuid not null,
  -- Null: for all customers without a price of their own.
  customer_id     uuid,
  chargeable_unit text not null check (char_length(chargeable_unit) between 1 and 30),
  rate            numeric(12, 4) not null check (rate >= 0 and rate <= 99999.9999),
  valid_from      date not null check (valid_from >= '2000-01-01' and valid_from < '2200-01-01'),
  -- The last day it applies; null: until further notice.
  valid_to        date check (valid_to >= valid_from and valid_to < '2200-01-01'),
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  primary key (user_id, id),
  constraint prices_task_fkey foreign key (user_id, task_id) references public.tasks (user_id, id) on delete cascade,
  constraint prices_customer_fkey foreign key (user_id, customer_id) references public.customers (user_id, id) on delete cascade,
  -- One price per day. The trigger below refuses a second one with a message; this constraint also holds if the trigger
  -- is bypassed.
  constraint prices_one_a_day exclude using gist (
    user_id with =, task_id with =, coalesce(customer_id, '00000000-0000-0000-0000-000000000000') with =,
    chargeable_unit with =, daterange(valid_from, valid_to, '[]') with &&)
);
create index prices_task_idx on public.prices (user_id, task_id, valid_from);
create index prices_customer_idx on public.prices (user_id, customer_id) where customer_id is not null;

-- The message for an overlapping price: "From 1 Mar 2026 to 30 Sep 2026 there is a price of £45.00 already."
create function private.price_stands(price public.prices) returns text
  language sql stable security definer set search_path = ''
  as $$
    select format('From %s%s there is a price of %s%s already.', to_char(price.valid_from, 'FMDD Mon YYYY'),
      ' to ' || to_char(price.valid_to, 'FMDD Mon YYYY'),
      coalesce((select case currency when 'EUR' then '€' end from public.farm_settings where user_id = price.user_id), '£'),
      to_char(price.rate, 'FM999,990.0099'))
  $$;

create function private.prices_before_write() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare conflicting public.prices;
begin
  if tg_op = 'INSERT' and auth.uid() is not null then
    new.user_id := private.account_id();
    new.created_at := now();
  end if;
  perform private.refuse_if(coalesce(new.chargeable_unit, '') = '' or char_length(new.chargeable_unit) > 30, 'Choose a unit.');
  perform private.refuse_if(new.rate is null, 'Enter a rate.');
  perform private.refuse_if(new.rate < 0, 'The rate can''t be negative.');
  perform private.refuse_if(new.rate > 99999.9999, 'That rate is too large.');
  perform private.refuse_if(new.valid_from is null or new.valid_from < '2000-01-01', 'Choose a date from the year 2000 on.');
  perform private.refuse_if(greatest(new.valid_from, new.valid_to) >= '2200-01-01', 'Choose a date before the year 2200.');
  perform private.refuse_if(new.valid_to < new.valid_from, 'The last day is before the first day.');
  -- Changes to the prices of one task are serialised, so that the second writer sees what the first has done.
  perform 1 from public.tasks where user_id = new.user_id and id = new.task_id for no key update;
  perform private.refuse_if(not found, 'Choose the task again: this one is no longer there.');
  select * into conflicting from public.prices p
  where p.user_id = new.user_id and p.task_id = new.task_id and p.customer_id is not distinct from new.customer_id
    and p.chargeable_unit = new.chargeable_unit and p.id <> new.id
    and p.valid_from <= coalesce(new.valid_to, 'infinity') and coalesce(p.valid_to, 'infinity') >= new.valid_from
  order by p.valid_from limit 1;
  if found then perform private.refuse_if(true, private.price_stands(conflicting)); end if;
  return new;
end $$;

create trigger a_check_insert before insert on public.prices
  for each row execute function private.check_insert('Only the main account holder can do this.');
create trigger prices_before_write before insert or update on public.prices
  for each row execute function private.prices_before_write();
create trigger prices_touch before update on public.prices for each row execute function private.touch();
create trigger prices_write_audit after update or delete on public.prices for each row execute function private.write_audit();

alter table public.prices enable row level security;
create policy "people who may see rates read prices" on public.prices
  for select to authenticated
  using (user_id = (select private.account_id()) and (select private.sees_rates()));
create policy "admin adds prices" on public.prices
  for insert to authenticated
  with check (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()));
create policy "admin changes prices" on public.prices
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()))
  with check (user_id = (select private.account_id()));
create policy "admin deletes prices" on public.prices
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()));

-- Task, customer and unit are not granted for update: a different one is a different price.
revoke all on public.prices from anon, authenticated;
grant select, delete on public.prices to authenticated;
grant insert (id, user_id, task_id, customer_id, chargeable_unit, rate, valid_from, valid_to) on public.prices to authenticated;
grant update (rate, valid_from, valid_to) on public.prices to authenticated;
grant all on public.prices to service_role;

-- "New price from 1 March": ends the open price on the day before and adds the new one, in one transaction. If the new
-- price has a last day (a season), the earlier price continues after it. A null customer means all customers. The
-- caller supplies the id: repeated after a lost response, the call returns the same price.
create function public.set_price(
    p_id uuid, p_task_id uuid, p_unit text, p_rate numeric, p_from date, p_to date default null, p_customer_id uuid default null)
  returns public.prices
  language plpgsql set search_path = ''
  as $$
declare
  account uuid := private.holder_account();
  price   public.prices;
  earlier public.prices;
begin
  -- The same lock as in the table's trigger, taken before the open price is read.
  perform 1 from public.tasks where user_id = account and id = p_task_id for no key update;
  perform private.refuse_if(not found, 'Choose the task again: this one is no longer there.');
  select * into price from public.prices
  where user_id = account and id = p_id and task_id = p_task_id and customer_id is not distinct from p_customer_id
    and chargeable_unit = p_unit and rate = p_rate and valid_from = p_from and valid_to is not distinct from p_to;
  if found then return price; end if;
  update public.prices set valid_to = p_from - 1
  where user_id = account and task_id = p_task_id and customer_id is not distinct from p_customer_id
    and chargeable_unit = p_unit and valid_to is null and valid_from < p_from
  returning * into earlier;
  insert into public.prices (id, user_id, task_id, customer_id, chargeable_unit, rate, valid_from, valid_to)
  values (p_id, account, p_task_id, p_customer_id, p_unit, p_rate, p_from, p_to)
  returning * into price;
  if earlier.id is not null and p_to is not null then
    insert into public.prices (user_id, task_id, customer_id, chargeable_unit, rate, valid_from)
    values (account, p_task_id, p_customer_id, p_unit, earlier.rate, p_to + 1);
  end if;
  return price;
end $$;

-- Adds many new prices from one day, all or none: [{id, task_id, customer_id, unit, was, rate}]. `was` is the open
-- price that the user saw (null: none). Returns the number of prices.
create function public.raise_prices(p_from date, p_prices jsonb) returns integer
  language plpgsql set search_path = ''
  as $$
declare
  account uuid := private.holder_account();
  requested   record;
  n       integer := 0;
begin
  perform private.refuse_if(not coalesce(private.is_list_of_objects(p_prices), false) or p_prices = '[]', 'Choose at least one price.');
  for requested in
    select * from jsonb_to_recordset(p_prices) as p (id uuid, task_id uuid, customer_id uuid, unit text, was numeric, rate numeric)
    -- A fixed order, so that two concurrent calls wait for each other instead of deadlocking.
    order by task_id, customer_id, unit
  loop
    perform private.refuse_if(requested.id is null, 'Choose at least one price.');
    perform 1 from public.tasks where user_id = account and id = requested.task_id for no key update;
    perform private.refuse_if(
      requested.was is distinct from (
        select rate from public.prices
        where user_id = account and task_id = requested.task_id and customer_id is not distinct from requested.customer_id
          and chargeable_unit = requested.unit and valid_to is null and valid_from < p_from)
      and not exists (select from public.prices where user_id = account and id = requested.id),
      'The prices changed while you were looking. Look at the list again.');
    perform public.set_price(requested.id, requested.task_id, requested.unit, requested.rate, p_from, null, requested.customer_id);
    n := n + 1;
  end loop;
  return n;
end $$;

-- The uninvoiced entries that the prices of their day would give another rate: the customer's price, else the general
-- one; if neither exists and the entry has no rate, the task's default rate. `typed`: the value was typed by hand, so
-- it stays.
create function private.repriced(account uuid, task uuid, buyer uuid, first_day date, last_day date, work_ids uuid[])
  returns table (work_id uuid, work_date date, customer text, task_name text, unit text, quantity numeric, minutes integer,
                 old_rate numeric, new_rate numeric, old_value numeric, new_value numeric, price_from date, own_price boolean,
                 typed boolean)
  language sql stable set search_path = ''
  as $$
    with named as (
      -- A hidden task may have the same name as an active one: prefer the active one.
      select distinct on (lower(btrim(t.name))) t.id, lower(btrim(t.name)) as name, t.chargeable_unit, t.default_rate
      from public.tasks t where t.user_id = account order by lower(btrim(t.name)), t.active desc, t.id
    )
    select w.id, w.work_date, w.customer, w.task_name, w.chargeable_unit, w.quantity, round(w.total_time * 60)::integer,
           w.rate, n.rate, w.total_value,
           private.line_value(w.chargeable_unit, n.rate, w.quantity, private.charged_minutes(account, w.total_time)),
           p.valid_from, p.customer_id is not null, w.value_overridden
    from public.works w
    join named t on t.name = lower(btrim(w.task_name))
    left join lateral (
      select p.rate, p.valid_from, p.customer_id from public.prices p
      where p.user_id = account and p.task_id = t.id and p.chargeable_unit = w.chargeable_unit
        and (p.customer_id = w.customer_id or p.customer_id is null)
        and p.valid_from <= w.work_date and (p.valid_to is null or p.valid_to >= w.work_date)
      order by p.customer_id nulls last limit 1
    ) p on true
    cross join lateral (
      select coalesce(p.rate, case when w.rate is null and w.chargeable_unit = coalesce(t.chargeable_unit, w.chargeable_unit)
                                   then t.default_rate end) as rate
    ) n
    where w.user_id = account and w.invoice_number is null and n.rate is distinct from w.rate and n.rate is not null
      and (task is null or t.id = task)
      and (buyer is null or w.customer_id = buyer)
      and (first_day is null or w.work_date >= first_day)
      and (last_day is null or w.work_date <= last_day)
      and (work_ids is null or w.id = any (work_ids))
  $$;

-- What re-pricing would change; null means "any". {"entries": [...], "typed": n}: a single JSON value, so that the
-- API's row limit can't cut it off. `typed` counts the entries left out because their value was typed.
create function public.reprice_preview(
    p_task_id uuid default null, p_customer_id uuid default null, p_from date default null, p_to date default null,
    p_work_ids uuid[] default null)
  returns jsonb
  language plpgsql stable set search_path = ''
  as $$
declare
  account uuid := private.holder_account(false);
  answer  jsonb;
begin
  select jsonb_build_object(
           'entries', coalesce(jsonb_agg(to_jsonb(r) - 'typed' order by r.work_date, r.work_id) filter (where not r.typed), '[]'),
           'typed', count(*) filter (where r.typed))
    into answer
    from private.repriced(account, p_task_id, p_customer_id, p_from, p_to, p_work_ids) r;
  return answer;
end $$;

-- Re-prices the previewed entries: [{work_id, old_rate, new_rate, old_value, new_value}]. All or none, and only if the
-- result would still be exactly the previewed one. Returns the number of entries.
create function public.reprice_works(p_entries jsonb) returns integer
  -- Ten thousand entries take longer than the role's limit of five seconds. The API applies the limit set here instead.
  language plpgsql set search_path = '' set statement_timeout = '60s'
  as $$
declare
  account uuid := private.holder_account();
  ids     uuid[];
  unchanged    bigint;
  changed constant text := 'The prices or entries changed while you were looking. Look at the preview again.';
begin
  perform private.refuse_if(not coalesce(private.is_list_of_objects(p_entries), false) or p_entries = '[]', 'Choose at least one entry.');
  select array_agg(distinct e.work_id) into ids from jsonb_to_recordset(p_entries) as e (work_id uuid);
  perform 1 from public.works where user_id = account and id = any (ids) order by id for update;
  select count(*) into unchanged
  from private.repriced(account, null, null, null, null, ids) now
  join jsonb_to_recordset(p_entries) as e (work_id uuid, old_rate numeric, new_rate numeric, old_value numeric, new_value numeric)
    on e.work_id = now.work_id and not now.typed
   and (e.old_rate, e.new_rate, e.old_value, e.new_value)
       is not distinct from (now.old_rate, now.new_rate, now.old_value, now.new_value);
  perform private.refuse_if(unchanged <> jsonb_array_length(p_entries) or unchanged <> cardinality(ids), changed);
  update public.works w set rate = e.new_rate
  from jsonb_to_recordset(p_entries) as e (work_id uuid, new_rate numeric)
  where w.user_id = account and w.id = e.work_id;
  -- The entry's trigger works out its value: if that differs from the preview, the whole change is rolled back.
  perform private.refuse_if(exists (
    select from public.works w
    join jsonb_to_recordset(p_entries) as e (work_id uuid, new_value numeric) on e.work_id = w.id
    where w.user_id = account and w.id = any (ids) and w.total_value is distinct from e.new_value), changed);
  return unchanged;
end $$;

revoke execute on function private.price_stands(public.prices), private.prices_before_write(),
  private.repriced(uuid, uuid, uuid, date, date, uuid[]) from public, anon, authenticated;
-- The public functions run as the caller and need this.
grant execute on function private.repriced(uuid, uuid, uuid, date, date, uuid[]) to authenticated;
revoke execute on function public.set_price(uuid, uuid, text, numeric, date, date, uuid), public.raise_prices(date, jsonb),
  public.reprice_preview(uuid, uuid, date, date, uuid[]), public.reprice_works(jsonb) from public, anon;
grant execute on function public.set_price(uuid, uuid, text, numeric, date, date, uuid), public.raise_prices(date, jsonb),
  public.reprice_preview(uuid, uuid, date, date, uuid[]), public.reprice_works(jsonb) to authenticated;

select private.guard_values('public.prices');
