-- Merging customers: two entries for one business become one. Unbilled works take the target's name, billed works keep
-- the printed name, and the old name resolves to the target.

-- Whether the customer has a price for the same task and unit on any day of this one.
create function private.price_clashes(price public.prices, customer uuid) returns boolean
  language sql stable set search_path = ''
  as $$
    select exists (
      select from public.prices own
      where own.user_id = price.user_id and own.task_id = price.task_id and own.customer_id = customer
        and own.chargeable_unit = price.chargeable_unit
        and daterange(own.valid_from, own.valid_to, '[]') operator(pg_catalog.&&) daterange(price.valid_from, price.valid_to, '[]'))
  $$;

-- What merging one customer into another would move. Runs as the caller and counts rows of the caller's account only.
create function public.merge_preview(p_from uuid, p_into uuid)
  returns table (unbilled bigint, billed bigint, invoices bigint, prices_moved bigint, prices_kept bigint)
  language plpgsql stable set search_path = ''
  as $$
declare account uuid := private.account_id();
begin
  select count(*) filter (where w.invoice_number is null), count(*) filter (where w.invoice_number is not null)
    into unbilled, billed
    from public.works w where w.user_id = account and w.customer_id = p_from;
  select (select count(*) from public.invoices i where i.user_id = account and i.customer_id = p_from)
    + (select count(*) from public.opening_balances b where b.user_id = account and b.customer_id = p_from) into invoices;
  select count(*) filter (where not private.price_clashes(p, p_into)), count(*) filter (where private.price_clashes(p, p_into))
    into prices_moved, prices_kept
    from public.prices p where p.user_id = account and p.customer_id = p_from;
  return next;
end $$;

-- Merges p_from into p_into and returns p_into. Only the account holder may do this, and it can't be undone. With
-- p_fill_empty, contact details that the target lacks are copied; the address only as a whole. The counter lock keeps
-- invoices from being issued, withdrawn or marked meanwhile, and other merges from running.
create function public.merge_customers(p_request_id uuid, p_from uuid, p_into uuid, p_fill_empty boolean default false)
  returns uuid
  -- Ten thousand entries take two seconds; the role's limit is five. The API applies the limit set here instead.
  language plpgsql security definer set search_path = '' set statement_timeout = '60s'
  as $$
declare
  account uuid := private.lock_invoicing();
  earlier uuid[];
  old     public.customers;
  target  public.customers;
begin
  earlier := private.earlier_answer(account, p_request_id, 'merge');
  if earlier is not null then
    perform private.refuse_if(earlier <> array[p_from, p_into], 'This request was used for something else. Try again.');
    return p_into;
  end if;
  perform private.refuse_if(p_from = p_into, 'Choose another customer: this is the same one.');

  -- This lock order avoids deadlocks: first the customers against renames; then the tasks and entries, which a new
  -- price or an edit holds while it looks up its customer; last the customers against those lookups (customer_for).
  perform 1 from public.customers where user_id = account and id in (p_from, p_into) order by id for no key update;
  perform 1 from public.tasks where user_id = account
    and id in (select task_id from public.prices where user_id = account and customer_id = p_from) order by id for no key update;
  perform 1 from public.works where user_id = account and customer_id = p_from order by id for update;
  perform 1 from public.customers where user_id = account and id in (p_from, p_into) order by id for update;
  select * into old from public.customers where user_id = account and id = p_from;
  select * into target from public.customers where user_id = account and id = p_into;
  perform private.refuse_if(old.id is null or target.id is null, 'Choose the customer again: this one is no longer there.');
  perform private.refuse_if(old.merged_into is not null, format('%s was merged already.', old.name));
  perform private.refuse_if(target.merged_into is not null,
    format('%s was merged into another customer. Choose that one.', target.name));
  perform private.refuse_if(not target.active, format('%s is archived. Bring it back first.', target.name));

  update public.works
    set customer_id = target.id, customer = case when invoice_number is null then target.name else customer end
    where user_id = account and customer_id = old.id;
  -- The customer snapshots of the invoices stay as they were sent.
  update public.invoices set customer_id = target.id where user_id = account and customer_id = old.id;
  update public.opening_balances set customer_id = target.id where user_id = account and customer_id = old.id;
  -- If both have a price for the same day, the target's applies; the old one stays with the archived customer.
  update public.prices p set customer_id = target.id
    where p.user_id = account and p.customer_id = old.id and not private.price_clashes(p, target.id);
  -- Customers merged into the old one earlier are redirected, so that every name resolves directly to an unmerged
  -- customer.
  update public.customers set merged_into = target.id where user_id = account and merged_into = old.id;
  update public.customers set active = false, merged_into = target.id where user_id = account and id = old.id;
  if p_fill_empty then
    update public.customers t set
      contact_name = coalesce(t.contact_name, old.contact_name), phone = coalesce(t.phone, old.phone),
      phone2 = coalesce(t.phone2, old.phone2), email = coalesce(t.email, old.email),
      billing_email = coalesce(t.billing_email, old.billing_email), vat_number = coalesce(t.vat_number, old.vat_number),
      directions = coalesce(t.directions, old.directions), hazards = coalesce(t.hazards, old.hazards),
      w3w = coalesce(t.w3w, old.w3w)
    where t.user_id = account and t.id = target.id;
    update public.customers t set
      address_line1 = old.address_line1, address_line2 = old.address_line2, address_line3 = old.address_line3,
      town = old.town, county = old.county, postcode = old.postcode, country = old.country
    where t.user_id = account and t.id = target.id
      and num_nonnulls(t.address_line1, t.address_line2, t.address_line3, t.town, t.county, t.postcode, t.country) = 0
      and num_nonnulls(old.address_line1, old.address_line2, old.address_line3, old.town, old.county, old.postcode, old.country) > 0;
    update public.customers t set lat = old.lat, lng = old.lng
    where t.user_id = account and t.id = target.id and t.lat is null and t.lng is null and old.lat is not null;
  end if;
  -- Log the merge for the target too: its own row does not show it.
  insert into public.audit_log (user_id, table_name, row_id, action, changed, actor, actor_name)
    values (account, 'customers', target.id, 'update', jsonb_build_object('merged_from', jsonb_build_object('old', null, 'new', old.name)),
            auth.uid(), private.person_name(auth.uid()));
  insert into private.requests (user_id, request_id, action, answer)
    values (account, p_request_id, 'merge', array[old.id, target.id]);
  return target.id;
end $$;

revoke execute on function private.price_clashes(public.prices, uuid) from public, anon;
grant execute on function private.price_clashes(public.prices, uuid) to authenticated;
revoke execute on function public.merge_preview(uuid, uuid), public.merge_customers(uuid, uuid, uuid, boolean) from public, anon;
grant execute on function public.merge_preview(uuid, uuid), public.merge_customers(uuid, uuid, uuid, boolean) to authenticated;
