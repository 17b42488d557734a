-- An e-mail column contains one address that a mail can be sent to. The forms have checked it before; this is for somebody
-- who calls the API directly. Only a changed address is looked at, so that a row with an older one can still be edited.
create function private.refuse_addresses() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  given  constant jsonb := to_jsonb(new);
  before constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
begin
  for i in 0 .. tg_nargs - 1 loop
    perform private.refuse_if(given ->> tg_argv[i] is not null
        and given ->> tg_argv[i] is distinct from before ->> tg_argv[i] and not private.is_address(given ->> tg_argv[i]),
      'Enter one e-mail address.');
  end loop;
  return new;
end $$;

create trigger addresses before insert or update of email, billing_email on public.customers
  for each row execute function private.refuse_addresses('email', 'billing_email');
create trigger addresses before insert or update of email on public.invoice_settings
  for each row execute function private.refuse_addresses('email');

revoke execute on function private.refuse_addresses() from public, anon, authenticated;
select private.guard_values('public.customers');
select private.guard_values('public.invoice_settings');
