-- Deletes sign-ups whose address was not confirmed within a day: each blocks an address that may be another person's,
-- with a password that this person did not choose. Run by the schedule that sends the reminders.
create function public.remove_unconfirmed() returns integer
  language plpgsql security definer set search_path = ''
  as $$
declare removed integer;
begin
  delete from auth.users
    where email_confirmed_at is null and phone_confirmed_at is null and created_at < now() - interval '1 day'
      -- The link in a confirmation mail that was sent again is valid for an hour.
      and coalesce(confirmation_sent_at, created_at) < now() - interval '1 hour';
  get diagnostics removed = row_count;
  return removed;
end $$;
revoke execute on function public.remove_unconfirmed() from public, anon, authenticated;
grant execute on function public.remove_unconfirmed() to service_role;
