-- The undo of an import (*_imports.sql).

-- Refuses the undo of an import if there are names of such rows: "2 of its customers have entries, for example Hill Farm. …"
create function private.refuse_built_on(names text[], what text, reason text, remedy text) returns void
  language plpgsql immutable set search_path = ''
  as $$
begin
  perform private.refuse_if(cardinality(names) > 0,
    format('%s of its %s %s, for example %s. %s', cardinality(names), what, reason, names[1], remedy));
end $$;

-- Undoes an import: deletes all rows that it added, or none if one of them was changed or used since. Returns the number of
-- deleted rows; 0 if it was undone already.
create function public.undo_import(p_id uuid) returns integer
  language plpgsql security definer set search_path = '' set statement_timeout = '60s'
  as $$
declare
  account uuid := private.holder_account();
  taken   public.imports;
  deleted integer;
  total   integer := 0;
  delete_first constant text := 'Delete those first, or leave the import.';
  stays   constant text := 'The import stays as it is.';
begin
  select * into taken from public.imports i where i.user_id = account and i.id = p_id for update;
  perform private.refuse_if(not found, 'This import is not there any more.');
  if taken.undone_at is not null then return 0; end if;
  -- The rows are locked before the checks, which then see a change that was in progress. The lists of ids are joined by unnest:
  -- "id in (select unnest(…))" compares every row with every id, which takes minutes for twenty thousand.
  perform 1 from unnest(taken.customers) one (id) join public.customers c on c.user_id = account and c.id = one.id order by c.id for update of c;
  perform 1 from unnest(taken.tasks) one (id) join public.tasks t on t.user_id = account and t.id = one.id order by t.id for update of t;
  perform 1 from unnest(taken.works) one (id) join public.works w on w.user_id = account and w.id = one.id order by w.id for update of w;
  if cardinality(taken.shifts) > 0 then perform private.lock_clocks(account); end if;
  perform 1 from unnest(taken.shifts) one (id) join public.time_entries e on e.user_id = account and e.id = one.id order by e.id for update of e;
  perform 1 from unnest(taken.machines) one (id) join public.machines m on m.user_id = account and m.id = one.id order by m.id for update of m;
  perform 1 from unnest(taken.fields) one (id) join public.fields f on f.user_id = account and f.id = one.id order by f.id for update of f;
  perform 1 from unnest(taken.opening_balances) one (id) join public.opening_balances b on b.user_id = account and b.id = one.id order by b.id for update of b;

  perform private.refuse_built_on(array(
      select b.number from unnest(taken.opening_balances) one (id) join public.opening_balances b on b.user_id = account and b.id = one.id
      where b.paid_on is not null or b.updated_at > b.created_at order by b.number),
    'invoices', 'were paid or changed since', stays);
  perform private.refuse_built_on(array(
      select format('%s for %s on %s', w.task_name, w.customer, to_char(w.work_date, 'FMDD Mon YYYY')) from unnest(taken.works) one (id) join public.works w on w.user_id = account and w.id = one.id
      where w.invoice_number is not null order by w.work_date, w.id),
    'entries', 'are on an invoice', stays);
  perform private.refuse_built_on(array(
      select format('%s for %s on %s', w.task_name, w.customer, to_char(w.work_date, 'FMDD Mon YYYY')) from unnest(taken.works) one (id) join public.works w on w.user_id = account and w.id = one.id
      where (w.updated_at > w.created_at
        or w.id in (select o.job_id from public.works o where o.user_id = account and o.job_id <> o.id)
        or w.id in (select p.job_id from public.job_people p where p.user_id = account)
        or w.id in (select p.job_id from public.job_machines p where p.user_id = account)
        or w.id in (select p.job_id from public.job_fields p where p.user_id = account)
        or w.id in (select p.job_id from public.job_materials p where p.user_id = account)
        or w.id in (select p.job_id from public.job_costs p where p.user_id = account)
        or w.id in (select p.job_id from public.job_signoffs p where p.user_id = account)
        or w.id in (select a.parent_id from public.attachments a where a.user_id = account and a.parent_table = 'works')
        or w.id in (select a.work_id from public.field_activities a where a.user_id = account)
        or w.id in (select a.work_id from public.manure_movements a where a.user_id = account))
      order by w.work_date, w.id),
    'entries', 'were changed or completed since', stays);
  perform private.refuse_built_on(array(
      select c.name from unnest(taken.customers) one (id) join public.customers c on c.user_id = account and c.id = one.id
      where c.id in (
        select w.customer_id from public.works w where w.user_id = account and w.id not in (select unnest(taken.works)))
      order by c.name),
    'customers', 'have entries', delete_first);
  perform private.refuse_built_on(array(
      select c.name from unnest(taken.customers) one (id) join public.customers c on c.user_id = account and c.id = one.id
      where (
        c.id in (select i.customer_id from public.invoices i where i.user_id = account)
        or c.id in (select b.customer_id from public.opening_balances b
                    where b.user_id = account and b.id <> all (taken.opening_balances))
        or c.id in (select p.customer_id from public.prices p where p.user_id = account)
        or c.id in (select f.customer_id from public.fields f where f.user_id = account)
        or c.id in (select m.merged_into from public.customers m where m.user_id = account)
        or c.id in (select d.parent_id from public.documents d where d.user_id = account and d.parent_table = 'customers')
        or lower(c.name) in (select lower(btrim(e.customer)) from public.diary_events e where e.user_id = account))
      order by c.name),
    'customers', 'have prices, fields, planned jobs, documents or invoices', delete_first);
  perform private.refuse_built_on(array(
      select c.name from unnest(taken.customers) one (id) join public.customers c on c.user_id = account and c.id = one.id
      where c.updated_at > c.created_at order by c.name),
    'customers', 'were changed since', stays);
  perform private.refuse_built_on(array(
      select t.name from unnest(taken.tasks) one (id) join public.tasks t on t.user_id = account and t.id = one.id
      where (
        t.id in (select p.task_id from public.prices p where p.user_id = account)
        -- Older entries named this task before it existed, so they can do so again.
        or lower(t.name) in (select lower(btrim(w.task_name)) from public.works w
                             where w.user_id = account and w.updated_at > taken.created_at
                               and w.id not in (select unnest(taken.works))))
      order by t.name),
    'tasks', 'have entries or prices', delete_first);
  perform private.refuse_built_on(array(
      select t.name from unnest(taken.tasks) one (id) join public.tasks t on t.user_id = account and t.id = one.id
      where t.updated_at > t.created_at order by t.name),
    'tasks', 'were changed since', stays);
  perform private.refuse_built_on(array(
      select format('%s on %s', e.created_by_name, to_char(e.work_date, 'FMDD Mon YYYY')) from unnest(taken.shifts) one (id) join public.time_entries e on e.user_id = account and e.id = one.id
      where (e.status in ('submitted', 'approved') or e.work_date <= (
          select s.time_locked_until from public.farm_settings s where s.user_id = account))
      order by e.work_date, e.id),
    'hours', 'were handed in, approved or locked', stays);
  perform private.refuse_built_on(array(
      select format('%s on %s', e.created_by_name, to_char(e.work_date, 'FMDD Mon YYYY')) from unnest(taken.shifts) one (id) join public.time_entries e on e.user_id = account and e.id = one.id
      where (e.updated_at > e.created_at or e.work_id is not null) order by e.work_date, e.id),
    'hours', 'were changed or logged since', stays);
  perform private.refuse_built_on(array(
      select m.name from unnest(taken.machines) one (id) join public.machines m on m.user_id = account and m.id = one.id
      where (
        m.id in (select r.machine_id from public.machine_readings r where r.user_id = account and r.created_at > m.created_at)
        or m.id in (select s.machine_id from public.service_schedules s where s.user_id = account)
        or m.id in (select s.machine_id from public.service_records s where s.user_id = account)
        or m.id in (select d.machine_id from public.machine_defects d where d.user_id = account)
        or m.id in (select c.machine_id from public.checklist_completions c where c.user_id = account)
        or m.id in (select c.machine_id from public.checklist_templates c where c.user_id = account)
        or m.id in (select j.machine_id from public.job_machines j where j.user_id = account)
        or m.id in (select a.parent_id from public.attachments a where a.user_id = account and a.parent_table = 'machines')
        or m.id in (select d.parent_id from public.documents d where d.user_id = account and d.parent_table = 'machines'))
      order by m.name),
    'machines', 'have readings, services, jobs, checklists, photos or documents', delete_first);
  perform private.refuse_built_on(array(
      select m.name from unnest(taken.machines) one (id) join public.machines m on m.user_id = account and m.id = one.id
      join public.machine_costs c on c.user_id = m.user_id and c.id = m.id
      where greatest(m.updated_at, c.updated_at) > m.created_at order by m.name),
    'machines', 'were changed since', stays);
  perform private.refuse_built_on(array(
      select f.name from unnest(taken.fields) one (id) join public.fields f on f.user_id = account and f.id = one.id
      where (
        f.id in (select s.field_id from public.field_seasons s where s.user_id = account)
        or f.id in (select t.field_id from public.soil_tests t where t.user_id = account)
        or f.id in (select a.field_id from public.field_activities a where a.user_id = account)
        or f.id in (select h.field_id from public.harvests h where h.user_id = account)
        or f.id in (select j.field_id from public.job_fields j where j.user_id = account)
        or f.id in (select a.parent_id from public.attachments a where a.user_id = account and a.parent_table = 'fields')
        or f.id in (select d.parent_id from public.documents d where d.user_id = account and d.parent_table = 'fields'))
      order by f.name),
    'fields', 'have crops, soil tests, entries, jobs, photos or documents', delete_first);
  perform private.refuse_built_on(array(
      select f.name from unnest(taken.fields) one (id) join public.fields f on f.user_id = account and f.id = one.id
      where f.updated_at > f.created_at order by f.name),
    'fields', 'were changed since', stays);
  delete from public.time_entries e using unnest(taken.shifts) one (id) where e.user_id = account and e.id = one.id;
  get diagnostics deleted = row_count; total := total + deleted;
  delete from public.machines m using unnest(taken.machines) one (id) where m.user_id = account and m.id = one.id;
  get diagnostics deleted = row_count; total := total + deleted;
  delete from public.fields f using unnest(taken.fields) one (id) where f.user_id = account and f.id = one.id;
  get diagnostics deleted = row_count; total := total + deleted;
  delete from public.works w using unnest(taken.works) one (id) where w.user_id = account and w.id = one.id;
  get diagnostics deleted = row_count; total := total + deleted;
  -- Erased from the log as well, so that the list of deleted entries does not offer thousands of them. If they stayed in the
  -- log, deleting their customer would erase them one at a time, which takes minutes.
  update public.audit_log l set changed = '{}' from unnest(taken.works) one (id)
  where l.user_id = account and l.table_name = 'works' and l.row_id = one.id;
  insert into public.audit_log (user_id, table_name, row_id, action, changed, actor, actor_name)
  select account, 'works', one.id, 'erase', '{}', auth.uid(), (select private.person_name(auth.uid()))
  from unnest(taken.works) one (id);
  delete from public.opening_balances b using unnest(taken.opening_balances) one (id) where b.user_id = account and b.id = one.id;
  get diagnostics deleted = row_count; total := total + deleted;
  delete from public.tasks t using unnest(taken.tasks) one (id) where t.user_id = account and t.id = one.id;
  get diagnostics deleted = row_count; total := total + deleted;
  delete from public.customers c using unnest(taken.customers) one (id) where c.user_id = account and c.id = one.id;
  get diagnostics deleted = row_count; total := total + deleted;
  update public.imports i set undone_at = now() where i.user_id = account and i.id = p_id;
  return total;
end $$;

revoke execute on function private.refuse_built_on(text[], text, text, text) from public, anon, authenticated;
revoke execute on function public.undo_import(uuid) from public, anon;
grant execute on function public.undo_import(uuid) to authenticated;
