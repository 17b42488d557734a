-- The latest job of each customer and task, with its key: an entry that corrects it is not taken for a second one.
drop function public.recent_jobs(integer);
create function public.recent_jobs(p_limit integer default 60)
  returns table (customer_id uuid, customer text, task_name text, chargeable_unit text, rate numeric, quantity numeric,
                 work_date date, mine boolean, times bigint, created_at timestamptz, job_id uuid)
  language sql stable set search_path = ''
  as $$
    with latest as (
      select * from public.listed_works
      where user_id = (select private.account_id()) order by created_at desc, id desc limit 500
    ), ranked as (
      select l.*, row_number() over w as place, count(*) over (partition by l.customer_id, lower(l.task_name)) as times
      from latest l window w as (partition by l.customer_id, lower(l.task_name) order by l.created_at desc, l.id desc)
    )
    select customer_id, coalesce(private.customer_name(customer_id), customer), task_name, chargeable_unit, rate, quantity, work_date,
           coalesce(employee_id, user_id) = (select auth.uid()), times, created_at, job_id
    from ranked where place = 1 order by created_at desc limit least(p_limit, 200)
  $$;

revoke execute on function public.recent_jobs(integer) from public, anon;
grant execute on function public.recent_jobs(integer) to authenticated;
