-- Feedings are struck out, not deleted, as feed batches are: they say what animals were fed. What was loaded is in the store
-- again. Employees could not withdraw a feeding that they logged twice; like a batch, they strike out their own for seven days.
select private.can_be_struck_out('public.tmr_feedings');
revoke delete on public.tmr_feedings from authenticated;
drop policy "admin deletes feedings" on public.tmr_feedings;

create policy "admin strikes out feedings, employees their own" on public.tmr_feedings
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write())
    and ((select private.is_admin()) or created_by = (select auth.uid())))
  with check (user_id = (select private.account_id()));

create or replace function private.tmr_feedings_stock() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.draw_stock(new.user_id,
    (select jsonb_agg(jsonb_build_object('feed', i.value ->> 'feed', 'kg', i.value -> 'actual')) from jsonb_array_elements(new.items) i),
    new.fed_at, case when new.struck then -1 else 1 end);
  return null;
end $$;

drop trigger tmr_feedings_stock on public.tmr_feedings;
create trigger tmr_feedings_stock after insert on public.tmr_feedings
  for each row execute function private.tmr_feedings_stock();
create trigger tmr_feedings_struck after update on public.tmr_feedings
  for each row when (old.struck <> new.struck) execute function private.tmr_feedings_stock();
-- It refuses an employee's change of an entry that is older than seven days, of either table.
alter function private.meal_batches_before_update() rename to own_for_seven_days;
create trigger own_for_seven_days before update of struck on public.tmr_feedings
  for each row execute function private.own_for_seven_days();

select private.guard_values('public.tmr_feedings');
