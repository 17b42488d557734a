-- A completed checklist that names a machine of the fleet is that machine's, also if its name was typed: its reading is a
-- reading of the meter, and its defects are the machine's. The fleet may not have been on the phone.
create function private.find_named_machine() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if new.machine_id is null then
    -- Names are unique among the machines that are not sold.
    select m.id into new.machine_id from public.machines m
    where m.user_id = new.user_id and m.status <> 'sold' and lower(m.name) = lower(btrim(new.machine, E' \t\r\n'));
  end if;
  return new;
end $$;
-- Before the trigger that takes the machine's name.
create trigger b_find_named_machine before insert on public.checklist_completions
  for each row execute function private.find_named_machine();
revoke execute on function private.find_named_machine() from public, anon, authenticated;

select private.guard_values('public.checklist_completions');
