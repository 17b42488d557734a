-- Billing: the Stripe customer of each account, which Stripe events were handled, and the only way the subscription
-- state is written to a profile. Called only by the edge functions, with the secret key.
create table private.billing_customers (
  user_id         uuid primary key references public.profiles on delete cascade,
  customer_id     text not null unique check (char_length(customer_id) between 1 and 255),
  subscription_id text check (char_length(subscription_id) <= 255),
  -- The subscription ends at the end of its period and is not renewed.
  cancels         boolean not null default false,
  -- The ticket of the latest read that was written: a read with an older ticket is discarded.
  read_as         bigint not null default 0,
  -- When Stripe was last polled (without an event), and the error if that failed.
  checked_at      timestamptz,
  check_problem   text check (char_length(check_problem) <= 500),
  created_at      timestamptz not null default now()
);

-- Events are delivered at least once, in any order.
create table private.billing_events (
  event_id    text primary key check (char_length(event_id) between 1 and 255),
  user_id     uuid not null references public.profiles on delete cascade,
  kind        text not null check (char_length(kind) <= 100),
  received_at timestamptz not null default now(),
  handled_at  timestamptz
);
create index billing_events_user_idx on private.billing_events (user_id);
create index billing_events_received_idx on private.billing_events (received_at);

create sequence private.billing_tickets;

revoke all on private.billing_customers, private.billing_events from public, anon, authenticated;
revoke all on sequence private.billing_tickets from public, anon, authenticated;
grant select, insert, update on private.billing_customers to service_role;
grant select, insert, update, delete on private.billing_events to service_role;
grant usage on sequence private.billing_tickets to service_role;

-- The account's Stripe customer; null before the first checkout.
create function public.billing_customer(p_account uuid) returns text
  language sql stable set search_path = ''
  as $$ select customer_id from private.billing_customers where user_id = p_account $$;

-- Stores the account's customer and returns the one in effect: if two were created at once, the first. p_gone names a
-- customer that Stripe no longer has, which is replaced.
create function public.keep_billing_customer(p_account uuid, p_customer text, p_gone text default null) returns text
  language sql set search_path = ''
  as $$
    insert into private.billing_customers as kept (user_id, customer_id) values (p_account, p_customer)
    on conflict (user_id) do update
      set customer_id = case when kept.customer_id = p_gone then excluded.customer_id else kept.customer_id end
    returning customer_id
  $$;

-- Registers an event. Returns a ticket if the subscription has to be read, or null if the customer is unknown or the
-- event was already handled. The ticket is taken before the read, so a read with a higher ticket is never the older
-- one.
create function public.begin_billing_event(p_event text, p_kind text, p_customer text) returns bigint
  language plpgsql set search_path = ''
  as $$
declare
  account uuid;
begin
  select user_id into account from private.billing_customers where customer_id = p_customer;
  if account is null then return null; end if;
  -- Stripe retries an event for days, not months.
  delete from private.billing_events where received_at < now() - interval '90 days';
  insert into private.billing_events (event_id, user_id, kind) values (p_event, account, left(p_kind, 100))
  on conflict (event_id) do nothing;
  if exists (select from private.billing_events where event_id = p_event and handled_at is not null) then return null; end if;
  return nextval('private.billing_tickets');
end $$;

-- Writes the subscription that was read; true if it was written. Nothing is written if the event was handled meanwhile,
-- if a read with a higher ticket was written already, or if there is no subscription (p_status is null).
create function public.write_subscription(
  p_event text, p_customer text, p_ticket bigint,
  p_subscription text default null, p_status text default null, p_ends_at timestamptz default null,
  p_cancels boolean default false
) returns boolean
  language plpgsql set search_path = ''
  as $$
declare
  billing private.billing_customers;
begin
  select * into billing from private.billing_customers where customer_id = p_customer for update;
  if not found then return false; end if;
  update private.billing_events set handled_at = now() where event_id = p_event and handled_at is null;
  if not found or p_status is null or p_ticket <= billing.read_as then return false; end if;
  update private.billing_customers set subscription_id = p_subscription, cancels = p_cancels, read_as = p_ticket
  where user_id = billing.user_id;
  -- An employee has no subscription of their own.
  update public.profiles set subscription_status = p_status, subscription_ends_at = p_ends_at
  where id = billing.user_id and role = 'admin'
    and (subscription_status, subscription_ends_at) is distinct from (p_status, p_ends_at);
  return true;
end $$;

-- A lost event must neither lock a farm out nor leave it open, so each night Stripe is polled for the accounts whose
-- state may be stale: nightly if the state is about to change or has just changed, an event was not handled or the last
-- check failed; all others once a week. Longest waiting first.
create function public.subscriptions_to_check(p_most integer) returns table (customer_id text)
  language sql stable set search_path = ''
  as $$
    select b.customer_id
    from private.billing_customers b join public.profiles p on p.id = b.user_id and p.role = 'admin'
    where b.checked_at is null
      or b.checked_at < now() - case
           when b.check_problem is not null
             or p.subscription_ends_at is null
             or p.subscription_ends_at between now() - interval '60 days' and now() + interval '2 days'
             or p.subscription_status is distinct from 'active' and p.subscription_ends_at > now()
             or exists (select from private.billing_events e where e.user_id = b.user_id and e.handled_at is null)
           then interval '20 hours' else interval '7 days' end
    order by b.checked_at nulls first, b.customer_id
    limit least(greatest(coalesce(p_most, 0), 0), 1000)
  $$;

-- Records that Stripe was polled for a customer, and the error; null if there was none.
create function public.subscription_checked(p_customer text, p_problem text default null) returns void
  language sql set search_path = ''
  as $$
    update private.billing_customers set checked_at = now(), check_problem = left(p_problem, 500)
    where customer_id = p_customer
  $$;

revoke all on function
  public.subscriptions_to_check(integer), public.subscription_checked(text, text),
  public.billing_customer(uuid), public.keep_billing_customer(uuid, text, text),
  public.begin_billing_event(text, text, text),
  public.write_subscription(text, text, bigint, text, text, timestamptz, boolean)
  from public, anon, authenticated;
grant execute on function
  public.subscriptions_to_check(integer), public.subscription_checked(text, text),
  public.billing_customer(uuid), public.keep_billing_customer(uuid, text, text),
  public.begin_billing_event(text, text, text),
  public.write_subscription(text, text, bigint, text, text, timestamptz, boolean)
  to service_role;

-- For the account holder's own page: whether there is billing to manage, and whether the subscription ends at the end
-- of its period. Returns no row to anyone else, and no id.
create function private.own_billing() returns table (managed boolean, cancels boolean)
  language sql stable security definer set search_path = ''
  as $$
    select b.subscription_id is not null, b.cancels from private.billing_customers b
    where b.user_id = (select auth.uid()) and private.is_admin()
  $$;

create function public.billing_state() returns table (managed boolean, cancels boolean)
  language sql stable set search_path = ''
  as $$ select managed, cancels from private.own_billing() $$;

revoke all on function private.own_billing(), public.billing_state() from public, anon, authenticated;
grant execute on function private.own_billing(), public.billing_state() to authenticated;

select private.guard_values('private.billing_customers');
select private.guard_values('private.billing_events');
