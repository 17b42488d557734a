-- The deadline of a movement is the law's, so the database sets it: a request can't state a later one. The rules are those
-- of src/domain/rules/data/movement-deadlines-*.json; a test compares them for each day. A rule that changes gets an end, and
-- its successor a row of its own.

-- The last day on which a movement may be notified, and the version of the rules that say so. No row where they have no
-- deadline.
create function private.movement_deadline(p_regime text, p_direction text, p_moved_on date)
  returns table (notify_by date, rule_version date)
  language sql stable set search_path = ''
  as $$
    select case when r.days is not null then p_moved_on + r.days else make_date(
        extract(year from p_moved_on)::integer + case when r.due > r.up_to then 0 else 1 end,
        split_part(r.due, '-', 1)::integer, split_part(r.due, '-', 2)::integer) end,
      date '2026-11-26'
    from (values
        -- A number of days, or: a movement up to the first day of the year is due by the next second one.
        ('ie', 'export', date '2025-01-01', null::date, 4, null, null),
        ('ie', 'import', date '2025-01-01', null, null, '06-30', '07-14'),
        ('ie', 'import', date '2025-01-01', null, null, '12-31', '01-14'),
        ('ni', 'export', date '2015-01-01', null, null, '12-31', '01-31'))
      r (regime, direction, valid_from, valid_to, days, up_to, due)
    where r.regime = p_regime and r.direction = p_direction and p_moved_on >= r.valid_from
      and (r.valid_to is null or p_moved_on <= r.valid_to)
      and (r.up_to is null or to_char(p_moved_on, 'MM-DD') <= r.up_to)
    order by r.up_to limit 1
  $$;

-- The rules that a region has.
create function private.regime_of(p_region text) returns text
  language sql immutable set search_path = ''
  as $$
    select case p_region when 'england' then 'eng-nvz' when 'scotland' then 'scot-nvz' when 'northern_ireland' then 'ni'
      when 'ireland' then 'ie' else 'wales' end
  $$;

create function private.manure_movements_deadline() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  ruled  record;
  region text := (select s.region from public.farm_settings s where s.user_id = new.user_id);
begin
  if auth.uid() is null then return new; end if;
  if tg_op = 'UPDATE' then
    if (new.moved_on, new.direction, new.notify_by, new.rule_version)
        is not distinct from (old.moved_on, old.direction, old.notify_by, old.rule_version) then return new; end if;
    -- A later change of the rules does not change the deadline of a movement that was recorded before.
    if old.rule_version is not null and new.moved_on = old.moved_on and new.direction = old.direction then
      new.notify_by := old.notify_by;
      new.rule_version := old.rule_version;
      return new;
    end if;
  end if;
  -- By the rules that the movement names, or those of the farm's country if these are stricter: naming another country's
  -- must not hide a movement from the account holder.
  select d.notify_by, d.rule_version into ruled
  from unnest(array[new.regime, private.regime_of(region)]) r (regime)
  cross join private.movement_deadline(r.regime, new.direction, new.moved_on) d
  order by d.notify_by limit 1;
  new.notify_by := coalesce(ruled.notify_by, new.notify_by);
  new.rule_version := ruled.rule_version;
  return new;
end $$;
-- Its name puts it before manure_movements_before_write, which refuses a deadline before the movement.
create trigger manure_movements_a_deadline before insert or update on public.manure_movements
  for each row execute function private.manure_movements_deadline();

revoke execute on function private.movement_deadline(text, text, date), private.regime_of(text), private.manure_movements_deadline()
  from public, anon, authenticated;
select private.guard_values('public.manure_movements');
