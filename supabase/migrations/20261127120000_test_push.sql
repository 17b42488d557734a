-- A test message to one device, which shows its user whether notifications arrive. Nobody subscribes to its kind, so the
-- usual delivery skips it and the list of messages in the app does not show it: only this function delivers it.

-- Queues the message for the caller's device with this address. A person can send one a minute: a second one has the
-- same key.
create function public.send_test_push(p_endpoint text) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.account_id();
  device  uuid;
  message uuid;
begin
  perform private.refuse_lapsed(account);
  select s.id into device from public.push_subscriptions s
  where s.user_id = account and s.person_id = auth.uid() and s.endpoint = p_endpoint;
  perform private.refuse_if(device is null, 'Notifications are not on for this device any more. Turn them on again.');
  insert into public.push_messages (user_id, person_id, kind, message_key, path, title, detail)
  values (account, auth.uid(), 'test', 'test:' || to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24.MI'), '/noticeboard',
    'Test message', 'Notifications work on this device.')
  on conflict on constraint push_messages_once do nothing
  returning id into message;
  perform private.refuse_if(message is null, 'You have just sent one. Wait a minute before you send another.');
  insert into private.push_deliveries (user_id, message_id, subscription_id) values (account, message, device);
  return message;
end $$;

revoke execute on function public.send_test_push(text) from public, anon;
grant execute on function public.send_test_push(text) to authenticated;
