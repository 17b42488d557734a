-- Saved filters: the filters of a list, saved under a name. Private to the person: the account holder can't see them
-- either.
create table public.saved_filters (
  id         uuid not null default gen_random_uuid(),
  user_id    uuid not null references public.profiles on delete cascade,
  person_id  uuid not null default auth.uid() references public.profiles on delete cascade,
  screen     text not null default 'works' check (screen = 'works'),
  name       text not null check (char_length(name) between 1 and 60 and name = btrim(name)),
  -- The query string of the screen's URL.
  query      text not null check (char_length(query) <= 2000),
  created_at timestamptz not null default now(),
  primary key (user_id, id)
);
create unique index saved_filters_name_key on public.saved_filters (user_id, person_id, screen, lower(name));
create index saved_filters_person_idx on public.saved_filters (person_id);

alter table public.saved_filters enable row level security;
create policy "people read their own saved filters" on public.saved_filters
  for select to authenticated
  using (user_id = (select private.account_id()) and person_id = (select auth.uid()));
create policy "people save filters of their own" on public.saved_filters
  for insert to authenticated
  with check (user_id = (select private.account_id()) and person_id = (select auth.uid()) and (select private.can_write()));
create policy "people change their own saved filters" on public.saved_filters
  for update to authenticated
  using (user_id = (select private.account_id()) and person_id = (select auth.uid()) and (select private.can_write()))
  with check (user_id = (select private.account_id()) and person_id = (select auth.uid()));
create policy "people delete their own saved filters" on public.saved_filters
  for delete to authenticated
  using (user_id = (select private.account_id()) and person_id = (select auth.uid()) and (select private.can_write()));

-- Owner and screen can't be changed by the browser.
revoke all on public.saved_filters from anon, authenticated;
grant select, delete on public.saved_filters to authenticated;
grant insert (id, user_id, screen, name, query) on public.saved_filters to authenticated;
grant update (name, query) on public.saved_filters to authenticated;
grant all on public.saved_filters to service_role;

select private.guard_values('public.saved_filters');
