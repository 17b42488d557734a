-- Feed batches were never deleted, and a wrong one could not be withdrawn either. It is struck out, and the right one is
-- logged: its number stays its own, so the numbers have no gaps. What went into it is in the store again.
select private.can_be_struck_out('public.meal_batches');

create policy "admin strikes out batches, employees their own" on public.meal_batches
  for update to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write())
    and ((select private.is_admin()) or created_by = (select auth.uid())))
  with check (user_id = (select private.account_id()));

create function private.meal_batches_before_update() returns trigger
  language plpgsql security definer set search_path = ''
  as $$ begin perform private.refuse_old_entry(old.created_by, old.created_at); return new; end $$;

create function private.meal_batches_struck() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.draw_stock(new.user_id, new.items, new.mixed_at, case when new.struck then -1 else 1 end);
  return null;
end $$;

create trigger meal_batches_before_update before update of struck on public.meal_batches
  for each row execute function private.meal_batches_before_update();
create trigger meal_batches_struck after update on public.meal_batches
  for each row when (old.struck <> new.struck) execute function private.meal_batches_struck();
revoke execute on function private.meal_batches_before_update(), private.meal_batches_struck() from public, anon, authenticated;

select private.guard_values('public.meal_batches');
