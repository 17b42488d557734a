-- Works in groups: the filtered works list summed by customer, task, person, day or unit. The totals use the same
-- filter.

-- Null means "any". p_people holds person ids (the account holder's own id for entries without an employee). p_statuses
-- holds the statuses of the list; p_today decides between 'sent' and 'overdue'. p_search holds LIKE patterns that must
-- all match. A group's key is the filter value that narrows the list to that group. Its label is a person's current
-- name, or the name on the latest entries (of entries on the same day, an unbilled one, because those follow a rename).
-- Its quantity is meaningful only for units. Runs as the caller, so row security decides what is summed.
create function public.works_groups(
    p_from date default null, p_to date default null, p_customers uuid[] default null, p_tasks text[] default null,
    p_people uuid[] default null, p_statuses text[] default null, p_unit text default null,
    p_has_notes boolean default null, p_today date default null, p_search text[] default null, p_group text default null)
  returns table (key text, label text, entries bigint, minutes bigint, value numeric, needs_rate bigint,
                 needs_quantity bigint, quantity numeric)
  language plpgsql stable set search_path = '' set enable_sort = off
  as $$
declare
  key_of  text := case p_group when 'customer' then 'w.customer_id' when 'task' then 'w.task_name'
                    when 'person' then 'coalesce(w.employee_id, w.user_id)' when 'day' then 'w.work_date'
                    when 'unit' then 'w.chargeable_unit' else 'null' end;
  name_of text := case p_group when 'customer' then 'w.customer' when 'person' then 'w.created_by_name' else 'null' end;
  -- Entries without an employee belong to the account holder, or to a person whose sign-in was deleted.
  now_of  text := case p_group when 'person' then '(select f.name from public.farm_people f
                    where f.user_id = (select private.account_id()) and f.person_id = named.key and f.person_id <> f.user_id)'
                    else 'null' end;
  -- The half of listed_works that has rows for this person: a union would pass every row on a second time.
  works   text := case when private.sees_rates() then 'public.works' else 'public.crew_works' end;
begin
  -- Dynamic SQL, planned with the values of this call: unused filters cost nothing, bounds use the index, and a year of
  -- a large account is hashed into its groups. enable_sort is off because the planner's estimate assumes a small
  -- account and would sort the year on disk.
  return query execute format($query$
    with named as materialized (
      select %s as key, %s as name, max(w.work_date) as latest, bool_or(w.invoice_number is null) as open,
             count(*) as entries, sum(round(w.total_time * 60)) as minutes, sum(w.total_value) as value,
             count(*) filter (where w.progress = 'needs_rate') as needs_rate,
             count(*) filter (where w.progress = 'needs_quantity') as needs_quantity, sum(w.quantity) as quantity
      from %s w
      where w.user_id = (select private.account_id())
        and ($1 is null or w.work_date >= $1)
        and ($2 is null or w.work_date <= $2)
        and ($3 is null or w.customer_id = any ($3))
        and ($4 is null or w.task_name = any ($4))
        and ($5 is null or coalesce(w.employee_id, w.user_id) = any ($5))
        and ($6 is null or
             case when w.progress = 'sent' and w.invoice_due_on < $9 then 'overdue' else w.progress end = any ($6))
        and ($7 is null or w.chargeable_unit = $7)
        and ($8 is null or $8 = (w.notes is not null))
        and ($10 is null or w.search like all ($10))
      group by 1, 2
    )
    select key::text, coalesce(%s, (array_agg(name order by latest desc, open desc, name))[1], key::text)::text,
           sum(entries)::bigint, coalesce(sum(minutes), 0)::bigint, coalesce(sum(value), 0),
           sum(needs_rate)::bigint, sum(needs_quantity)::bigint, sum(quantity)
    from named group by key order by key
  $query$, key_of, name_of, works, now_of)
  using p_from, p_to, p_customers, p_tasks, p_people, p_statuses, p_unit, p_has_notes, p_today, p_search;
end $$;

-- Count, minutes, value and quantities by unit of the whole filtered list.
create function public.works_totals(
    p_from date default null, p_to date default null, p_customers uuid[] default null, p_tasks text[] default null,
    p_people uuid[] default null, p_statuses text[] default null, p_unit text default null,
    p_has_notes boolean default null, p_today date default null, p_search text[] default null)
  returns table (entries bigint, minutes bigint, value numeric, needs_rate bigint, needs_quantity bigint, by_unit jsonb)
  language sql stable set search_path = ''
  as $$
    select coalesce(sum(u.entries), 0)::bigint, coalesce(sum(u.minutes), 0)::bigint, coalesce(sum(u.value), 0),
           coalesce(sum(u.needs_rate), 0)::bigint, coalesce(sum(u.needs_quantity), 0)::bigint,
           coalesce(jsonb_agg(jsonb_build_object('unit', u.key, 'quantity', u.quantity) order by u.key)
                    filter (where u.quantity is not null), '[]')
    from public.works_groups(p_from, p_to, p_customers, p_tasks, p_people, p_statuses, p_unit, p_has_notes, p_today,
                             p_search, 'unit') u
  $$;

revoke execute on function
  public.works_groups(date, date, uuid[], text[], uuid[], text[], text, boolean, date, text[], text),
  public.works_totals(date, date, uuid[], text[], uuid[], text[], text, boolean, date, text[]) from public, anon;
grant execute on function
  public.works_groups(date, date, uuid[], text[], uuid[], text[], text, boolean, date, text[], text),
  public.works_totals(date, date, uuid[], text[], uuid[], text[], text, boolean, date, text[]) to authenticated;
