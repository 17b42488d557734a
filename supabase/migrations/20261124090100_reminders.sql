-- Payment reminders: off until the account holder turns them on; sent a set number of days after the due date.

-- The address for a reminder: the one where the invoice was last accepted, else the customer's current address. Null if
-- there is none, or if a mail to it bounced or was reported as spam.
create function private.reminder_address(invoice public.invoices) returns text
  language sql stable security definer set search_path = ''
  as $$
    select found.address from (
      select coalesce(
        (select m.to_address from public.invoice_mails m
          where m.user_id = invoice.user_id and m.invoice_id = invoice.id and m.state in ('accepted', 'delayed', 'delivered')
          order by m.created_at desc, m.id desc limit 1),
        (select coalesce(nullif(btrim(c.billing_email), ''), btrim(c.email)) from public.customers c
          where c.user_id = invoice.user_id and c.id = invoice.customer_id)) as address) found
    where private.is_address(found.address)
      and not exists (select from public.invoice_mails m where m.user_id = invoice.user_id
        and m.state in ('bounced', 'complained') and lower(m.to_address) = lower(found.address))
  $$;

-- Whether a reminder of this invoice may be sent at this instant: the invoice is sent, open and has a PDF; the account can
-- write and has reminders on and a confirmed address; and on the farm it is a weekday between 8:00 and 18:00.
create function private.may_remind(invoice public.invoices, at timestamptz) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select coalesce((
      select s.reminders_on and private.answers_to(invoice.user_id) is not null and private.is_active(invoice.user_id)
        and extract(isodow from clock.here) < 6 and clock.here::time >= '08:00' and clock.here::time < '18:00'
      from public.invoice_settings s
      left join public.farm_settings f on f.user_id = s.user_id
      cross join lateral (select at at time zone coalesce(f.time_zone, 'Europe/London') as here) clock
      where s.user_id = invoice.user_id), false)
    and invoice.kind = 'invoice' and invoice.sent_at is not null and invoice.paid_at is null and invoice.voided_at is null
    and invoice.credited_at is null and invoice.pdf_path is not null and invoice.total > 0
  $$;

-- The reminders to send at this instant, each recorded before it is returned. A reminder may be sent within a week of
-- its day, so turning reminders on does not chase old debts. If both reminders would be due, only the second is sent,
-- and none within three days of one sent by a person. A reminder that was recorded but whose acceptance is unknown is
-- returned again for 23 hours: the service keeps its idempotency key for 24 and sends it once. After that it counts as
-- failed and is not repeated.
create function public.take_reminders(p_at timestamptz default now(), p_most integer default 20) returns setof jsonb
  language plpgsql set search_path = ''
  as $$
declare
  due     record;
  mail    public.invoice_mails;
  address text;
begin
  update public.invoice_mails m set state = 'failed', problem = 'The mail service did not answer.', state_at = p_at
    where m.reminder > 0 and m.state = 'sending' and m.created_at <= p_at - interval '23 hours';
  for due in
    select m as stopped, i as invoice
    from public.invoice_mails m join public.invoices i on i.user_id = m.user_id and i.id = m.invoice_id
    where m.reminder > 0 and m.state = 'sending' and m.state_at <= p_at - interval '10 minutes'
    order by m.created_at limit p_most for update of m skip locked
  loop
    if private.may_remind(due.invoice, p_at) then
      update public.invoice_mails set state_at = p_at where user_id = (due.stopped).user_id and id = (due.stopped).id returning * into mail;
      return next private.mail_job(mail);
    end if;
  end loop;
  for due in
    select i as invoice, step.reminder, clock.here - i.due_date as late
    from public.invoice_settings s
    join public.invoices i on i.user_id = s.user_id and i.kind = 'invoice' and i.paid_at is null and i.voided_at is null and i.credited_at is null
    left join public.farm_settings f on f.user_id = s.user_id
    cross join lateral (select (p_at at time zone coalesce(f.time_zone, 'Europe/London'))::date as here) clock
    cross join lateral (
      select r.reminder
      from (values (1, s.reminder_first), (2, s.reminder_second)) r (reminder, days)
      where clock.here between i.due_date + r.days and i.due_date + r.days + 6
      order by r.reminder desc limit 1) step
    where s.reminders_on and private.may_remind(i, p_at)
      and not exists (select from public.invoice_mails m
        where m.user_id = i.user_id and m.invoice_id = i.id and (m.reminder >= step.reminder
          or (m.reminder = 0 and m.state not in ('failed', 'bounced') and m.created_at > p_at - interval '3 days')))
    order by i.due_date, i.id limit p_most for update of i skip locked
  loop
    address := private.reminder_address(due.invoice);
    continue when address is null;
    begin
      perform private.take_mail((due.invoice).user_id, address, p_at);
    exception when sqlstate 'PT429' then continue;
    end;
    insert into public.invoice_mails (user_id, invoice_id, reminder, days_late, to_address, created_by_name, state_at, created_at)
      values ((due.invoice).user_id, (due.invoice).id, due.reminder, due.late, address, 'Reminder', p_at, p_at)
      on conflict do nothing returning * into mail;
    continue when not found;
    return next private.mail_job(mail);
  end loop;
end $$;

revoke execute on function private.reminder_address(public.invoices), private.may_remind(public.invoices, timestamptz)
  from public, anon, authenticated;
grant execute on function private.reminder_address(public.invoices), private.may_remind(public.invoices, timestamptz) to service_role;
revoke execute on function public.take_reminders(timestamptz, integer) from public, anon, authenticated;
grant execute on function public.take_reminders(timestamptz, integer) to service_role;
