-- Whoever does not see prices could try them out against the hash of a docket that was signed with prices, which takes a moment.
-- Such a hash is therefore shown only to those who see prices. The others see these signatures in the view crew_signoffs.
alter policy "account reads signatures of its jobs" on public.job_signoffs
  using (user_id = (select private.account_id()) and (not with_prices or (select private.sees_rates()))
    and ((select private.sees_all_works()) or job_id in (select private.own_jobs())));

create function private.crew_signoffs() returns table (
    id uuid, user_id uuid, job_id uuid, version smallint, signed_name text, signature text, signed_at timestamptz,
    content_hash text, with_prices boolean, created_by uuid, created_by_name text, created_at timestamptz, recorded_at timestamptz)
  language sql stable security definer set search_path = ''
  as $$
    select id, user_id, job_id, version, signed_name, signature, signed_at,
           case when not with_prices or (select private.sees_rates()) then content_hash else '' end, with_prices, created_by,
           created_by_name, created_at, recorded_at
    from public.job_signoffs
    where user_id = (select private.account_id())
      and ((select private.sees_all_works()) or job_id in (select private.own_jobs()))
  $$;
create view public.crew_signoffs with (security_invoker = true) as select * from private.crew_signoffs();
revoke all on public.crew_signoffs from anon, authenticated;
grant select on public.crew_signoffs to authenticated;
revoke execute on function private.crew_signoffs() from public, anon;
grant execute on function private.crew_signoffs() to authenticated;
