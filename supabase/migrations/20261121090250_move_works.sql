-- Moves any number of entries to another customer, all or none, in one transaction.

-- Assigns entries to another customer; a new name becomes a new customer. Returns the number of entries. Runs as the
-- caller, so that ownership and "not on an invoice" are checked as for any edit. Fails if one of the entries is
-- missing.
create function public.move_works(p_ids uuid[], p_customer text) returns integer
  language plpgsql set search_path = ''
  as $$
declare
  account uuid := private.account_id();
  n       integer;
begin
  if account is null or not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only the main account holder can do this.';
  end if;
  if not private.can_write() then
    raise exception using errcode = '42501', message = 'Your account can read but not write at the moment.';
  end if;
  perform private.refuse_if(coalesce(cardinality(p_ids), 0) = 0, 'Choose the entries first.');
  perform private.refuse_if(cardinality(p_ids) > 1000, 'Choose 1,000 entries at most.');
  update public.works set customer = p_customer where user_id = account and id = any (p_ids);
  get diagnostics n = row_count;
  perform private.refuse_if(n <> (select count(distinct i) from unnest(p_ids) i),
    'Some of these entries are no longer there. Look at the list again.');
  return n;
end $$;

revoke execute on function public.move_works(uuid[], text) from public, anon;
grant execute on function public.move_works(uuid[], text) to authenticated;
