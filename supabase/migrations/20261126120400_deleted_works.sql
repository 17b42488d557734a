-- Deleted entries: the account holder restores one within 30 days, or erases it. The audit log contains each deleted row
-- in full, so there is no second copy. Rows that one transaction deleted have the same instant in the log: the lines of a
-- job, its parts and its photos are restored together.

-- The entries that the account holder can restore, newest first: one row for the lines of a job that were deleted
-- together, under the id of the first of them. p_before and p_before_id: the last row of
-- the previous page.
create function public.deleted_works(p_before timestamptz default null, p_before_id uuid default null)
  returns table (id uuid, deleted_at timestamptz, deleted_by text, customer text, work_date date, logged_by text, lines jsonb)
  language sql stable set search_path = ''
  as $$
    with entries as (
      select (array_agg(l.row_id order by (l.changed ->> 'line')::smallint, l.row_id))[1] as id, l.at, min(l.actor_name) as deleted_by,
        min(l.changed ->> 'customer') as customer, min((l.changed ->> 'work_date')::date) as work_date,
        min(l.changed ->> 'created_by_name') as logged_by,
        jsonb_agg(jsonb_build_object('task_name', l.changed -> 'task_name', 'quantity', l.changed -> 'quantity',
          'chargeable_unit', l.changed -> 'chargeable_unit') order by (l.changed ->> 'line')::smallint, l.row_id) as lines
      from public.audit_log l
      where l.user_id = (select private.holder_account(false)) and l.action = 'delete' and l.table_name = 'works'
        and l.at > now() - interval '30 days' and (p_before is null or l.at <= p_before)
        -- Not erased, not restored, and the latest deletion of this entry.
        and l.changed <> '{}'
        and not exists (select from public.works w where w.user_id = l.user_id and w.id = l.row_id)
        and not exists (select from public.audit_log later
          where later.user_id = l.user_id and later.table_name = 'works' and later.row_id = l.row_id
            and later.action = 'delete' and (later.at, later.id) > (l.at, l.id))
      group by l.at, l.changed ->> 'job_id'
    )
    select e.id, e.at, e.deleted_by, e.customer, e.work_date, e.logged_by, e.lines from entries e
    where p_before is null or (e.at, e.id) < (p_before, p_before_id)
    order by e.at desc, e.id desc limit 50
  $$;

-- Everything that was deleted together with an entry: the lines of its job, who and what was on it, its costs and
-- signatures, the readings and field activities that came with it, and the photos of its lines and activities. Empty if
-- the deletion can't be undone.
create function private.deleted_with(account uuid, work uuid) returns setof public.audit_log
  language sql stable security definer set search_path = ''
  as $$
    with entry as (
      select l.at, l.changed ->> 'job_id' as job from public.audit_log l
      where l.user_id = account and l.table_name = 'works' and l.row_id = work and l.action = 'delete'
      order by l.at desc, l.id desc limit 1
    ), together as (
      select l.*, e.job from entry e join public.audit_log l on l.user_id = account and l.at = e.at and l.action = 'delete'
      where e.job is not null and e.at > now() - interval '30 days'
    )
    select t.id, t.user_id, t.table_name, t.row_id, t.action, t.changed, t.actor, t.actor_name, t.at from together t
    where t.changed ->> 'job_id' = t.job
      or t.table_name = 'machine_readings' and t.changed ->> 'source_id' = t.job
      or t.table_name = 'field_activities' and t.changed ->> 'work_id' = t.job
      or t.table_name = 'attachments' and t.changed ->> 'parent_id' in (
        select w.row_id::text from together w where w.table_name = 'works' and w.changed ->> 'job_id' = w.job
          or w.table_name = 'field_activities' and w.changed ->> 'work_id' = w.job)
  $$;

-- A deleted row without its references to people, machines and fields that have been deleted since.
create function private.without_gone(account uuid, deleted jsonb) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select deleted || coalesce(jsonb_object_agg(r.key, null), '{}') from jsonb_each_text(deleted) r
    -- Subqueries instead of "not exists", for which the planner would read every profile.
    where case
      when r.key in ('employee_id', 'person_id', 'created_by') then (select p.id from public.profiles p where p.id = r.value::uuid) is null
      when r.key = 'machine_id' then (select m.id from public.machines m where m.user_id = account and m.id = r.value::uuid) is null
      when r.key = 'field_id' then (select f.id from public.fields f where f.user_id = account and f.id = r.value::uuid) is null
      else false end
  $$;

-- The rest of a function runs without a signed-in person, until resume_person. Returns the settings to resume. A function
-- can't have these settings in its head: only a superuser may do that, and a hosted project has none.
create function private.leave_person() returns text[]
  language plpgsql set search_path = ''
  as $$
declare
  -- Both settings that auth.uid() reads.
  person constant text[] := array[current_setting('request.jwt.claims', true), current_setting('request.jwt.claim.sub', true)];
begin
  perform set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true);
  return person;
end $$;
create function private.resume_person(person text[]) returns void
  language plpgsql set search_path = ''
  as $$
begin
  perform set_config('request.jwt.claims', coalesce(person[1], ''), true),
    set_config('request.jwt.claim.sub', coalesce(person[2], ''), true);
end $$;
revoke execute on function private.leave_person(), private.resume_person(text[]) from public, anon, authenticated;

-- Restores rows of one table as they were; rows that exist again are not changed. Runs without a signed-in person, so that
-- the triggers keep author and times and check the rest. updated_at is new: a phone that finds the old value assumes that
-- the server has lost its deletion, and sends it again.
create function private.put_back(account uuid, of_table text, deleted public.audit_log[]) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  rows    jsonb;
  columns text;
  person  text[];
begin
  select jsonb_agg(
      private.without_gone(account, d.changed) || case when d.changed ? 'updated_at' then jsonb_build_object('updated_at', now()) else '{}' end
      -- A job's first line before the others, a signature before the next one.
      order by d.changed -> 'id' = d.changed -> 'job_id' desc, (d.changed ->> 'line')::smallint, (d.changed ->> 'version')::smallint, d.id)
    into rows from unnest(deleted) d
    -- A reading is restored only if its machine still exists.
    where d.table_name = of_table and (of_table <> 'machine_readings' or exists (
      select from public.machines m where m.user_id = account and m.id = (d.changed ->> 'machine_id')::uuid));
  if rows is null then return; end if;
  select string_agg(quote_ident(a.attname), ', ') into columns from pg_catalog.pg_attribute a
  where a.attrelid = format('public.%I', of_table)::regclass and a.attnum > 0 and not a.attisdropped and rows -> 0 ? a.attname;
  person := private.leave_person();
  execute format('insert into public.%1$I (%2$s) select %2$s from jsonb_populate_recordset(null::public.%1$I, $1)
    on conflict do nothing', of_table, columns) using rows;
  perform private.resume_person(person);
end $$;

-- What was linked to an entry until it was deleted at this instant: planned jobs and shifts, which got a new key, and
-- materials and field activities.
create function private.unlinked_at(account uuid, deleted_at timestamptz)
  returns table (of_table text, row_id uuid, old_key uuid, new_key uuid)
  language sql stable security definer set search_path = ''
  as $$
    select l.table_name, l.row_id,
      coalesce(l.changed #>> '{log_key,old}', l.changed #>> '{work_id,old}')::uuid,
      coalesce(l.changed #>> '{log_key,new}', l.changed #>> '{work_id,new}')::uuid
    from public.audit_log l
    where l.user_id = account and l.at = unlinked_at.deleted_at and l.action = 'update' and l.changed ?| array['work_id', 'log_key']
  $$;

-- Restores a deleted entry under the same id, with everything that was deleted with it. Returns its number of lines.
create function private.restore_work(account uuid, p_id uuid) returns integer
  language plpgsql security definer set search_path = ''
  as $$
declare
  deleted public.audit_log[];
  lines uuid[];
  customer text;
  part text;
begin
  -- One call after another: a second concurrent call finds the entry restored.
  perform pg_advisory_xact_lock(hashtextextended(account::text || 'deleted works', 0));
  perform private.refuse_if(exists (select from public.works w where w.user_id = account and w.id = p_id),
    'This entry is on the list again already.');
  deleted := array(select d from private.deleted_with(account, p_id) d);
  perform private.refuse_if(cardinality(deleted) = 0,
    'This entry can''t be brought back: it was erased, or deleted more than 30 days ago.');
  lines := array(select d.row_id from unnest(deleted) d where d.table_name = 'works');
  select d.changed ->> 'customer' into customer from unnest(deleted) d
  where d.table_name = 'works' and not exists (
    select from public.customers c where c.user_id = account and c.id = (d.changed ->> 'customer_id')::uuid) limit 1;
  perform private.refuse_if(customer is not null, format('%s was deleted, so this entry can''t be brought back.', customer));

  -- Set the old key again, unless the job was logged under the new one since: the triggers on works then link the entry.
  update public.diary_events e set work_id = u.old_key from private.unlinked_at(account, deleted[1].at) u
  where u.of_table = 'diary_events' and e.user_id = account and e.id = u.row_id and e.converted_work_id is null
    and e.work_id = u.new_key and u.old_key = any (lines);
  update public.time_entries t set log_key = u.old_key from private.unlinked_at(account, deleted[1].at) u
  where u.of_table = 'time_entries' and t.user_id = account and t.id = u.row_id and t.work_id is null
    and t.log_key = u.new_key and u.old_key = any (lines);

  insert into public.audit_log (user_id, table_name, row_id, action, changed, actor, actor_name)
  select account, 'works', one, 'restore', '{}', auth.uid(), private.person_name(auth.uid()) from unnest(lines) one;
  -- Costs before their parts, whose triggers would copy today's cost; readings before machines, whose trigger would add a
  -- second reading.
  foreach part in array array['works', 'job_costs', 'machine_readings', 'job_people', 'job_machines', 'job_fields', 'job_materials',
    'job_signoffs', 'field_activities', 'attachments']
  loop
    perform private.put_back(account, part, deleted);
  end loop;
  -- Restore hours and value, because the account may round them differently by now.
  update public.works w set quantity = old.quantity, total_time = old.total_time, total_value = old.total_value
  from unnest(deleted) d, jsonb_populate_record(null::public.works, d.changed) old
  where d.table_name = 'works' and w.user_id = account and w.id = d.row_id
    and (w.quantity, w.total_time, w.total_value) is distinct from (old.quantity, old.total_time, old.total_value);

  update public.job_materials m set work_id = u.old_key from private.unlinked_at(account, deleted[1].at) u
  where u.of_table = 'job_materials' and m.user_id = account and m.id = u.row_id and m.work_id is null and u.old_key = any (lines);
  update public.field_activities f set work_id = u.old_key from private.unlinked_at(account, deleted[1].at) u
  where u.of_table = 'field_activities' and f.user_id = account and f.id = u.row_id and f.work_id is null and u.old_key = any (lines);
  update public.manure_movements m set work_id = u.old_key from private.unlinked_at(account, deleted[1].at) u
  where u.of_table = 'manure_movements' and m.user_id = account and m.id = u.row_id and m.work_id is null and u.old_key = any (lines);
  return cardinality(lines);
end $$;

create function public.restore_deleted_work(p_id uuid) returns integer
  language plpgsql security definer set search_path = ''
  as $$
declare account uuid := private.holder_account();
begin
  return private.restore_work(account, p_id);
end $$;

-- Removes the content of an entry and its parts from the log. Who deleted it and when is kept, so that a phone that was
-- offline can't send it again.
create function private.erase_deleted(account uuid, deleted public.audit_log[]) returns void
  language sql security definer set search_path = ''
  as $$
    update public.audit_log l set changed = '{}' from unnest(deleted) d
    where l.user_id = account and l.table_name = d.table_name and l.row_id = d.row_id;
    insert into public.audit_log (user_id, table_name, row_id, action, changed, actor, actor_name)
    select account, d.table_name, d.row_id, 'erase', '{}', auth.uid(), private.person_name(auth.uid())
    from unnest(deleted) d where d.table_name = 'works'
  $$;

-- Erases a deleted entry for good. Returns the paths of its photos, whose files the app deletes.
create function public.erase_deleted_work(p_id uuid) returns table (path text)
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.holder_account();
  deleted public.audit_log[];
begin
  perform pg_advisory_xact_lock(hashtextextended(account::text || 'deleted works', 0));
  perform private.refuse_if(exists (select from public.works w where w.user_id = account and w.id = p_id),
    'This entry is on the list again. Delete it first.');
  deleted := array(select d from private.deleted_with(account, p_id) d);
  perform private.refuse_if(cardinality(deleted) = 0, 'This entry was erased already, or deleted more than 30 days ago.');
  perform private.erase_deleted(account, deleted);
  return query select d.changed ->> 'storage_path' from unnest(deleted) d where d.table_name = 'attachments';
end $$;

-- Deleting a customer erases its deleted entries. The entries of a merged customer belong to the target of the merge.
create function private.erase_works_of_customer() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare work uuid;
begin
  -- If the whole account is deleted, its log goes with it.
  if not exists (select from public.profiles where id = old.user_id) then return null; end if;
  for work in
    select distinct l.row_id from public.audit_log l
    where l.user_id = old.user_id and l.action = 'delete' and l.table_name = 'works' and l.changed ->> 'customer_id' = old.id::text
      and l.at > now() - interval '30 days'
  loop
    perform private.erase_deleted(old.user_id, array(select d from private.deleted_with(old.user_id, work) d));
  end loop;
  return null;
end $$;
create trigger erase_works_of_customer after delete on public.customers
  for each row when (old.merged_into is null) execute function private.erase_works_of_customer();

revoke execute on function private.deleted_with(uuid, uuid), private.unlinked_at(uuid, timestamptz), private.without_gone(uuid, jsonb),
  private.put_back(uuid, text, public.audit_log[]), private.erase_deleted(uuid, public.audit_log[]),
  private.erase_works_of_customer(), private.restore_work(uuid, uuid) from public, anon, authenticated;
revoke execute on function public.deleted_works(timestamptz, uuid), public.restore_deleted_work(uuid),
  public.erase_deleted_work(uuid) from public, anon;
grant execute on function public.deleted_works(timestamptz, uuid), public.restore_deleted_work(uuid),
  public.erase_deleted_work(uuid) to authenticated;
