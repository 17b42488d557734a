-- Seats: how the account holder invites employees and how they accept. An account has six seats for employees; an open
-- invitation takes one.
create table public.employee_invites (
  id          uuid not null default gen_random_uuid(),
  user_id     uuid not null references public.profiles on delete cascade,
  email       text not null check (email = lower(email) and char_length(email) <= 254),
  first_name  text check (char_length(first_name) <= 60),
  last_name   text check (char_length(last_name) <= 60),
  -- Only the hash of the token is stored, so that reading this table is not enough to join.
  token_hash  text not null unique,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references public.profiles on delete set null,
  revoked_at  timestamptz,
  -- What the person may see after joining; null: as in the farm's settings.
  sees_all_works boolean,
  sees_rates     boolean,
  primary key (user_id, id)
);
create unique index employee_invites_open_key on public.employee_invites (user_id, email)
  where accepted_at is null and revoked_at is null;
create index employee_invites_accepted_by_idx on public.employee_invites (accepted_by) where accepted_by is not null;

alter table public.employee_invites enable row level security;
create policy "admin reads invitations" on public.employee_invites
  for select to authenticated
  using (user_id = (select private.account_id()) and (select private.is_admin()));
revoke all on public.employee_invites from anon, authenticated;
grant select on public.employee_invites to authenticated;
grant all on public.employee_invites to service_role;

-- Serialises everything that takes or frees a seat of an account.
create function private.lock_seats(p_adds boolean) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
declare account uuid := auth.uid();
begin
  perform 1 from public.profiles where id = account and role = 'admin' for no key update;
  if not found or not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only the main account holder can do this.';
  end if;
  if p_adds then perform private.refuse_lapsed(account); end if;
  return account;
end $$;

create function private.signed_in() returns uuid
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if auth.uid() is not null and not private.password_typed() then
    raise exception using errcode = '42501', message = 'Type your password first.';
  end if;
  if not exists (select from public.profiles where id = auth.uid()) or not private.second_step_taken() then
    raise exception using errcode = '42501', message = 'Sign in first.';
  end if;
  return auth.uid();
end $$;

-- Returns a refusal as a response with its status instead of raising: raising would roll back the rate limit count.
create function private.refusal(p_status int, p_sentence text) returns jsonb
  language plpgsql set search_path = ''
  as $$
begin
  perform set_config('response.status', p_status::text, true);
  return jsonb_build_object('code', p_status::text, 'message', p_sentence);
end $$;

-- Two random uuids are 244 random bits.
create function private.new_token() returns text
  language sql volatile set search_path = ''
  as $$ select replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') $$;
create function private.token_hash(token text) returns text
  language sql immutable set search_path = ''
  as $$ select encode(sha256(convert_to(coalesce(token, ''), 'UTF8')), 'hex') $$;

create function private.employees(account uuid) returns bigint
  language sql stable security definer set search_path = ''
  as $$ select count(*) from public.profiles where admin_id = account $$;
create function private.open_invites(account uuid) returns bigint
  language sql stable security definer set search_path = ''
  as $$
    select count(*) from public.employee_invites
    where user_id = account and accepted_at is null and revoked_at is null and expires_at > now()
  $$;

-- Whether a person has an account in use, which must not be lost by becoming an employee: employees, a subscription, or
-- a row in any business table. The tables are read from the catalogue, so a new one counts without a change here.
create function private.runs_account(person uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  table_to_check text;
  has_rows boolean;
begin
  if not exists (select from public.profiles where id = person and role = 'admin') then return false; end if;
  if exists (select from public.profiles where admin_id = person)
    -- Stripe continues to charge in both states, even after the end date that we have stored.
    or exists (select from public.profiles where id = person and subscription_status in ('active', 'past_due')) then return true; end if;
  for table_to_check in
    select c.oid::regclass::text from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      -- Created with the account, or only about display and membership.
      and c.relname not in ('farm_settings', 'farm_people', 'note_titles', 'saved_filters', 'employee_invites', 'audit_log',
        'push_messages', 'push_subscriptions')
  loop
    execute format('select exists (select from %s where user_id = $1)', table_to_check) into has_rows using person;
    if has_rows then return true; end if;
  end loop;
  return false;
end $$;

-- Logs a change to a person or an invitation in the account's audit log: joined, left, renamed, suspended, other rights.
create function private.log_person(account uuid, person uuid, field text, before text, after text) returns void
  language sql security definer set search_path = ''
  as $$
    insert into public.audit_log (user_id, table_name, row_id, action, changed, actor, actor_name)
    values (account, 'profiles', person, 'update', jsonb_build_object(field, jsonb_build_object('old', before, 'new', after)),
            auth.uid(), private.person_name(auth.uid()))
  $$;

-- Invites an address; the response is the only place where the token appears.
create function public.invite_employee(p_email text, p_first_name text default null, p_last_name text default null,
    p_sees_all_works boolean default null, p_sees_rates boolean default null) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.lock_seats(true);
  address text := lower(btrim(coalesce(p_email, '')));
  existing_user uuid;
  token text := private.new_token();
  invitation public.employee_invites;
begin
  perform private.refuse_if(address !~ '^[^\s@<>",;:]+@[^\s@<>",;:]+\.[^\s@<>",;:]+$' or char_length(address) > 254,
    'Please enter a valid email address.');
  perform private.refuse_if(char_length(p_first_name) > 60 or char_length(p_last_name) > 60, 'The name is too long (60 characters at most).');
  perform private.refuse_if(private.clean_name(concat_ws(' ', p_first_name, p_last_name)) is not null
      and private.name_taken(account, null, concat_ws(' ', p_first_name, p_last_name)),
    format('Somebody on your farm is called %s already. Add a middle name or an initial.',
      private.clean_name(concat_ws(' ', p_first_name, p_last_name))));
  perform private.refuse_if(exists (select from auth.users where id = account and lower(email) = address), 'You can''t invite yourself.');
  perform private.refuse_if(exists (select from public.profiles p join auth.users u on u.id = p.id
    where p.admin_id = account and lower(u.email) = address), format('%s is on your farm already.', address));
  perform private.refuse_if(exists (select from public.employee_invites where user_id = account and email = address
    and accepted_at is null and revoked_at is null and expires_at > now()), format('%s has already been invited.', address));
  perform private.refuse_if(private.employees(account) + private.open_invites(account) >= 6,
    'All 6 seats are used. Remove someone or cancel an invitation first.');
  if not public.take_allowance('invite:' || account, 20, interval '1 day') then
    return private.refusal(429, 'You can send 20 invitations a day. Send the next one tomorrow.');
  end if;
  -- Addresses are stored in lower case; is_sso_user = false so that the partial index is used.
  select id into existing_user from auth.users where email = address and is_sso_user = false;
  if private.runs_account(existing_user) then
    return private.refusal(409, 'That email is already a main account holder and can''t be added as an employee.');
  end if;
  -- An expired invitation is revoked to make room for the new one.
  update public.employee_invites set revoked_at = now()
    where user_id = account and email = address and accepted_at is null and revoked_at is null;
  insert into public.employee_invites (user_id, email, first_name, last_name, token_hash, expires_at, sees_all_works, sees_rates)
    values (account, address, nullif(btrim(p_first_name), ''), nullif(btrim(p_last_name), ''), private.token_hash(token),
      now() + interval '7 days', p_sees_all_works, p_sees_rates)
    returning * into invitation;
  perform private.log_person(account, invitation.id, 'invited', null, address);
  return jsonb_build_object('id', invitation.id, 'token', token);
end $$;

-- A new token for an open or expired invitation; the old token stops working.
create function public.resend_invitation(p_invite uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.lock_seats(true);
  invite public.employee_invites;
  token text := private.new_token();
begin
  select * into invite from public.employee_invites where user_id = account and id = p_invite and accepted_at is null and revoked_at is null;
  perform private.refuse_if(invite.id is null, 'This invitation is not open any more.');
  perform private.refuse_if(invite.expires_at <= now() and private.employees(account) + private.open_invites(account) >= 6,
    'All 6 seats are used. Remove someone or cancel an invitation first.');
  if not public.take_allowance('invite:' || account, 20, interval '1 day') then
    return private.refusal(429, 'You can send 20 invitations a day. Send the next one tomorrow.');
  end if;
  update public.employee_invites set token_hash = private.token_hash(token), expires_at = now() + interval '7 days'
    where user_id = account and id = p_invite;
  return jsonb_build_object('id', p_invite, 'token', token);
end $$;

create function public.revoke_invitation(p_invite uuid) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.lock_seats(false);
  address text;
begin
  update public.employee_invites set revoked_at = now()
    where user_id = account and id = p_invite and accepted_at is null and revoked_at is null returning email into address;
  perform private.refuse_if(address is null, 'This invitation is not open any more.');
  perform private.log_person(account, p_invite, 'invited', address, null);
  return p_invite;
end $$;

-- The reason why a person can't accept an invitation, or null.
create function private.invite_refusal(invite public.employee_invites, person uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
declare
  sign_in auth.users;
  profile public.profiles;
  shown_name text;
begin
  select * into sign_in from auth.users where id = person;
  select * into profile from public.profiles where id = person;
  shown_name := coalesce(
    private.clean_name(concat_ws(' ', coalesce(profile.first_name, invite.first_name), coalesce(profile.last_name, invite.last_name))),
    split_part(sign_in.email, '@', 1));
  return case
    when invite.id is null then private.refusal(404, 'This invitation is not known here. Ask for a new one.')
    when lower(sign_in.email) is distinct from invite.email
      then private.refusal(403, 'This invitation is for another address. Sign in with the address it was sent to.')
    when sign_in.email_confirmed_at is null then private.refusal(403, 'Confirm your e-mail address first: follow the link in our mail.')
    when invite.accepted_at is not null then private.refusal(409, 'This invitation has been used already.')
    when invite.revoked_at is not null or not exists (select from public.profiles where id = invite.user_id and role = 'admin')
      then private.refusal(410, 'This invitation was withdrawn. Ask for a new one.')
    when invite.expires_at <= now() then private.refusal(410, 'This invitation has expired. Ask for a new one.')
    when profile.admin_id is not null
      then private.refusal(409, 'You are part of a farm already. Leave it first, then open the invitation again.')
    when private.runs_account(person) then private.refusal(409, 'This address already runs an account of its own. Use another address.')
    when private.employees(invite.user_id) >= 6 then private.refusal(409, 'All 6 seats are used. Ask the main account holder to free one.')
    when private.name_taken(invite.user_id, person, shown_name) then private.refusal(409, format(
      'Somebody on this farm is called %s already. Add a middle name or an initial on your account page, then open the invitation again.',
      shown_name))
  end;
end $$;

-- The farm and account holder of an invitation, shown to its recipient. Every attempt counts towards the rate limit,
-- whether its token is right or wrong.
create function public.read_invitation(p_token text) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
declare
  person uuid := private.signed_in();
  invite public.employee_invites;
begin
  if not public.take_allowance('invite-token:' || person, 30, interval '1 hour') then
    return private.refusal(429, 'Too many tries. Open the invitation again in an hour.');
  end if;
  select * into invite from public.employee_invites where token_hash = private.token_hash(p_token);
  return coalesce(private.invite_refusal(invite, person), jsonb_build_object(
    'farm', (select farm_name from public.farm_settings where user_id = invite.user_id),
    'holder', private.person_name(invite.user_id)));
end $$;

-- The address and farm of an open invitation, for its mail and for the page it opens. Called only by the edge
-- functions, with the hash of the token; nothing is returned for any other invitation.
create function public.open_invitation(p_hash text) returns table (email text, farm text, holder text)
  language sql stable security definer set search_path = ''
  as $$
    select i.email, nullif(btrim(s.farm_name), ''), private.person_name(i.user_id)
    from public.employee_invites i
    join public.profiles p on p.id = i.user_id and p.role = 'admin'
    left join public.farm_settings s on s.user_id = i.user_id
    where i.token_hash = p_hash and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
  $$;

-- Accepts the invitation: the person becomes an employee of the farm. Farm and permissions come from the invitation
-- alone.
create function public.redeem_invite(p_token text) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
declare
  person uuid := private.signed_in();
  invite public.employee_invites;
  refused_with jsonb;
  profile uuid;
begin
  if not public.take_allowance('invite-token:' || person, 30, interval '1 hour') then
    return private.refusal(429, 'Too many tries. Open the invitation again in an hour.');
  end if;
  select * into invite from public.employee_invites where token_hash = private.token_hash(p_token);
  -- In the order of their ids, so that two people who invited each other can't deadlock. The person's row is locked
  -- fully, which also blocks new records of their own account. The holder's row is locked against updates only: records
  -- of the farm reference it, and their writers may hold locks that this function waits for.
  for profile in select id from unnest(array[person, invite.user_id]) as id order by id loop
    if profile = person then perform 1 from public.profiles where id = profile for update;
    else perform 1 from public.profiles where id = profile for no key update;
    end if;
  end loop;
  select * into invite from public.employee_invites where token_hash = private.token_hash(p_token);
  refused_with := private.invite_refusal(invite, person);
  if refused_with is not null then return refused_with; end if;
  update public.profiles
    set role = 'employee', admin_id = invite.user_id, person_status = 'active', last_seen_at = now(),
        subscription_status = null, trial_ends_at = null, subscription_ends_at = null,
        first_name = coalesce(first_name, invite.first_name), last_name = coalesce(last_name, invite.last_name),
        sees_all_works = invite.sees_all_works, sees_rates = invite.sees_rates
    where id = person;
  update public.employee_invites set accepted_at = now(), accepted_by = person where user_id = invite.user_id and id = invite.id;
  -- The person may have invited others to their own account. An employee has no seats, so those invitations are revoked.
  update public.employee_invites set revoked_at = now() where user_id = person and accepted_at is null and revoked_at is null;
  perform private.log_person(invite.user_id, person, 'employee', null, private.person_name(person));
  return jsonb_build_object('joined', invite.user_id);
end $$;

revoke execute on function private.lock_seats(boolean), private.signed_in(), private.refusal(int, text), private.new_token(),
  private.token_hash(text), private.employees(uuid), private.open_invites(uuid), private.runs_account(uuid),
  private.log_person(uuid, uuid, text, text, text), private.invite_refusal(public.employee_invites, uuid)
  from public, anon, authenticated;
revoke execute on function public.invite_employee(text, text, text, boolean, boolean), public.resend_invitation(uuid), public.revoke_invitation(uuid),
  public.read_invitation(text), public.redeem_invite(text) from public, anon;
revoke execute on function public.open_invitation(text) from public, anon, authenticated;
grant execute on function public.open_invitation(text) to service_role;
grant execute on function public.invite_employee(text, text, text, boolean, boolean), public.resend_invitation(uuid), public.revoke_invitation(uuid),
  public.read_invitation(text), public.redeem_invite(text) to authenticated, service_role;

select private.guard_values('public.employee_invites');
