-- A job with a line on an invoice is what that invoice was made from: what remains of it keeps its people, machines,
-- readings, fields and materials, and only the account holder deletes its other lines.

-- Refuses an employee who deletes from a job with an invoiced line. The sentence has no number: the line may be one that
-- this person can't see.
create function private.refuse_partly_invoiced(account uuid, job uuid) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if auth.uid() is null or private.is_admin() then return; end if;
  perform private.refuse_if(
    exists (select from public.works w where w.user_id = account and w.job_id = job and w.invoice_number is not null),
    'A line of this job is on an invoice, so only the account holder can delete from it.');
end $$;

create or replace function private.works_before_delete() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if current_user = 'authenticated' then
    perform private.refuse_if_locked(old.invoice_number, old.invoice_sent_at);
    perform private.refuse_partly_invoiced(old.user_id, old.job_id);
  end if;
  return old;
end $$;

-- Whether a line of a job stays if the signed-in person deletes the job: one on an invoice, or one of another person. Locks
-- the lines, in the order in which an invoice locks them, so that the answer stays true until the end of the call.
create function private.leaves_lines(account uuid, job uuid) returns boolean
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.refuse_other_account(account);
  perform private.take_turns(account, job);
  perform 1 from public.works w where w.user_id = account and w.job_id = job order by w.id for update;
  return exists (select from public.works w where w.user_id = account and w.job_id = job
    and (w.invoice_number is not null or not private.is_admin() and w.employee_id is distinct from auth.uid()));
end $$;

-- Deletes a job: its lines that are not on an invoice, and once no line stays, its people, machines, fields, materials and
-- field activities, except an employee's activities that are older than the seven days in which they may delete them.
-- `kept` says which lines stay, if any. Runs as the caller. A repetition deletes nothing more.
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
    delete from public.field_activities a
    where a.user_id = account and a.work_id in (
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

revoke execute on function private.refuse_partly_invoiced(uuid, uuid), private.leaves_lines(uuid, uuid) from public, anon, authenticated;
-- delete_job and the trigger of a person's own deletion run as that person.
grant execute on function private.refuse_partly_invoiced(uuid, uuid), private.leaves_lines(uuid, uuid) to authenticated;
