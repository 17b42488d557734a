-- A cost of a job that nobody entered was told as 0.00. It is null now, so that the app can say that it is not known; the
-- margin of a job without any known cost is null too, as `margin_report` leaves such a job out. Each row is one job: the
-- jobs of a customer are summed by `margin_report`.
drop function public.job_margins(date, date, text);

-- What jobs earned: the value of their lines, less people, machines and materials. A value or cost that is not known is named
-- in `missing` and not taken off, so the margin is only right where `missing` is empty. Each part is rounded once to
-- pennies. For the account holder.
create function public.job_margins(p_from date, p_to date)
  returns table (key uuid, label text, work_date date, revenue numeric, people numeric, machines numeric,
                 materials numeric, margin numeric, missing text[])
  language plpgsql stable set search_path = ''
  as $$
declare account uuid := private.holder_account(false);
begin
  return query
  with jobs as (
    select w.job_id, min(w.customer) as customer, min(w.work_date) as day,
      string_agg(w.task_name, ', ' order by w.line) as tasks, sum(w.total_value) as value,
      array_agg(w.task_name || ': ' || case when w.quantity is null then 'quantity' else 'rate' end) filter (where w.total_value is null) as unpriced
    from public.works w where w.user_id = account and w.work_date between p_from and p_to group by w.job_id
  ), parts as (
    select p.job_id, 'person' as kind, p.name, round(p.minutes * c.cost / 60, 2) as amount,
      case when p.minutes is null then 'time' when c.cost is null then 'cost of an hour' end as lacks
    from public.job_people p left join public.job_costs c on c.user_id = account and c.id = p.id where p.user_id = account
    union all
    select m.job_id, 'machine', m.machine_name, round(m.hours * c.cost, 2),
      case when m.hours is null then 'hours' when c.cost is null then 'cost of an hour' end
    from public.job_machines m left join public.job_costs c on c.user_id = account and c.id = m.id where m.user_id = account
    union all
    select m.job_id, 'material', m.product, round(m.quantity * c.cost, 2), case when c.cost is null then 'cost' end
    from public.job_materials m left join public.job_costs c on c.user_id = account and c.id = m.id where m.user_id = account
  ), totals as (
    select j.*, sum(p.amount) filter (where p.kind = 'person') as people_sum,
      sum(p.amount) filter (where p.kind = 'machine') as machines_sum,
      sum(p.amount) filter (where p.kind = 'material') as materials_sum, sum(p.amount) as costs,
      array_agg(distinct p.name || ': ' || p.lacks) filter (where p.lacks is not null) as lacking
    from jobs j left join parts p on p.job_id = j.job_id
    group by j.job_id, j.customer, j.day, j.tasks, j.value, j.unpriced
  )
  select t.job_id, t.tasks || ', ' || t.customer, t.day, t.value, t.people_sum, t.machines_sum, t.materials_sum,
    t.value - t.costs, coalesce(t.unpriced, '{}') || coalesce(t.lacking, '{}')
  from totals t order by t.day desc, t.job_id;
end $$;

revoke execute on function public.job_margins(date, date) from public, anon;
grant execute on function public.job_margins(date, date) to authenticated;
