-- What was done on a field is struck out, not deleted: sprays, fertiliser, slurry and manure, and all else, because an
-- entry's type can be changed. A planned activity is a plan, not a record: it can be deleted, so what was done can't become
-- one.
select private.can_be_struck_out('public.field_activities');
drop policy "admin deletes field activities, employees their own" on public.field_activities;
create policy "admin deletes planned field activities, employees their own" on public.field_activities
  for delete to authenticated
  using (user_id = (select private.account_id()) and (select private.can_write()) and status = 'planned'
    and ((select private.is_admin()) or created_by = (select auth.uid())));
create trigger keep_done before update on public.field_activities
  for each row when (old.status = 'done' and new.status = 'planned')
  execute function private.refuse_row('What was done can''t become a plan. If it was entered by mistake, strike it out.');

-- As in *_field_work.sql, without what was struck out.
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
    where x.user_id = f.user_id and x.field_id = f.id
    order by x.sampled_on desc, x.id desc limit 1) t on true
  -- No interval is longer than two years. London and Dublin have the same time.
  left join lateral (
    select (x.started_at at time zone 'Europe/London')::date as interval_from,
      (x.started_at at time zone 'Europe/London')::date + x.harvest_interval_days as interval_until
    from public.field_activities x
    where x.user_id = f.user_id and x.field_id = f.id and x.status = 'done' and not x.struck and x.harvest_interval_days > 0
      and x.started_at > now() - interval '731 days'
    order by 2 desc, 1 limit 1) i on true;

-- As in *_partly_invoiced_jobs.sql, except that field activities are struck out.
-- Deletes a job: its lines that are not on an invoice, and once no line stays, its people, machines, fields and materials.
-- Its field activities are then struck out, except an employee's activities that are older than the seven days in which
-- they may change them. `kept` says which lines stay, if any. Runs as the caller. A repetition deletes nothing more.
create or replace function public.delete_job(p_job_id uuid) returns table (id uuid, kept text)
  language plpgsql set search_path = ''
  as $$
#variable_conflict use_column
declare
  account uuid := private.account_id();
  deleted integer;
  stays   integer;
  numbers text;
begin
  perform private.refuse_lapsed(account);
  if account is not null and not private.leaves_lines(account, p_job_id) then
    -- Before the lines: deleting a line clears work_id of its activities.
    update public.field_activities a set struck = true
    where a.user_id = account and not a.struck and a.work_id in (
        select w.id from public.listed_works w where w.user_id = account and w.job_id = p_job_id)
      and ((select private.is_admin()) or a.created_at >= now() - interval '7 days');
  end if;
  perform private.refuse_partly_invoiced(account, p_job_id);
  -- Deleting the last line deletes the parts of the job.
  delete from public.works where user_id = account and job_id = p_job_id and invoice_number is null;
  get diagnostics deleted = row_count;
  select count(*), string_agg(distinct l.invoice_number, ', ') into stays, numbers
    from public.listed_works l where l.user_id = account and l.job_id = p_job_id;
  if stays > 0 then
    if deleted = 0 and numbers is null then
      raise exception using errcode = '42501', message = 'You may not delete this job at the moment.';
    end if;
    kept := case when numbers is null then 'Lines of other people stay, and so does what was on the job. Yours are deleted.'
      else format(case when stays = 1 then 'One line of this job is on invoice %s, so it stays, with the people, machines, fields and materials of the job.'
        else '%2$s lines of this job are on invoice %1$s, so they stay, with the people, machines, fields and materials of the job.' end, numbers, stays)
        || case when deleted > 0 then ' The other lines are deleted.' else '' end end;
  end if;
  id := p_job_id;
  return next;
end $$;

-- As in *_deleted_works.sql, except that field activities that were struck out with the job count again.
-- Restores a deleted entry under the same id, with everything that was deleted with it. Returns its number of lines.
create or replace function private.restore_work(account uuid, p_id uuid) returns integer
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
  -- Those that were struck out with the job count again. The link is a change of its own, which a struck out one accepts.
  update public.field_activities f set struck = false from private.unlinked_at(account, deleted[1].at) u
  where u.of_table = 'field_activities' and f.user_id = account and f.id = u.row_id and u.old_key = any (lines)
    and f.struck and f.struck_at = deleted[1].at;
  update public.field_activities f set work_id = u.old_key from private.unlinked_at(account, deleted[1].at) u
  where u.of_table = 'field_activities' and f.user_id = account and f.id = u.row_id and f.work_id is null and u.old_key = any (lines);
  update public.manure_movements m set work_id = u.old_key from private.unlinked_at(account, deleted[1].at) u
  where u.of_table = 'manure_movements' and m.user_id = account and m.id = u.row_id and m.work_id is null and u.old_key = any (lines);
  return cardinality(lines);
end $$;

select private.guard_values('public.field_activities');
