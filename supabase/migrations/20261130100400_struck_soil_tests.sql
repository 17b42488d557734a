-- Soil tests are struck out, not deleted. They went with their field, so a field with soil tests is archived, like one with
-- entries.
select private.can_be_struck_out('public.soil_tests');
revoke delete on public.soil_tests from authenticated;
drop policy "admin deletes soil tests" on public.soil_tests;

create or replace function private.keep_fields_with_entries() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  entries bigint;
  tests   bigint;
begin
  -- If the whole account is deleted, its fields go with it.
  if not exists (select from public.profiles where id = old.user_id) then return old; end if;
  select (select count(*) from public.field_activities a where a.user_id = old.user_id and a.field_id = old.id)
    + (select count(*) from public.harvests h where h.user_id = old.user_id and h.field_id = old.id) into entries;
  select count(*) into tests from public.soil_tests t where t.user_id = old.user_id and t.field_id = old.id;
  perform private.refuse_if(auth.uid() is not null and entries > 0,
    format('%s has %s %s. Archive it instead?', old.name, entries, case when entries = 1 then 'entry' else 'entries' end));
  perform private.refuse_if(auth.uid() is not null and tests > 0,
    format('%s has %s soil %s. Archive it instead?', old.name, tests, case when tests = 1 then 'test' else 'tests' end));
  return old;
end $$;

-- As in *_struck_activities.sql, with the newest soil test that counts.
create or replace view public.field_standing with (security_invoker = true) as
  select f.user_id, f.id as field_id, s.season_year, s.crop, s.variety,
    a.id as activity_id, a.activity_type, a.started_at as last_activity_at,
    t.sampled_on, t.method, t.ph, t.p_index, t.k_index, t.mg_index,
    i.interval_from, i.interval_until
  from public.fields f
  left join lateral (
    select * from public.field_seasons x
    where x.user_id = f.user_id and x.field_id = f.id and x.season_year <= extract(year from now())
    order by x.season_year desc, x.sequence desc limit 1) s on true
  left join lateral (
    select * from public.field_activities x
    where x.user_id = f.user_id and x.field_id = f.id and x.status = 'done' and not x.struck
    order by x.started_at desc, x.id desc limit 1) a on true
  left join lateral (
    select * from public.soil_tests x
    where x.user_id = f.user_id and x.field_id = f.id and not x.struck
    order by x.sampled_on desc, x.id desc limit 1) t on true
  -- No interval is longer than two years. London and Dublin have the same time.
  left join lateral (
    select (x.started_at at time zone 'Europe/London')::date as interval_from,
      (x.started_at at time zone 'Europe/London')::date + x.harvest_interval_days as interval_until
    from public.field_activities x
    where x.user_id = f.user_id and x.field_id = f.id and x.status = 'done' and not x.struck and x.harvest_interval_days > 0
      and x.started_at > now() - interval '731 days'
    order by 2 desc, 1 limit 1) i on true;
