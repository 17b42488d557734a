-- The people of a farm: each person's current name, or their name when they left. Records store their author's id and
-- the name at that time; lists show the name from here, so a name taken temporarily is not shown once it is changed
-- back.
create table public.farm_people (
  user_id   uuid not null references public.profiles on delete cascade,
  person_id uuid not null references public.profiles on delete cascade,
  name      text not null,
  present   boolean not null default true,
  primary key (user_id, person_id)
);
create index farm_people_person_id_idx on public.farm_people (person_id);
-- If two people take the same name at the same moment, the index lets one of them through.
create unique index farm_people_name_key on public.farm_people (user_id, private.name_key(name)) where present;

create function private.name_taken(account uuid, person uuid, called text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from public.farm_people
      where user_id = account and present and person_id is distinct from person
        and private.name_key(name) = private.name_key(called))
  $$;

-- Updates farm_people when a person joins, leaves or changes their name. A change of name is logged in the farm's audit
-- log.
create function private.keep_farm_people() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  previous_farm uuid := case when tg_op = 'UPDATE' then case old.role when 'admin' then old.id else old.admin_id end end;
  farm   uuid := case new.role when 'admin' then new.id else new.admin_id end;
  previous_name    text;
  current_name text := private.person_name(new.id);
begin
  if previous_farm = new.id and farm is distinct from previous_farm then
    -- The person gave up their own account, which then has no people.
    delete from public.farm_people where user_id = previous_farm and person_id = new.id;
  elsif farm is distinct from previous_farm then
    update public.farm_people set present = false where user_id = previous_farm and person_id = new.id;
  end if;
  if farm is null then return null; end if;
  select name into previous_name from public.farm_people where user_id = farm and person_id = new.id and present;
  begin
    insert into public.farm_people (user_id, person_id, name) values (farm, new.id, current_name)
    on conflict (user_id, person_id) do update set name = excluded.name, present = true;
  exception when unique_violation then
    perform private.refuse_if(true, 'Somebody else on the farm has this name. Add a middle name or an initial to yours.');
  end;
  if previous_name <> current_name then perform private.log_person(farm, new.id, 'name', previous_name, current_name); end if;
  return null;
end $$;
create trigger keep_farm_people after insert or update of first_name, last_name, role, admin_id on public.profiles
  for each row execute function private.keep_farm_people();

alter table public.farm_people enable row level security;
create policy "people of a farm read its names" on public.farm_people
  for select to authenticated
  using (user_id = (select private.account_id()));
revoke all on public.farm_people from anon, authenticated;
grant select on public.farm_people to authenticated;
grant all on public.farm_people to service_role;

-- What employees need to know of their account holder: the name, and until when the account can write. The rest of that
-- profile (phone, birthday, subscription) is private and protected by row security.
create function private.holder_of_account() returns table (first_name text, last_name text, active_until timestamptz)
  language sql stable security definer set search_path = ''
  as $$
    select p.first_name, p.last_name,
           case p.subscription_status when 'active' then p.subscription_ends_at when 'trialing' then p.trial_ends_at end
    from public.profiles p where p.id = (select private.account_id())
  $$;
create function public.account_holder() returns table (first_name text, last_name text, active_until timestamptz)
  language sql stable set search_path = ''
  as $$ select * from private.holder_of_account() $$;

revoke execute on function private.name_taken(uuid, uuid, text), private.keep_farm_people(), private.holder_of_account()
  from public, anon, authenticated;
grant execute on function private.holder_of_account() to authenticated;
revoke execute on function public.account_holder() from public, anon;
grant execute on function public.account_holder() to authenticated, service_role;
