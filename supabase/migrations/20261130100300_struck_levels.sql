-- Levels of slurry stores are struck out, not deleted. A store with levels is taken out of use, so that they stay.
select private.can_be_struck_out('public.slurry_levels');
revoke delete on public.slurry_levels from authenticated;
drop policy "admin deletes slurry levels" on public.slurry_levels;

create function private.keep_stores_with_levels() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- If the whole account is deleted, its stores go with it.
  if not exists (select from public.profiles where id = old.user_id) then return old; end if;
  perform private.refuse_if(
    auth.uid() is not null and exists (select from public.slurry_levels l where l.user_id = old.user_id and l.store_id = old.id),
    format('Levels were read at %s. Take it out of use instead.', old.name));
  return old;
end $$;
create trigger keep_stores_with_levels before delete on public.slurry_stores
  for each row execute function private.keep_stores_with_levels();
revoke execute on function private.keep_stores_with_levels() from public, anon, authenticated;

select private.guard_values('public.slurry_stores');
