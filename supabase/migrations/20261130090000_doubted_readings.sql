-- Readings in doubt. A reading that comes with a job, a service or a checklist never refuses the record that it came with:
-- if the meter cannot have shown it, it is stored, marked, and not counted until the account holder has corrected it, or
-- the reading that it contradicts. A reading entered by hand is still refused, because its dialog asks whether the meter was
-- replaced, unless it waited on a phone without signal: that dialog did not know the last reading.

alter table public.machine_readings add column doubted boolean not null default false;
create index machine_readings_doubted_idx on public.machine_readings (user_id, read_at desc, id desc) where doubted;

-- The readings just before and just after one, without those in doubt. Volatile, so that they see the rows that the same
-- statement has added.
create function private.reading_before(r public.machine_readings) returns public.machine_readings
  language sql security definer set search_path = ''
  as $$
    select o.* from public.machine_readings o
    where o.user_id = r.user_id and o.machine_id = r.machine_id and not o.doubted
      and (o.read_at, o.created_at, o.id) < (r.read_at, r.created_at, r.id)
    order by o.read_at desc, o.created_at desc, o.id desc limit 1
  $$;
create function private.reading_after(r public.machine_readings) returns public.machine_readings
  language sql security definer set search_path = ''
  as $$
    select o.* from public.machine_readings o
    where o.user_id = r.user_id and o.machine_id = r.machine_id and not o.doubted
      and (o.read_at, o.created_at, o.id) > (r.read_at, r.created_at, r.id)
    order by o.read_at, o.created_at, o.id limit 1
  $$;

-- Whether the meter cannot have shown this between the readings around it, as `readingDoubt` in the app: lower than
-- before, higher than after, or more hours than have passed.
create function private.is_doubtful(r public.machine_readings, meter_type text) returns boolean
  language plpgsql security definer set search_path = ''
  as $$
declare
  earlier public.machine_readings := private.reading_before(r);
  later   public.machine_readings := private.reading_after(r);
begin
  return coalesce(not r.meter_replaced and r.reading < earlier.reading, false)
    or coalesce(not later.meter_replaced and r.reading > later.reading, false)
    or coalesce(meter_type = 'hours' and not r.meter_replaced and r.reading - earlier.reading
         > 24 * greatest(1, ceil(extract(epoch from r.read_at - earlier.read_at) / 86400)), false);
end $$;

-- Phones that were offline send readings late, so a reading is compared with those before and after it, not with the
-- last one that arrived.
create or replace function private.machine_readings_before_insert() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  machine public.machines;
  earlier public.machine_readings;
  later   public.machine_readings;
  zone    text;
begin
  if auth.uid() is null then
    new.created_by_name := coalesce(new.created_by_name, private.person_name(new.created_by), 'Someone');
  else
    new.created_by := auth.uid();
    new.created_by_name := private.person_name(auth.uid());
    new.created_at := now();
    perform private.refuse_deleted('machine_readings', new.user_id, new.id);
    -- A retry: the row exists, and the insert will fail on its key.
    if exists (select from public.machine_readings r where r.user_id = new.user_id and r.id = new.id) then return new; end if;
  end if;
  new.note := nullif(btrim(new.note, E' \t\r\n'), '');
  -- A phone's clock may be ahead.
  if new.read_at is null or (auth.uid() is not null and new.read_at > now()) then new.read_at := now(); end if;
  -- Serialises two phones that read the same meter.
  select * into machine from public.machines m where m.user_id = new.user_id and m.id = new.machine_id for no key update;
  perform private.refuse_if(not found, 'The machine is not there any more.');
  perform private.refuse_if(machine.meter_type = 'none', 'This machine has no meter.');
  select coalesce((select s.time_zone from public.farm_settings s where s.user_id = new.user_id), 'Europe/London') into zone;
  perform private.refuse_if(machine.status = 'sold' and (new.read_at at time zone zone)::date > machine.sold_date,
    'This machine is sold. It takes no more readings.');
  perform private.refuse_if(new.reading is null or new.reading < 0, 'Enter a number like 12.5.');
  perform private.refuse_if(new.reading > 999999999, 'This reading is too large.');
  earlier := private.reading_before(new);
  later := private.reading_after(new);
  if new.source = 'manual' and coalesce(new.recorded_at, now()) > now() - interval '2 minutes' then
    new.doubted := false;
    perform private.refuse_if(not new.meter_replaced and new.reading < earlier.reading,
      format('Last reading was %s. Lower? Tick ''meter replaced''.', private.reading_words(earlier.reading, machine.meter_type)));
    perform private.refuse_if(not later.meter_replaced and new.reading > later.reading,
      format('The reading of %s is %s. An earlier one cannot be higher.', to_char(later.read_at at time zone zone, 'FMDD Mon YYYY'),
        private.reading_words(later.reading, machine.meter_type)));
  elsif new.source = 'manual' then
    -- Too many hours were confirmed in the dialog.
    new.doubted := private.is_doubtful(new, 'km');
  else
    new.doubted := private.is_doubtful(new, machine.meter_type);
  end if;
  new.meter_offset := coalesce(earlier.meter_offset, 0) + case when new.meter_replaced then coalesce(earlier.reading, 0) else 0 end;
  return new;
end $$;

-- The account holder corrects a reading: another number, a meter that was replaced, or the same number once more, which
-- confirms it. What a job or a checklist says stays as it was entered; only the meter is corrected.
create function private.machine_readings_before_update() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  machine public.machines;
  earlier public.machine_readings;
  later   public.machine_readings;
  zone    text;
begin
  select * into machine from public.machines m where m.user_id = new.user_id and m.id = new.machine_id for no key update;
  select coalesce((select s.time_zone from public.farm_settings s where s.user_id = new.user_id), 'Europe/London') into zone;
  perform private.refuse_if(new.reading is null or new.reading < 0, 'Enter a number like 12.5.');
  perform private.refuse_if(new.reading > 999999999, 'This reading is too large.');
  perform private.refuse_if(new.source = 'service' and new.reading <> old.reading, 'Change this reading at its service.');
  earlier := private.reading_before(new);
  later := private.reading_after(new);
  perform private.refuse_if(not new.meter_replaced and new.reading < earlier.reading,
    format('The reading before it is %s, of %s. Correct that one first if it is wrong, or tick ''meter replaced''.',
      private.reading_words(earlier.reading, machine.meter_type), to_char(earlier.read_at at time zone zone, 'FMDD Mon YYYY')));
  perform private.refuse_if(not later.meter_replaced and new.reading > later.reading,
    format('The reading of %s is %s. An earlier one cannot be higher.', to_char(later.read_at at time zone zone, 'FMDD Mon YYYY'),
      private.reading_words(later.reading, machine.meter_type)));
  new.doubted := false;
  new.meter_offset := coalesce(earlier.meter_offset, 0) + case when new.meter_replaced then coalesce(earlier.reading, 0) else 0 end;
  return new;
end $$;

-- Keeps the latest reading with the machine, and the offsets of later readings when one arrives late, is corrected or
-- deleted. Readings in doubt count again once they fit.
create or replace function private.refresh_machine_reading() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  changed  public.machine_readings := case when tg_op = 'DELETE' then old else new end;
  meter    text;
  one      public.machine_readings;
  earlier  public.machine_readings;
  -- Whether offsets of other readings may have changed.
  replaced boolean := changed.meter_replaced or (tg_op = 'UPDATE' and old.meter_replaced);
begin
  -- Until it is corrected, a reading in doubt changes nothing.
  if changed.doubted then return null; end if;
  select m.meter_type into meter from public.machines m where m.user_id = changed.user_id and m.id = changed.machine_id;
  for one in select r.* from public.machine_readings r
    where r.user_id = changed.user_id and r.machine_id = changed.machine_id and r.doubted
    order by r.read_at, r.created_at, r.id loop
    -- More hours than have passed were confirmed by hand.
    continue when private.is_doubtful(one, case one.source when 'manual' then 'km' else meter end);
    earlier := private.reading_before(one);
    update public.machine_readings r
    set doubted = false,
      meter_offset = coalesce(earlier.meter_offset, 0) + case when one.meter_replaced then coalesce(earlier.reading, 0) else 0 end
    where r.user_id = one.user_id and r.id = one.id;
    replaced := replaced or one.meter_replaced;
  end loop;
  if replaced or exists (
      select from public.machine_readings r
      where r.user_id = changed.user_id and r.machine_id = changed.machine_id and r.meter_replaced and r.read_at >= changed.read_at) then
    with counted as (
      select r.id, r.meter_replaced, lag(r.reading) over (order by r.read_at, r.created_at, r.id) as before, r.read_at, r.created_at
      from public.machine_readings r where r.user_id = changed.user_id and r.machine_id = changed.machine_id and not r.doubted),
    summed as (
      select c.id, sum(case when c.meter_replaced then coalesce(c.before, 0) else 0 end)
        over (order by c.read_at, c.created_at, c.id) as meter_offset
      from counted c)
    update public.machine_readings r set meter_offset = s.meter_offset
    from summed s
    where r.user_id = changed.user_id and r.id = s.id and r.meter_offset <> s.meter_offset;
  end if;
  update public.machines m
  set current_reading = last.reading, current_reading_at = last.read_at, meter_offset = coalesce(last.meter_offset, 0)
  from (select 1) one left join lateral (
    select r.reading, r.read_at, r.meter_offset from public.machine_readings r
    where r.user_id = changed.user_id and r.machine_id = changed.machine_id and not r.doubted
    order by r.read_at desc, r.created_at desc, r.id desc limit 1) last on true
  where m.user_id = changed.user_id and m.id = changed.machine_id;
  return null;
end $$;

create trigger machine_readings_before_update before update of reading, meter_replaced on public.machine_readings
  for each row execute function private.machine_readings_before_update();
create trigger refresh_corrected_reading after update of reading, meter_replaced on public.machine_readings
  for each row execute function private.refresh_machine_reading();
create trigger write_correction after update of reading, meter_replaced on public.machine_readings
  for each row execute function private.write_audit();

create policy "admin corrects readings" on public.machine_readings
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()) and (select private.can_write()))
  with check (user_id = (select private.account_id()));
grant update (reading, meter_replaced) on public.machine_readings to authenticated;

-- A machine without a meter: what was typed stays on the job, and is no reading.
create or replace function private.job_machines_after_insert() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  day  date;
  said timestamptz;
begin
  perform private.keep_cost(new.user_id, new.job_id, new.id, 'machine',
    (select c.hourly_cost from public.machine_costs c where c.user_id = new.user_id and c.id = new.machine_id));
  -- If the machine is restored with its job, its reading was restored before it.
  if new.meter_end is null or new.machine_id is null
    or exists (select from public.machine_readings r where r.user_id = new.user_id and r.id = new.id)
    or exists (select from public.machines m where m.user_id = new.user_id and m.id = new.machine_id and m.meter_type = 'none') then
    return null;
  end if;
  select w.work_date, w.recorded_at into day, said from public.works w
  where w.user_id = new.user_id and w.job_id = new.job_id order by w.line limit 1;
  -- The time of the reading is when the job was saved, but never after the job's day.
  insert into public.machine_readings (id, user_id, machine_id, reading, read_at, source, source_id, created_by, created_by_name, recorded_at)
  values (new.id, new.user_id, new.machine_id, new.meter_end,
    least(coalesce(said, now()), now(), ((day + 1)::timestamp at time zone coalesce(
      (select s.time_zone from public.farm_settings s where s.user_id = new.user_id), 'Europe/London')) - interval '1 minute'),
    'work', new.job_id, auth.uid(), coalesce(private.person_name(auth.uid()), ''), said);
  return null;
end $$;

create or replace view public.machine_use with (security_invoker = true) as
  select m.id, m.user_id, earlier.lifetime as before_reading, earlier.read_at as before_at,
    later.lifetime as after_reading, later.read_at as after_at
  from public.machines m
  left join lateral (
    select r.reading + r.meter_offset as lifetime, r.read_at from public.machine_readings r
    where r.user_id = m.user_id and r.machine_id = m.id and r.read_at <= now() - interval '90 days' and not r.doubted
    order by r.read_at desc, r.created_at desc, r.id desc limit 1) earlier on true
  left join lateral (
    select r.reading + r.meter_offset as lifetime, r.read_at from public.machine_readings r
    where r.user_id = m.user_id and r.machine_id = m.id and r.read_at > now() - interval '90 days' and not r.doubted
    order by r.read_at, r.created_at, r.id limit 1) later on true;

-- As in *_machine_report.sql, without the readings in doubt.
create or replace function public.machine_report(p_from date, p_to date)
  returns table (machine_id uuid, name text, meter_type text, services bigint, unpriced bigint, parts numeric, labour numeric,
                 external numeric, cost numeric, counted numeric, jobs bigint, job_hours numeric, untimed bigint,
                 area_ha numeric, earned numeric, unvalued bigint)
  language plpgsql stable set search_path = ''
  as $$
declare
  account uuid := private.holder_account(false);
  zone    text := coalesce((select s.time_zone from public.farm_settings s where s.user_id = account), 'Europe/London');
begin
  return query
  with jobs_of_period as materialized (
    select w.job_id, coalesce(sum(w.total_value), 0) as value, count(*) filter (where w.total_value is null) as unvalued
    from public.works w where w.user_id = account and w.work_date between p_from and p_to group by w.job_id
  ), areas as materialized (
    select f.job_id, sum(f.area_ha) as area_ha
    from jobs_of_period j join public.job_fields f on f.user_id = account and f.job_id = j.job_id
    group by f.job_id
  ), on_jobs as (
    select m.machine_id as id, count(*) as jobs, coalesce(sum(m.hours), 0) as hours, count(*) filter (where m.hours is null) as untimed,
           coalesce(sum(a.area_ha), 0) as area_ha, sum(j.value) as earned, sum(j.unvalued) as unvalued
    from jobs_of_period j join public.job_machines m on m.user_id = account and m.job_id = j.job_id
    left join areas a on a.job_id = j.job_id
    where m.machine_id is not null
    group by m.machine_id
  ), serviced as (
    select r.machine_id as id, count(*) as services,
           count(*) filter (where num_nonnulls(c.parts_cost, c.labour_cost, c.external_cost) = 0) as unpriced,
           coalesce(sum(c.parts_cost), 0) as parts, coalesce(sum(c.labour_cost), 0) as labour,
           coalesce(sum(c.external_cost), 0) as external
    from public.service_records r left join public.service_costs c on c.user_id = account and c.id = r.id
    where r.user_id = account and r.service_date between p_from and p_to
    group by r.machine_id
  ), metered as (
    select m.id, m.name, m.meter_type, last.lifetime - coalesce(before.lifetime, first.lifetime) as counted
    from public.machines m
    left join lateral (
      select r.reading + r.meter_offset as lifetime from public.machine_readings r
      where r.user_id = account and r.machine_id = m.id and not r.doubted and r.read_at < p_from::timestamp at time zone zone
      order by r.read_at desc, r.created_at desc, r.id desc limit 1) before on true
    left join lateral (
      select r.reading + r.meter_offset as lifetime from public.machine_readings r
      where r.user_id = account and r.machine_id = m.id and not r.doubted
      order by r.read_at, r.created_at, r.id limit 1) first on true
    left join lateral (
      select r.reading + r.meter_offset as lifetime from public.machine_readings r
      where r.user_id = account and r.machine_id = m.id and not r.doubted and r.read_at < (p_to + 1)::timestamp at time zone zone
      order by r.read_at desc, r.created_at desc, r.id desc limit 1) last on true
    where m.user_id = account
  )
  select m.id, m.name, m.meter_type, coalesce(s.services, 0), coalesce(s.unpriced, 0), coalesce(s.parts, 0),
         coalesce(s.labour, 0), coalesce(s.external, 0), coalesce(s.parts + s.labour + s.external, 0), m.counted,
         coalesce(j.jobs, 0), coalesce(j.hours, 0), coalesce(j.untimed, 0), coalesce(j.area_ha, 0), coalesce(j.earned, 0),
         coalesce(j.unvalued, 0)::bigint
  from metered m left join serviced s on s.id = m.id left join on_jobs j on j.id = m.id
  where s.id is not null or j.id is not null or m.counted > 0
  order by m.id;
end $$;

revoke execute on function private.reading_before(public.machine_readings), private.reading_after(public.machine_readings),
  private.is_doubtful(public.machine_readings, text), private.machine_readings_before_update() from public, anon, authenticated;

select private.guard_values('public.machine_readings');
