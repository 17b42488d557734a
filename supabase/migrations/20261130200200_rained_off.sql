-- A job that is moved on because it rained says so on its new day: the day from which it was moved. An undo takes it back.
alter table public.diary_events add column rained_off date;
grant update (rained_off) on public.diary_events to authenticated;
select private.guard_values('public.diary_events');

-- "Rained off": moves jobs from one day to another in one transaction; each keeps its length. A repeated call changes
-- nothing, because a moved job no longer starts on that day. Returns the number of jobs moved: those begun, done or
-- cancelled meanwhile stay. Runs as the caller.
create or replace function public.move_planned_jobs(p_ids uuid[], p_from date, p_to date) returns integer
  language plpgsql set search_path = ''
  as $$
declare
  account uuid := private.holder_account();
  n       integer;
begin
  perform private.refuse_if(coalesce(cardinality(p_ids), 0) = 0, 'Choose the jobs first.');
  perform private.refuse_if(cardinality(p_ids) > 1000, 'Choose 1,000 jobs at most.');
  perform private.refuse_if(p_from is null or p_to is null or p_from = p_to, 'Choose another day.');
  update public.diary_events set start_date = p_to, end_date = p_to + (end_date - start_date),
    -- Back to the day that it was rained off: an undo.
    rained_off = case when rained_off = p_to then null else p_from end
  where user_id = account and id = any (p_ids) and kind = 'job' and status = 'planned' and start_date = p_from;
  get diagnostics n = row_count;
  return n;
end $$;
