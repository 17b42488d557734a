-- A service done at an unknown reading still counts from the meter: from the last reading up to its day, or else from the
-- first one after it. Of the readings that are known it is the lower one: an interval that ends early costs oil, one that ends
-- late costs an engine.

alter table public.service_schedules
  -- The lifetime reading that the interval of the meter counts from; null without one.
  add column counts_from numeric(12, 1),
  -- Whether the reading at the service is not known, so that counts_from is that of another day.
  add column counts_from_estimated boolean not null default false;

create function private.service_counts_from(s public.service_schedules, out counts_from numeric, out estimated boolean)
  language plpgsql security definer set search_path = ''
  as $$
declare
  zone    text;
  ends_at timestamptz;
  own     public.machine_readings;
begin
  estimated := false;
  if s.last_done_reading is not null then
    -- The reading of the service itself, which may be in doubt.
    select r.* into own from public.service_records v
    join public.machine_readings r on r.user_id = v.user_id and r.source_id = v.id and r.source = 'service'
    where v.user_id = s.user_id and v.machine_id = s.machine_id and s.id = any (v.schedule_ids)
      and v.service_date = s.last_done_at and v.reading = s.last_done_reading
    order by r.doubted, r.created_at desc limit 1;
    if not found then counts_from := s.last_done_reading + s.last_done_offset; return; end if;
    if not own.doubted then counts_from := own.reading + own.meter_offset; return; end if;
  end if;
  if s.last_done_at is null then return; end if;
  select coalesce((select f.time_zone from public.farm_settings f where f.user_id = s.user_id), 'Europe/London') into zone;
  ends_at := (s.last_done_at + 1)::timestamp at time zone zone;
  estimated := true;
  counts_from := coalesce(
    (select r.reading + r.meter_offset from public.machine_readings r
     where r.user_id = s.user_id and r.machine_id = s.machine_id and not r.doubted and r.read_at < ends_at
     order by r.read_at desc, r.created_at desc, r.id desc limit 1),
    (select r.reading + r.meter_offset from public.machine_readings r
     where r.user_id = s.user_id and r.machine_id = s.machine_id and not r.doubted and r.read_at >= ends_at
     order by r.read_at, r.created_at, r.id limit 1));
end $$;

create function private.set_counts_from() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  select c.counts_from, c.estimated into new.counts_from, new.counts_from_estimated from private.service_counts_from(new) c;
  return new;
end $$;

-- A reading that arrives late, or is corrected or deleted, may be the one that a service counts from.
create function private.refresh_counts_from() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare changed public.machine_readings := case when tg_op = 'DELETE' then old else new end;
begin
  update public.service_schedules s set counts_from = c.counts_from, counts_from_estimated = c.estimated
  from public.service_schedules d cross join lateral private.service_counts_from(d) c
  where d.user_id = changed.user_id and d.machine_id = changed.machine_id and s.user_id = d.user_id and s.id = d.id
    and (s.counts_from, s.counts_from_estimated) is distinct from (c.counts_from, c.estimated);
  return null;
end $$;

-- After the trigger that sets last_done_offset.
create trigger set_counts_from before insert or update on public.service_schedules
  for each row execute function private.set_counts_from();
-- After the triggers that update offsets and doubts.
create trigger service_counts_from after insert or update of reading, meter_replaced or delete on public.machine_readings
  for each row execute function private.refresh_counts_from();

-- Without the columns that a reading changes.
drop trigger write_audit on public.service_schedules;
create trigger write_audit after delete or update of name, interval_meter, interval_months, last_done_at, last_done_reading,
    last_done_offset, first_at_reading, warn_pct, warn_days, parts, active
  on public.service_schedules for each row execute function private.write_audit();

update public.service_schedules set counts_from = null;

revoke execute on function private.service_counts_from(public.service_schedules), private.set_counts_from(),
  private.refresh_counts_from() from public, anon, authenticated;

select private.guard_values('public.service_schedules');
select private.guard_values('public.machine_readings');
