-- Credit notes: the only way to change an invoice that was sent. A document in a series of its own, immutable and
-- negative.

-- The lines or items of a document with the named figures negated, in the order given.
create function private.negated(list jsonb, figures text[]) returns jsonb
  language sql immutable set search_path = ''
  as $$
    select coalesce(jsonb_agg(
        entry || (select jsonb_object_agg(figure, -(entry ->> figure)::numeric) from unnest(figures) figure) order by place), '[]')
    from jsonb_array_elements(list) with ordinality as l (entry, place)
  $$;

-- Credits a sent or paid invoice in full: the same lines negated, the next credit note number, dated today on the farm.
-- Its works can be billed again. An unpaid invoice and its credit note are offset against each other; a paid one has to
-- be refunded. Locks the settings and the invoice counter (lock_invoicing), then the credit note counter.
create function public.credit_invoice(p_request_id uuid, p_invoice_id uuid, p_reason text) returns public.invoices
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid := private.lock_invoicing();
  earlier uuid[];
  original public.invoices;
  note public.invoices;
  padding integer;
begin
  earlier := private.earlier_answer(account, p_request_id, 'credit');
  if earlier is not null then
    select * into note from public.invoices where user_id = account and id = any (earlier);
    return note;
  end if;
  select * into original from public.invoices where user_id = account and id = p_invoice_id for update;
  perform private.refuse_if(original.id is null, 'This invoice is not there.');
  perform private.refuse_if(original.kind <> 'invoice', 'A credit note can''t be credited.');
  perform private.refuse_if(original.voided_at is not null, format('Invoice %s is cancelled.', original.invoice_number));
  perform private.refuse_if(original.credited_at is not null,
    format('Invoice %s has a credit note already.', original.invoice_number));
  perform private.refuse_if(original.sent_at is null and original.paid_at is null,
    format('Invoice %s has not been sent. Withdraw it instead.', original.invoice_number));
  note.reason := btrim(coalesce(p_reason, ''), E' \t\r\n');
  perform private.refuse_if(note.reason = '', 'Say why the invoice is credited.');
  perform private.refuse_if(char_length(note.reason) > 300, 'The reason is too long (300 characters at most).');

  insert into private.counters (user_id, series) values (account, 'credit_note') on conflict do nothing;
  update private.counters set next = next + 1 where user_id = account and series = 'credit_note'
    returning next - 1 into note.sequence_no;
  select number_padding into padding from public.invoice_settings where user_id = account;

  note.id := gen_random_uuid();
  note.user_id := account;
  note.series := 'credit_note';
  note.kind := 'credit_note';
  note.invoice_number := 'CN-' || lpad(note.sequence_no::text, greatest(coalesce(padding, 4), length(note.sequence_no::text)), '0');
  note.credits_invoice_id := original.id;
  note.customer_id := original.customer_id;
  note.customer_snapshot := original.customer_snapshot;
  note.supplier_snapshot := original.supplier_snapshot;
  note.issue_date := greatest(original.issue_date, private.today(account));
  note.tax_point := note.issue_date;
  note.due_date := note.issue_date;
  note.currency := original.currency;
  note.order_number := original.order_number;
  note.lines := private.negated(original.lines, array['quantity', 'net']);
  note.additional_items := private.negated(original.additional_items, array['amount']);
  note.subtotal := -original.subtotal;
  note.vat_rate := original.vat_rate;
  note.vat_amount := -original.vat_amount;
  note.total := -original.total;
  note.generated_at := now();
  note.credited_at := case when original.paid_at is null then now() end;
  note.revision := 1;
  note.created_by := auth.uid();
  note.created_by_name := coalesce(private.person_name(auth.uid()), private.person_name(account));
  note.updated_at := now();
  insert into public.invoices select note.*;

  update public.invoices set credited_at = greatest(now(), generated_at) where user_id = account and id = original.id;
  update public.works set invoice_id = null, invoice_number = null, invoice_generated_at = null, invoice_sent_at = null,
    invoice_paid_at = null, invoice_due_on = null, additional_items = '[]'
    where user_id = account and invoice_id = original.id;
  insert into private.requests (user_id, request_id, action, answer) values (account, p_request_id, 'credit', array[note.id]);
  return note;
end $$;

revoke execute on function private.negated(jsonb, text[]) from public, anon, authenticated;
revoke execute on function public.credit_invoice(uuid, uuid, text) from public, anon;
grant execute on function public.credit_invoice(uuid, uuid, text) to authenticated;
