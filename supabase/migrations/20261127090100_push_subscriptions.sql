-- Notifications: the devices that receive a person's messages, and the delivery of each message to each device. The
-- function send-pushes takes what is due every minute.

-- The push services of the browsers. Only these are called: otherwise a user could make this server call any address.
create function private.is_push_service(endpoint text) returns boolean
  language sql immutable set search_path = ''
  as $$
    select char_length(endpoint) <= 1000 and endpoint ~
      '^https://(fcm\.googleapis\.com|([a-z0-9-]+\.)*push\.services\.mozilla\.com|([a-z0-9-]+\.)*notify\.windows\.com|([a-z0-9-]+\.)*push\.apple\.com)/[!-~]+$'
  $$;

-- What a person turned on for one device.
create table public.push_subscriptions (
  id           uuid not null default gen_random_uuid(),
  user_id      uuid not null references public.profiles on delete cascade,
  person_id    uuid not null references public.profiles on delete cascade,
  -- The address at the push service, and the keys with which messages to this device are encrypted.
  endpoint     text not null check (private.is_push_service(endpoint)),
  p256dh       text not null check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth         text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  kinds        text[] not null check (kinds <@ '{notice,machine,job,week,clock,defect,mail,declined,absence}'),
  -- Minutes after midnight in the farm's time zone; the end may be on the next day.
  quiet_from   smallint check (quiet_from between 0 and 1439),
  quiet_to     smallint check (quiet_to between 0 and 1439),
  -- Off: a notification says only what kind of news there is, because anybody can read a locked screen.
  show_details boolean not null default false,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  primary key (user_id, id),
  constraint push_subscriptions_endpoint_key unique (endpoint),
  constraint push_subscriptions_quiet_check check ((quiet_from is null) = (quiet_to is null) and quiet_from is distinct from quiet_to
    or quiet_from is null and quiet_to is null)
);
create index push_subscriptions_owner_idx on public.push_subscriptions (user_id, person_id);
create index push_subscriptions_person_idx on public.push_subscriptions (person_id);

-- One row for each message and device. 'waiting' until the push service has answered.
create table private.push_deliveries (
  user_id         uuid not null,
  message_id      uuid not null,
  subscription_id uuid not null,
  state           text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped')),
  attempts        integer not null default 0,
  next_at         timestamptz not null default now(),
  first_at        timestamptz,
  primary key (user_id, message_id, subscription_id),
  foreign key (user_id, message_id) references public.push_messages (user_id, id) on delete cascade,
  foreign key (user_id, subscription_id) references public.push_subscriptions (user_id, id) on delete cascade
);
create index push_deliveries_due_idx on private.push_deliveries (next_at) where state = 'waiting';
create index push_deliveries_subscription_idx on private.push_deliveries (user_id, subscription_id);

create function private.deliver_message() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into private.push_deliveries (user_id, message_id, subscription_id)
  select new.user_id, new.id, s.id from public.push_subscriptions s
  where s.user_id = new.user_id and s.person_id = new.person_id and new.kind = any (s.kinds);
  return null;
end $$;
create trigger deliver_message after insert on public.push_messages for each row execute function private.deliver_message();

-- When the quiet hours that contain this instant end; null outside of them. Counted on the farm's clock: on the days when
-- it changes they are an hour shorter or longer.
create function private.quiet_until(quiet_from integer, quiet_to integer, zone text, at timestamptz) returns timestamptz
  language plpgsql stable set search_path = ''
  as $$
declare
  here   constant timestamp := at at time zone zone;
  minute constant integer := extract(hour from here)::integer * 60 + extract(minute from here)::integer;
  ends   timestamptz;
begin
  if quiet_from is null or not (case when quiet_from < quiet_to then minute >= quiet_from and minute < quiet_to
      else minute >= quiet_from or minute < quiet_to end) then
    return null;
  end if;
  ends := (here::date + case when minute < quiet_to then 0 else 1 end + make_interval(mins => quiet_to)) at time zone zone;
  return case when ends > at then ends end;
end $$;

-- Turns notifications on for a device, or changes its settings; without p_kinds the settings stay as they are. A device
-- that is registered for another person is moved to the caller, whose keys prove that they use it. p_replaces: the
-- earlier address of this device, which the browser has replaced.
create function public.keep_push_subscription(
    p_endpoint text, p_p256dh text, p_auth text, p_kinds text[] default null, p_quiet_from integer default null,
    p_quiet_to integer default null, p_show_details boolean default null, p_replaces text default null)
  returns uuid
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.account_id();
  held    public.push_subscriptions;
  kept    public.push_subscriptions;
begin
  perform private.refuse_lapsed(account);
  perform private.refuse_if(p_endpoint is null or not private.is_push_service(p_endpoint),
    'This browser’s push service is not one that we can send to. Use Chrome, Edge, Firefox or Safari.');
  perform private.refuse_if(p_p256dh is null or p_p256dh !~ '^[A-Za-z0-9_-]{87}$' or p_auth is null or p_auth !~ '^[A-Za-z0-9_-]{22}$',
    'This browser gave no keys for notifications. Try again.');
  perform private.refuse_if((p_quiet_from is null) <> (p_quiet_to is null) or p_quiet_from = p_quiet_to,
    'Quiet hours need a start and another end.');
  select * into held from public.push_subscriptions where endpoint = p_endpoint for update;
  if held.id is not null and (held.user_id, held.person_id) is distinct from (account, auth.uid()) then
    perform private.refuse_if((held.p256dh, held.auth) is distinct from (p_p256dh, p_auth),
      'Somebody else receives notifications here. Turn them off and on again.');
    -- The other person's waiting deliveries to the device are deleted with it.
    delete from public.push_subscriptions where user_id = held.user_id and id = held.id;
    held := null;
  end if;
  if held.id is null then
    delete from public.push_subscriptions
    where user_id = account and person_id = auth.uid() and endpoint = p_replaces returning * into held;
  end if;
  insert into public.push_subscriptions (user_id, person_id, endpoint, p256dh, auth, kinds, quiet_from, quiet_to, show_details)
  values (account, auth.uid(), p_endpoint, p_p256dh, p_auth,
    coalesce(p_kinds, held.kinds, '{notice,machine,job,week,clock,defect,mail,declined,absence}'),
    case when p_kinds is null then held.quiet_from else p_quiet_from end,
    case when p_kinds is null then held.quiet_to else p_quiet_to end,
    case when p_kinds is null then coalesce(held.show_details, false) else coalesce(p_show_details, false) end)
  on conflict (endpoint) do update set p256dh = excluded.p256dh, auth = excluded.auth, kinds = excluded.kinds,
    quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, show_details = excluded.show_details
    where push_subscriptions.user_id = account and push_subscriptions.person_id = auth.uid()
  returning * into kept;
  -- Ten devices at most: the oldest are removed.
  delete from public.push_subscriptions s where s.user_id = account and s.person_id = auth.uid() and s.id <> kept.id
    and s.id not in (
      select o.id from public.push_subscriptions o
      where o.user_id = account and o.person_id = auth.uid() and o.id <> kept.id
      order by o.updated_at desc, o.id limit 9);
  return kept.id;
end $$;

-- Queues messages about what becomes due over time (private.tell_due). Called by send-pushes.
create function public.queue_due_messages(p_at timestamptz default now()) returns void
  language sql security definer set search_path = ''
  as $$ select private.tell_due(p_at) $$;

-- Takes deliveries that are due, and returns what is to be sent; `looked` counts those looked at. A message that was
-- read meanwhile or whose person has left is dropped, and so is one that failed for a day. An urgent notice, a machine
-- that must not be used and a test do not wait for the end of quiet hours. A delivery of an interrupted run is taken
-- again after two minutes.
create function public.take_pushes(p_at timestamptz default now(), p_most integer default 50) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
declare
  due     private.push_deliveries;
  message public.push_messages;
  device  public.push_subscriptions;
  quiet   timestamptz;
  looked  integer := 0;
  jobs    jsonb := '[]';
begin
  for due in
    select d.* from private.push_deliveries d where d.state = 'waiting' and d.next_at <= p_at
    order by d.next_at limit p_most for update skip locked
  loop
    looked := looked + 1;
    select * into message from public.push_messages where user_id = due.user_id and id = due.message_id;
    select * into device from public.push_subscriptions where user_id = due.user_id and id = due.subscription_id;
    quiet := case when message.kind not in ('notice', 'machine', 'test') then private.quiet_until(device.quiet_from, device.quiet_to,
      coalesce((select s.time_zone from public.farm_settings s where s.user_id = due.user_id), 'Europe/London'), p_at) end;
    if message.read_at is not null or due.first_at < p_at - interval '1 day' or not exists (
        select from public.profiles p where p.id = device.person_id
          and (p.id = device.user_id or p.admin_id = device.user_id and p.person_status = 'active')) then
      due.state := 'dropped';
    elsif quiet is not null then
      due.next_at := quiet;
    else
      due.attempts := due.attempts + 1;
      due.first_at := coalesce(due.first_at, p_at);
      due.next_at := p_at + interval '2 minutes';
      jobs := jobs || jsonb_build_object('account', due.user_id, 'message', due.message_id, 'device', due.subscription_id,
        'endpoint', device.endpoint, 'p256dh', device.p256dh, 'auth', device.auth, 'showDetails', device.show_details,
        'kind', message.kind, 'path', message.path, 'title', message.title, 'detail', message.detail);
    end if;
    update private.push_deliveries set state = due.state, attempts = due.attempts, first_at = due.first_at, next_at = due.next_at
    where user_id = due.user_id and message_id = due.message_id and subscription_id = due.subscription_id;
  end loop;
  return jsonb_build_object('looked', looked, 'jobs', jobs);
end $$;

-- Records the response of the push service: its HTTP status, or 0 without one. A device that is gone is deleted. A busy
-- or failing service is asked again after 1, 2, 4 … 60 minutes, or when it says, but within the hour; so is one that
-- refuses our keys, because the fault is ours.
create function public.push_answered(
    p_account uuid, p_message uuid, p_device uuid, p_status integer, p_retry_after integer default null,
    p_at timestamptz default now())
  returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  if p_status in (404, 410) then
    delete from public.push_subscriptions where user_id = p_account and id = p_device;
    return;
  end if;
  update private.push_deliveries set
    state = case when p_status between 200 and 299 then 'sent'
      when p_status in (0, 401, 403, 408, 429) or p_status >= 500 then 'waiting' else 'dropped' end,
    next_at = p_at + least(interval '1 hour', greatest(make_interval(secs => coalesce(p_retry_after, 0)),
      make_interval(mins => power(2, least(attempts, 7) - 1)::integer)))
  where user_id = p_account and message_id = p_message and subscription_id = p_device and state = 'waiting';
end $$;

create trigger touch before update on public.push_subscriptions for each row execute function private.touch();

alter table public.push_subscriptions enable row level security;
create policy "people read their own devices" on public.push_subscriptions
  for select to authenticated
  using (user_id = (select private.account_id()) and person_id = (select auth.uid()));
-- This is allowed while the account has lapsed too, because signing out ends the messages to the device.
create policy "people remove their own devices" on public.push_subscriptions
  for delete to authenticated
  using (user_id = (select private.account_id()) and person_id = (select auth.uid()));

revoke all on public.push_subscriptions from anon, authenticated;
grant select, delete on public.push_subscriptions to authenticated;
grant all on public.push_subscriptions to service_role;
revoke all on private.push_deliveries from public, anon, authenticated;
revoke execute on function private.is_push_service(text), private.deliver_message(),
  private.quiet_until(integer, integer, text, timestamptz) from public, anon, authenticated;
-- A check runs with the rights of the role that writes the row.
grant execute on function private.is_push_service(text) to service_role;
revoke execute on function public.keep_push_subscription(text, text, text, text[], integer, integer, boolean, text) from public, anon;
grant execute on function public.keep_push_subscription(text, text, text, text[], integer, integer, boolean, text) to authenticated;
revoke execute on function public.queue_due_messages(timestamptz), public.take_pushes(timestamptz, integer),
  public.push_answered(uuid, uuid, uuid, integer, integer, timestamptz) from public, anon, authenticated;
grant execute on function public.queue_due_messages(timestamptz), public.take_pushes(timestamptz, integer),
  public.push_answered(uuid, uuid, uuid, integer, integer, timestamptz) to service_role;

select private.guard_values('public.push_subscriptions');
select private.guard_values('private.push_deliveries');
