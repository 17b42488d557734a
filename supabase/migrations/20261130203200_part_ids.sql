-- The cost of a part of a job is keyed by the part's id, which three tables share. A driver who added a machine with the id of a
-- person could so keep the person's cost from being copied, and erase it by deleting the machine.
-- The id of a part is therefore taken in all three tables.
create function private.part_id_is_free() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.refuse_if(
    (tg_table_name <> 'job_people' and exists (select from public.job_people where user_id = new.user_id and id = new.id))
    or (tg_table_name <> 'job_machines' and exists (select from public.job_machines where user_id = new.user_id and id = new.id))
    or (tg_table_name <> 'job_materials' and exists (select from public.job_materials where user_id = new.user_id and id = new.id)),
    'This key belongs to another part of a job.');
  return new;
end $$;
create trigger part_id_is_free before insert on public.job_people for each row execute function private.part_id_is_free();
create trigger part_id_is_free before insert on public.job_machines for each row execute function private.part_id_is_free();
create trigger part_id_is_free before insert on public.job_materials for each row execute function private.part_id_is_free();

-- Two inserts at the same moment do not see each other.
create or replace function private.drop_cost() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.job_costs where user_id = old.user_id and id = old.id
    and kind = case tg_table_name when 'job_people' then 'person' when 'job_machines' then 'machine' else 'material' end;
  return null;
end $$;

revoke execute on function private.part_id_is_free() from public, anon, authenticated;
select private.guard_values('public.job_people');
select private.guard_values('public.job_machines');
select private.guard_values('public.job_materials');
