-- Invoice functions: issue, withdraw, mark. Each is one transaction under the account's counter lock and takes a
-- request id: repeating a request after a lost response changes nothing and returns the first result.

-- Takes an account's invoicing locks. The settings come first, as in an update of them, so that saving them while an
-- invoice is issued can't deadlock.
create function private.lock_account_invoicing(account uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform 1 from public.invoice_settings where user_id = account for update;
  perform 1 from private.counters where user_id = account and series = 'invoice' for update;
end $$;

-- The caller's account, with its counter locked; raises if the caller is not its admin. All invoice functions serialise
-- on this lock.
create function private.lock_invoicing() returns uuid
  language plpgsql security definer set search_path = ''
  as $$
declare account uuid := private.holder_account();
begin
  perform private.lock_account_invoicing(account);
  return account;
end $$;

-- The items of an invoice, each id once (the first wins), in the order given: [{id, description, amount}].
create function private.clean_items(items jsonb) returns jsonb
  language plpgsql immutable set search_path = ''
  as $$
declare
  item   jsonb;
  amount numeric;
  clean  jsonb := '[]';
begin
  if items is null then return clean; end if;
  perform private.refuse_if(jsonb_typeof(items) <> 'array', 'Additional items must be a list.');
  perform private.refuse_if(jsonb_array_length(items) > 50, 'Fifty additional items are the most on one invoice.');
  for item in select value from jsonb_array_elements(items) loop
    perform private.refuse_if(jsonb_typeof(item) <> 'object' or coalesce(item ->> 'id', '') !~ '^[0-9a-fA-F-]{36}$',
      'An additional item has no id.');
    perform private.refuse_if(jsonb_typeof(item -> 'description') is distinct from 'string'
      or btrim(item ->> 'description') = '', 'Give each additional item a description.');
    perform private.refuse_if(char_length(item ->> 'description') > 200, 'A description is too long (200 characters at most).');
    perform private.refuse_if(jsonb_typeof(item -> 'amount') is distinct from 'number', 'Enter an amount for each additional item.');
    amount := (item ->> 'amount')::numeric;
    perform private.refuse_if(abs(amount) > 9999999.99, 'An additional item is too large.');
    perform private.refuse_if(amount <> round(amount, 2), 'An amount has at most two decimals.');
    if not clean @> jsonb_build_array(jsonb_build_object('id', lower(item ->> 'id'))) then
      clean := clean || jsonb_build_object('id', lower(item ->> 'id'), 'description', btrim(item ->> 'description'), 'amount', amount);
    end if;
  end loop;
  return clean;
end $$;

-- A date as an instant: now for today, else noon, and never before the invoice was made.
create function private.instant_on(account uuid, day date, not_before timestamptz) returns timestamptz
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if day = private.today(account) then return now(); end if;
  return greatest(not_before, (day + time '12:00') at time zone
    coalesce((select time_zone from public.farm_settings where user_id = account), 'Europe/London'));
end $$;

-- Makes an invoice dated issue_on from the works and items. The caller has locked the counter and checked permissions.
create function private.make_invoice(
    account uuid, buyer_id uuid, work_ids uuid[], items jsonb, issue_on date, expected_total numeric, order_no text default null)
  returns public.invoices
  -- The planner estimates that re-planning for each array of ids is cheaper, but it never is: the entries are found by
  -- their key either way.
  language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
  as $$
declare
  settings  public.invoice_settings;
  buyer     public.customers;
  invoice   public.invoices;
  found_ids integer;
  problem   text;
  last_work date;
begin
  select * into settings from public.invoice_settings where user_id = account;
  perform private.refuse_if(coalesce(btrim(settings.business_name), '') = '' or coalesce(btrim(settings.address_line1), '') = '',
    'Add your business name and address in Invoice Settings first.');
  perform private.refuse_if(settings.vat_registered and coalesce(btrim(settings.vat_number), '') = '',
    'Add your VAT number, or switch off VAT registered.');
  select * into buyer from public.customers where user_id = account and id = buyer_id;
  perform private.refuse_if(buyer.id is null, 'Choose the customer again: this one is no longer there.');
  perform private.refuse_if(buyer.merged_into is not null, format('%s was merged into another customer. Choose that one.', buyer.name));
  perform private.refuse_if(settings.vat_registered and coalesce(btrim(buyer.address_line1), '') = '',
    format('%s has no address. A VAT invoice needs one.', buyer.name));
  invoice.order_number := nullif(btrim(regexp_replace(order_no, '[[:cntrl:]]+', ' ', 'g')), '');
  perform private.refuse_if(buyer.po_required and invoice.order_number is null,
    format('%s needs an order number on each invoice. Enter it.', buyer.name));
  perform private.refuse_if(char_length(invoice.order_number) > 40, 'The order number is too long (40 characters at most).');
  perform private.refuse_if(coalesce(cardinality(array_remove(work_ids, null)), 0) = 0, 'Nothing to invoice.');
  perform private.refuse_if(cardinality(work_ids) > 1000, 'A thousand entries are the most on one invoice.');

  perform 1 from public.works where user_id = account and id = any (work_ids) order by id for update;
  select count(*) into found_ids from public.works where user_id = account and id = any (work_ids);
  perform private.refuse_if(found_ids <> (select count(distinct w) from unnest(work_ids) w),
    'Some of this work is no longer there. Look at the list again.');
  select format('Some of this work is already on invoice %s.', min(invoice_number)) into problem
    from public.works where user_id = account and id = any (work_ids) and invoice_number is not null having count(*) > 0;
  perform private.refuse_if(problem is not null, problem);
  perform private.refuse_if(
    exists (select from public.works where user_id = account and id = any (work_ids) and customer_id <> buyer_id),
    'Choose works for one customer only.');
  perform private.refuse_if(
    exists (select from public.works where user_id = account and id = any (work_ids)
            and (total_value is null or quantity is null or rate is null)),
    'Some of this work still needs a rate or a quantity.');

  invoice.id := gen_random_uuid();
  invoice.user_id := account;
  invoice.series := 'invoice';
  invoice.kind := 'invoice';
  invoice.customer_id := buyer.id;
  invoice.additional_items := private.clean_items(items);
  select sum(total_value), max(work_date),
         jsonb_agg(jsonb_build_object(
           'work_id', id, 'date', work_date, 'task', task_name, 'description', task_description, 'quantity', quantity,
           'unit', chargeable_unit, 'unit_price', rate, 'net', total_value, 'minutes', round(total_time * 60),
           'start', to_char(start_time, 'HH24:MI'), 'finish', to_char(finish_time, 'HH24:MI'), 'breaks', breaks,
           'person', array_to_string(coalesce(done_by_names, array[created_by_name]), ', '), 'notes', notes) order by work_date, created_at, job_id, line, id)
    into invoice.subtotal, last_work, invoice.lines
    from public.works where user_id = account and id = any (work_ids);
  invoice.subtotal := invoice.subtotal + coalesce(
    (select sum((item ->> 'amount')::numeric) from jsonb_array_elements(invoice.additional_items) item), 0);
  perform private.refuse_if(invoice.subtotal < 0, 'An invoice can''t be negative. Use a credit note.');
  perform private.refuse_if(invoice.subtotal > 9999999.99, 'That value is too large. Split the invoice.');
  invoice.vat_rate := case when settings.vat_registered then settings.vat_rate end;
  invoice.vat_amount := round(invoice.subtotal * coalesce(invoice.vat_rate, 0) / 100, 2);
  invoice.total := invoice.subtotal + invoice.vat_amount;
  perform private.refuse_if(expected_total is not null and expected_total <> invoice.total,
    'The work changed while you were looking. Check the preview again.');

  invoice.issue_date := issue_on;
  invoice.tax_point := case when issue_on <= last_work + 14 then issue_on else last_work end;
  invoice.due_date := issue_on + coalesce(buyer.payment_terms_days, settings.payment_terms_days);
  invoice.currency := settings.currency;
  invoice.customer_snapshot := jsonb_strip_nulls(to_jsonb(buyer) - array['notes', 'hazards', 'directions', 'w3w', 'lat', 'lng',
    'active', 'merged_into', 'created_by', 'created_by_name', 'created_at', 'updated_at', 'user_id', 'chargeable_unit']);
  invoice.supplier_snapshot := jsonb_strip_nulls(to_jsonb(settings) - array['user_id', 'next_number', 'updated_at', 'email_subject', 'email_body',
    'surcharge_on', 'fuel_base_price', 'fuel_current_price', 'fuel_share', 'reminders_on', 'reminder_first', 'reminder_second']);
  update private.counters set next = next + 1 where user_id = account and series = 'invoice'
    returning next - 1 into invoice.sequence_no;
  invoice.invoice_number := settings.invoice_prefix || lpad(invoice.sequence_no::text,
    greatest(settings.number_padding::integer, length(invoice.sequence_no::text)), '0');
  invoice.generated_at := private.instant_on(account, issue_on, '-infinity');
  invoice.created_by := auth.uid();
  invoice.created_by_name := coalesce(private.person_name(auth.uid()), private.person_name(account));
  invoice.revision := 1;
  invoice.updated_at := now();
  insert into public.invoices select invoice.*;

  update public.works set invoice_id = invoice.id, invoice_number = invoice.invoice_number,
    invoice_generated_at = invoice.generated_at, invoice_due_on = invoice.due_date, additional_items = invoice.additional_items
    where user_id = account and id = any (work_ids);
  -- Copies the counter's value. The trigger of the settings finds it equal to the counter and changes nothing.
  update public.invoice_settings set next_number = invoice.sequence_no + 1 where user_id = account;
  return invoice;
end $$;

-- The result of an earlier call with this request id, or null. An id used for another action is refused.
create function private.earlier_answer(account uuid, request uuid, asked text) returns uuid[]
  language plpgsql stable security definer set search_path = ''
  as $$
declare earlier private.requests;
begin
  perform private.refuse_if(request is null, 'The request has no id.');
  select * into earlier from private.requests where user_id = account and request_id = request;
  perform private.refuse_if(earlier.action <> asked, 'This request was used for something else. Try again.');
  return earlier.answer;
end $$;

-- Issues one invoice for works of one customer and returns it. expected_total is the total shown in the preview.
create function public.issue_invoice(
    p_request_id uuid, p_customer_id uuid, p_work_ids uuid[], p_additional_items jsonb default '[]', p_expected_total numeric default null,
    p_order_number text default null)
  returns public.invoices
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.lock_invoicing();
  earlier uuid[];
  invoice public.invoices;
begin
  earlier := private.earlier_answer(account, p_request_id, 'issue');
  if earlier is not null then
    select * into invoice from public.invoices where user_id = account and id = any (earlier);
    return invoice;
  end if;
  invoice := private.make_invoice(account, p_customer_id, p_work_ids, p_additional_items, private.today(account), p_expected_total,
    p_order_number);
  insert into private.requests (user_id, request_id, action, answer) values (account, p_request_id, 'issue', array[invoice.id]);
  return invoice;
end $$;

-- Withdraws an invoice that was not sent: its number is kept as cancelled, its works can be billed again.
create function public.withdraw_invoice(p_request_id uuid, p_invoice_id uuid) returns public.invoices
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.lock_invoicing();
  invoice public.invoices;
begin
  perform private.earlier_answer(account, p_request_id, 'withdraw');
  select * into invoice from public.invoices where user_id = account and id = p_invoice_id for update;
  perform private.refuse_if(invoice.id is null, 'This invoice is not there.');
  if invoice.voided_at is not null then return invoice; end if;
  perform private.refuse_if(invoice.kind <> 'invoice', 'A credit note can''t be withdrawn.');
  perform private.refuse_if(invoice.credited_at is not null, format('Invoice %s has a credit note already.', invoice.invoice_number));
  perform private.refuse_if(invoice.sent_at is not null,
    format('Invoice %s has been sent. Issue a credit note to change it.', invoice.invoice_number));
  perform private.refuse_if(invoice.paid_at is not null,
    format('Invoice %s has been paid. Issue a credit note to change it.', invoice.invoice_number));
  update public.works set invoice_id = null, invoice_number = null, invoice_generated_at = null, invoice_due_on = null,
    additional_items = '[]' where user_id = account and invoice_id = invoice.id;
  update public.invoices set voided_at = now() where user_id = account and id = invoice.id returning * into invoice;
  insert into private.requests (user_id, request_id, action, answer)
    values (account, p_request_id, 'withdraw', array[invoice.id]) on conflict do nothing;
  return invoice;
end $$;

-- Writes the sent and paid dates of a document to it and to its works, so that both always agree.
create function private.put_marks(marked public.invoices) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.invoices set sent_at = marked.sent_at, paid_at = marked.paid_at where user_id = marked.user_id and id = marked.id;
  update public.works set invoice_sent_at = marked.sent_at, invoice_paid_at = marked.paid_at
    where user_id = marked.user_id and invoice_id = marked.id;
end $$;

-- Marks whole invoices sent or paid on a day, or removes the last mark ('clear': paid first, then sent). The works of
-- an invoice always carry the same marks. A credit note is "paid" when it was refunded; a credited invoice keeps its
-- marks, because its credit note depends on them. Returns the updated invoices.
create function public.mark_invoices(p_request_id uuid, p_invoice_ids uuid[], p_status text, p_on_date date default null)
  returns setof public.invoices
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.lock_invoicing();
  day     date := coalesce(p_on_date, private.today(account));
  invoice public.invoices;
  document_name  text;
  changed integer := 0;
begin
  if private.earlier_answer(account, p_request_id, 'mark') is not null then
    return query select * from public.invoices where user_id = account and id = any (p_invoice_ids) order by sequence_no;
    return;
  end if;
  perform private.refuse_if(p_status is null or p_status not in ('sent', 'paid', 'clear'), 'Choose sent, paid or clear.');
  perform private.refuse_if(p_status = 'paid' and day > private.today(account), 'Payment date is in the future.');
  perform private.refuse_if(p_status = 'sent' and day > private.today(account), 'The sent date is in the future.');
  for invoice in select * from public.invoices where user_id = account and id = any (p_invoice_ids) order by id for update loop
    changed := changed + 1;
    document_name := case invoice.kind when 'credit_note' then 'credit note ' else 'invoice ' end || invoice.invoice_number;
    perform private.refuse_if(invoice.voided_at is not null, format('Invoice %s is cancelled.', invoice.invoice_number));
    perform private.refuse_if(invoice.kind = 'invoice' and invoice.credited_at is not null,
      format('Invoice %s has a credit note. Its status stays as it is.', invoice.invoice_number));
    perform private.refuse_if(p_status = 'paid' and invoice.credited_at is not null,
      format('Credit note %s is set against an unpaid invoice. There is nothing to refund.', invoice.invoice_number));
    perform private.refuse_if(p_status <> 'clear' and day < invoice.issue_date, format('The date is before %s was made.', document_name));
    if p_status = 'sent' then
      invoice.sent_at := private.instant_on(account, day, invoice.generated_at);
    elsif p_status = 'paid' then
      invoice.paid_at := private.instant_on(account, day, invoice.generated_at);
    elsif invoice.paid_at is not null then
      invoice.paid_at := null;
    else
      invoice.sent_at := null;
    end if;
    perform private.put_marks(invoice);
  end loop;
  perform private.refuse_if(changed <> (select count(distinct i) from unnest(p_invoice_ids) i),
    'Some of these invoices are no longer there. Look at the list again.');
  perform private.refuse_if(changed = 0, 'Choose an invoice first.');
  insert into private.requests (user_id, request_id, action, answer) values (account, p_request_id, 'mark', p_invoice_ids);
  return query select * from public.invoices where user_id = account and id = any (p_invoice_ids) order by sequence_no;
end $$;

revoke execute on function private.lock_account_invoicing(uuid), private.lock_invoicing(), private.clean_items(jsonb),
  private.instant_on(uuid, date, timestamptz), private.earlier_answer(uuid, uuid, text),
  private.make_invoice(uuid, uuid, uuid[], jsonb, date, numeric, text), private.put_marks(public.invoices)
  from public, anon, authenticated;
revoke execute on function public.issue_invoice(uuid, uuid, uuid[], jsonb, numeric, text), public.withdraw_invoice(uuid, uuid),
  public.mark_invoices(uuid, uuid[], text, date) from public, anon;
grant execute on function public.issue_invoice(uuid, uuid, uuid[], jsonb, numeric, text), public.withdraw_invoice(uuid, uuid),
  public.mark_invoices(uuid, uuid[], text, date) to authenticated;
