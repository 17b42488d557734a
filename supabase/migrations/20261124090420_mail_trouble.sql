-- The register shows mails that were not delivered.

-- As before, plus the problem with the last mail of a document that is neither paid nor withdrawn.
create or replace view public.invoice_register with (security_invoker = true) as
  select i.id, i.user_id, i.invoice_number, i.sequence_no, i.kind, i.customer_id, i.customer_snapshot ->> 'name' as customer,
         i.issue_date, i.tax_point, i.due_date, i.currency, i.subtotal, i.vat_rate, i.vat_amount, i.total, i.order_number,
         i.generated_at, i.sent_at, i.paid_at, i.voided_at, i.credited_at,
         (select o.invoice_number from public.invoices o where o.user_id = i.user_id and o.id = i.credits_invoice_id) as corrects,
         (select n.invoice_number from public.invoices n where n.user_id = i.user_id and n.credits_invoice_id = i.id) as corrected_by,
         lower(extensions.unaccent(concat_ws(' ', i.invoice_number, i.customer_snapshot ->> 'name', i.order_number))) as search,
         (select case when m.state in ('failed', 'bounced', 'complained') then m.state
                      when m.state = 'sending' and (m.problem is not null or m.state_at < now() - interval '10 minutes') then 'unanswered' end
          from public.invoice_mails m
          where m.user_id = i.user_id and m.invoice_id = i.id and i.paid_at is null and i.voided_at is null
          order by m.created_at desc, m.id desc limit 1) as mail_trouble
  from public.invoices i;
