-- Work time: minutes between two local times on the farm, worked out in its time zone so that nights with a clock
-- change are right.

-- The instant of a local time. Both supported zones are at UTC or UTC+1, so there are two candidate instants. In the
-- repeated hour both match, and the caller says which is meant; in the skipped hour neither matches, and the time moves
-- forward by one hour.
create function private.local_instant(day date, wall time, zone text, second_time boolean) returns timestamptz
  language plpgsql stable set search_path = ''
  as $$
declare
  late timestamptz := (day + wall) at time zone 'UTC';
  early timestamptz := late - interval '1 hour';
  late_fits boolean := late at time zone zone = day + wall;
  early_fits boolean := early at time zone zone = day + wall;
begin
  return case
    when late_fits and early_fits then case when second_time then late else early end
    when early_fits then early
    else late
  end;
end $$;

-- Elapsed and paid minutes of a shift that starts on work_date. A finish before the start is on the next day, except
-- when both are in the repeated hour: then the finish is in its second pass. Raises 23514, with the sentence shown to
-- the user, for equal times, breaks as long as the shift, and more than 24 hours.
create function private.work_minutes(
    work_date date, start_time time, finish_time time, breaks integer, zone text,
    start_second boolean default false, finish_second boolean default false,
    out elapsed integer, out minutes integer)
  language plpgsql stable set search_path = ''
  as $$
declare
  s time := date_trunc('minute', start_time);
  f time := date_trunc('minute', finish_time);
  a timestamptz;
  b timestamptz;
  repeated_both boolean;
begin
  if s = f then
    raise exception using errcode = '23514', message = 'Start and finish are the same.';
  end if;
  a := private.local_instant(work_date, s, zone, start_second);
  repeated_both := f < s
    and private.local_instant(work_date, s, zone, false) <> private.local_instant(work_date, s, zone, true)
    and private.local_instant(work_date, f, zone, false) <> private.local_instant(work_date, f, zone, true);
  if repeated_both then
    b := private.local_instant(work_date, f, zone, true);
    -- Both times are in the second pass and the finish is earlier: it is on the next day.
    if b <= a then b := private.local_instant(work_date + 1, f, zone, finish_second); end if;
  elsif f < s then
    b := private.local_instant(work_date + 1, f, zone, finish_second);
  else
    -- A shift that starts in the second pass of the repeated hour can only finish in it or later.
    b := private.local_instant(work_date, f, zone, finish_second or start_second);
  end if;
  elapsed := floor(extract(epoch from b) / 60) - floor(extract(epoch from a) / 60);
  minutes := elapsed - coalesce(breaks, 0);
  if elapsed > 24 * 60 then
    raise exception using errcode = '23514', message = 'More than 24 hours in one entry is not allowed.';
  end if;
  if elapsed <= 0 then
    raise exception using errcode = '23514', message = 'Start and finish are the same.';
  end if;
  if minutes <= 0 then
    raise exception using errcode = '23514', message = 'Breaks are longer than the time worked.';
  end if;
end $$;

revoke execute on function private.local_instant(date, time, text, boolean),
  private.work_minutes(date, time, time, integer, text, boolean, boolean) from public, anon, authenticated;
-- The triggers of a user's own edit run as that user and need these.
grant execute on function private.local_instant(date, time, text, boolean),
  private.work_minutes(date, time, time, integer, text, boolean, boolean) to authenticated;
