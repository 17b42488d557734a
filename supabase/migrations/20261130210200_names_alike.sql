-- Names and texts that look alike: an iPhone types O’Brien, a keyboard O'Brien; a name is pasted with two spaces, with a sign that
-- nobody sees, or with an accent stored as a sign of its own. Such a name is the same customer's, and a search finds both.

-- A name as it is compared. src/domain/core/search.ts does the same in nameKey.
create function private.name_words(name text) returns text
  language sql immutable parallel safe set search_path = ''
  as $$
    select btrim(regexp_replace(lower(normalize(translate(
      name,
      U&'\0060\00b4\02bc\2018\2019\201b\2032\ff07\2010\2011\2012\2013\2014\2015\2212\fe63\ff0d\00ad\061c\200b\200e\200f\202a\202b\202c\202d\202e\2060\2061\2062\2063\2064\2065\2066\2067\2068\2069\feff',
      '''''''''''''''''---------'), NFKC)), '\s+', ' ', 'g'))
  $$;

-- Text as it is searched: lower case, without accents, apostrophes and signs that nobody sees. src/domain/core/search.ts
-- normalises the search words in the same way, in foldText.
create or replace function private.folded(given text) returns text
  language sql immutable set search_path = ''
  as $$
    select replace(replace(replace(translate(lower(regexp_replace(normalize(translate(
      given,
      U&'\2010\2011\2012\2013\2014\2015\2212\fe63\ff0d\0027\0060\00b4\02bc\2018\2019\201b\2032\ff07\00ad\061c\200b\200e\200f\202a\202b\202c\202d\202e\2060\2061\2062\2063\2064\2065\2066\2067\2068\2069\feff',
      '---------'), NFKD),
      '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe00-\ufe0f]', '', 'g')),
      'łŁøØđĐðÐıÆŒẞ', 'llooddddiæœß'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
  $$;

-- The text an entry is searched in: every text of it that all readers of it may see.
create function private.set_work_search() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.search := private.folded(new.customer || E'\n' || new.task_name || E'\n' || coalesce(new.task_description, '') || E'\n'
    || coalesce(new.notes, '') || E'\n' || new.created_by_name || E'\n' || private.one_text(new.done_by_names) || E'\n'
    || coalesce(new.invoice_number, ''));
  return new;
end $$;

-- The text a batch of meal is searched in.
create function private.set_batch_search() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.search := private.folded(new.batch_no || E'\n' || new.mix_name || E'\n' || coalesce(new.used_by, '') || E'\n'
    || coalesce(new.note, '') || E'\n' || new.created_by_name || E'\n' || private.batch_words(new.items));
  return new;
end $$;
revoke execute on function private.name_words(text), private.set_work_search(), private.set_batch_search()
  from public, anon, authenticated;
grant execute on function private.name_words(text) to authenticated, service_role;

-- Computed by a trigger instead of an expression: the expression of a column can be changed only by dropping the column, and
-- with it all views of the works list. Its name puts it after the triggers that set the other columns.
alter table public.works alter column search drop expression;
alter table public.works alter column search set default '';
create trigger zz_set_search before insert or update on public.works for each row execute function private.set_work_search();
alter table public.meal_batches alter column search drop expression;
alter table public.meal_batches alter column search set default '';
create trigger zz_set_search before insert or update on public.meal_batches for each row execute function private.set_batch_search();

-- Only the text to search in changes, so no trigger runs but the one that computes it.
alter table public.works disable trigger user;
alter table public.works enable trigger zz_set_search;
update public.works set search = '';
alter table public.works enable trigger user;
alter table public.meal_batches disable trigger user;
alter table public.meal_batches enable trigger zz_set_search;
update public.meal_batches set search = '';
alter table public.meal_batches enable trigger user;

create or replace view public.invoice_register with (security_invoker = true) as
  select i.id, i.user_id, i.invoice_number, i.sequence_no, i.kind, i.customer_id, i.customer_snapshot ->> 'name' as customer,
         i.issue_date, i.tax_point, i.due_date, i.currency, i.subtotal, i.vat_rate, i.vat_amount, i.total, i.order_number,
         i.generated_at, i.sent_at, i.paid_at, i.voided_at, i.credited_at,
         (select o.invoice_number from public.invoices o where o.user_id = i.user_id and o.id = i.credits_invoice_id) as corrects,
         (select n.invoice_number from public.invoices n where n.user_id = i.user_id and n.credits_invoice_id = i.id) as corrected_by,
         private.folded(concat_ws(' ', i.invoice_number, i.customer_snapshot ->> 'name', i.order_number)) as search,
         (select case when m.state in ('failed', 'bounced', 'complained') then m.state
                      when m.state = 'sending' and (m.problem is not null or m.state_at < now() - interval '10 minutes') then 'unanswered' end
          from public.invoice_mails m
          where m.user_id = i.user_id and m.invoice_id = i.id and i.paid_at is null and i.voided_at is null
          order by m.created_at desc, m.id desc limit 1) as mail_trouble
  from public.invoices i;

-- Customers by name, archived and merged ones too.
create index customers_words_idx on public.customers (user_id, private.name_words(name));

-- As before, and a name that looks like that of a customer is that customer's. If lists that were made before have two names
-- that look alike, the one that is spelt as in the entry wins.
create or replace function private.customer_for(account uuid, customer_name text, known uuid, out id uuid, out name text)
  language plpgsql security definer set search_path = ''
  as $$
declare
  merged_into_id uuid;
  in_use boolean;
begin
  perform private.refuse_other_account(account);
  loop
    id := null;
    if known is not null then
      select c.id, c.name, c.merged_into, c.active into id, name, merged_into_id, in_use from public.customers c
      where c.user_id = account and c.id = known for key share;
    end if;
    if id is null then
      select c.id, c.name, c.merged_into, c.active into id, name, merged_into_id, in_use from public.customers c
      where c.user_id = account and private.name_words(c.name) = private.name_words(customer_name)
      order by lower(btrim(c.name)) = lower(btrim(customer_name)) desc, c.active desc, c.updated_at desc limit 1 for key share;
    end if;
    if id is null then
      select c.id, c.name, c.merged_into, c.active into id, name, merged_into_id, in_use from public.customers c
      where c.user_id = account and c.id = private.formerly_named(account, customer_name) for key share;
    end if;
    if id is not null then
      while merged_into_id is not null loop
        select c.id, c.name, c.merged_into, c.active into id, name, merged_into_id, in_use from public.customers c
        where c.user_id = account and c.id = merged_into_id for key share;
      end loop;
      -- The target was deleted between the two queries, which sets merged_into of this customer to null: search again.
      continue when id is null;
      if not in_use then
        -- An archived customer becomes active again, unless another one has its name by now: then that one is used.
        select coalesce(o.id, customer_for.id), coalesce(o.name, customer_for.name) into id, name
          from (values (true)) always left join public.customers o
            on o.user_id = account and o.active and private.name_words(o.name) = private.name_words(customer_for.name)
          limit 1;
        update public.customers c set active = true where c.user_id = account and c.id = customer_for.id and not c.active;
      end if;
      return;
    end if;
    -- Two people may add the same new name at once: the second one finds it on the next pass.
    insert into public.customers (user_id, name) values (account, btrim(customer_name)) on conflict do nothing
    returning customers.id, customers.name into id, name;
    exit when found;
  end loop;
end $$;

-- The name of the active customer whose name looks like this one; null if there is none, or only one of exactly this name,
-- which the index refuses.
create function private.customer_alike(account uuid, self uuid, customer_name text) returns text
  language sql stable set search_path = ''
  as $$
    select c.name from public.customers c
    where c.user_id = account and c.id <> self and c.active and private.name_words(c.name) = private.name_words(customer_name)
    order by lower(btrim(c.name)) = lower(btrim(customer_name)) desc limit 1
  $$;

-- Refuses a name that looks like an active customer's, as the index refuses one that is spelt the same.
create function private.refuse_customer_alike(account uuid, self uuid, customer_name text) returns void
  language plpgsql stable set search_path = ''
  as $$
begin
  if lower(private.customer_alike(account, self, customer_name)) <> lower(customer_name) then
    raise exception using errcode = '23505', constraint = 'customers_name_key',
      message = 'duplicate key value violates unique constraint "customers_name_key"';
  end if;
end $$;
revoke execute on function private.customer_alike(uuid, uuid, text), private.refuse_customer_alike(uuid, uuid, text)
  from public, anon, authenticated;

-- As before, by names that look alike.
create or replace function private.customers_before_insert() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare existing_id uuid;
begin
  new.name := btrim(new.name, E' \t\r\n');
  if auth.uid() is not null then
    new.user_id := private.account_id();
    new.created_by := auth.uid();
    new.created_by_name := private.person_name(auth.uid());
    new.created_at := now();
    perform private.refuse_deleted('customers', new.user_id, new.id);
    if not private.is_admin() then
      -- Employees add a name and contact details only; billing details belong to the account holder.
      new.vat_number := null; new.payment_terms_days := null; new.billing_email := null; new.account_ref := null;
      new.po_required := false; new.notes := null; new.active := true;
    end if;
  end if;
  if private.customer_alike(new.user_id, new.id, new.name) is null then
    select coalesce(merged_into, id) into existing_id from public.customers
    where user_id = new.user_id and not active and private.name_words(name) = private.name_words(new.name)
    order by updated_at desc limit 1;
    if found then
      update public.customers archived set active = true
      where archived.user_id = new.user_id and archived.id = existing_id and not archived.active
        and private.customer_alike(archived.user_id, archived.id, archived.name) is null;
      return null;
    end if;
    -- For employees, the old name of a renamed customer means that customer, so no row is added. The account holder may
    -- reuse a name that is free again.
    if auth.uid() is not null and not private.is_admin()
        and private.formerly_named(new.user_id, new.name) is not null then
      return null;
    end if;
  elsif new.active and auth.uid() is not null then
    -- A restored account may have two such customers from before.
    perform private.refuse_customer_alike(new.user_id, new.id, new.name);
  end if;
  return new;
end $$;

create or replace function private.customers_before_update() returns trigger
  language plpgsql set search_path = ''
  as $$
declare target_name text;
begin
  -- A change of created_by is allowed: it becomes null when the person who added the customer is deleted.
  if old.merged_into is not null and new.merged_into is not distinct from old.merged_into
      and new.created_by is not distinct from old.created_by then
    select name into target_name from public.customers where user_id = old.user_id and id = old.merged_into;
    raise exception using errcode = '23514', message = format('%s was merged into %s. Change that one.', old.name, target_name);
  end if;
  if new.name is distinct from old.name then
    select target.name into target_name
    from public.customers merged
    join public.customers target on target.user_id = merged.user_id and target.id = merged.merged_into
    where merged.user_id = new.user_id and merged.merged_into <> new.id
      and private.name_words(merged.name) = private.name_words(new.name) limit 1;
    if found then
      raise exception using errcode = '23514',
        message = format('%s was merged into %s and leads there. Choose another name.', btrim(new.name), target_name);
    end if;
  end if;
  if auth.uid() is not null and new.active and (new.name <> old.name or not old.active) then
    perform private.refuse_customer_alike(new.user_id, new.id, new.name);
  end if;
  return new;
end $$;
-- The trigger of an edit runs as the person who edits.
grant execute on function private.customer_alike(uuid, uuid, text), private.refuse_customer_alike(uuid, uuid, text)
  to authenticated;
