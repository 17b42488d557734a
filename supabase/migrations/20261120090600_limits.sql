-- Rate limits: the edge functions and the database's own functions count here before they send a mail or check a
-- secret.
create table private.allowances (
  -- What is counted and for whom, such as 'contact:203.0.113.9'.
  name     text primary key check (char_length(name) between 1 and 200),
  -- The instant of each use, oldest first; never more than the limit.
  taken    timestamptz[] not null,
  -- From this instant on, none of these uses counts any more.
  stale_at timestamptz not null
);
create index allowances_stale_idx on private.allowances (split_part(name, ':', 1), stale_at);
-- Only take_allowance reads this table, called with the secret key or inside a security definer function.
alter table private.allowances enable row level security;
revoke all on private.allowances from public, anon, authenticated;
grant select, insert, update, delete on private.allowances to service_role;

-- Counts one use of `key`, with at most `most` uses in any period of length `per`. Returns false if the limit is
-- reached; the attempt is then not counted, so that repeated tries do not extend the lockout. Concurrent calls wait for
-- each other, so that together they can't exceed the limit.
create function public.take_allowance(key text, most int, per interval) returns boolean
  language plpgsql set search_path = ''
  as $$
declare
  this constant text := key;
  at constant timestamptz := clock_timestamp();
  counted timestamptz[];
begin
  if coalesce(most, 0) < 1 or per is null or per <= interval '0' then
    raise exception using errcode = '22023', message = 'An allowance needs a number and a time.';
  end if;
  insert into private.allowances as a (name, taken, stale_at) values (this, '{}', at)
    on conflict (name) do update set stale_at = a.stale_at
    returning array(select t from unnest(a.taken) t where t > at - per order by t) into counted;
  -- Deletes a few stale rows, but none that is locked. Only rows of the same kind (the part before the colon): a caller
  -- with another kind may hold a lock that this caller's transaction waits for next.
  delete from private.allowances where name in (
    select a.name from private.allowances a
    where split_part(a.name, ':', 1) = split_part(this, ':', 1) and a.stale_at < at and a.name <> this
    order by a.stale_at limit 20 for update skip locked);
  if cardinality(counted) >= most then return false; end if;
  update private.allowances set taken = counted || at, stale_at = at + per where name = this;
  return true;
end $$;

revoke execute on function public.take_allowance(text, int, interval) from public, anon, authenticated;
grant execute on function public.take_allowance(text, int, interval) to service_role;

select private.guard_values('private.allowances');
