-- An open invoice past its due date is overdue, whether marked as sent or not: the totals by state now agree with the
-- register's figures, the noticeboard and the list's badges. A paper invoice may have been handed over without being
-- marked as sent.
create or replace function public.register_totals(
    p_state text default null, p_customer uuid default null, p_from date default null, p_to date default null,
    p_open boolean default null, p_due_from date default null, p_due_to date default null,
    p_paid_from timestamptz default null, p_paid_to timestamptz default null, p_words text[] default null, p_today date default null)
  returns table (currency text, documents bigint, subtotal numeric, vat_amount numeric, total numeric)
  language sql stable set search_path = ''
  as $$
    select i.currency, count(*), coalesce(sum(i.subtotal) filter (where i.voided_at is null), 0),
           coalesce(sum(i.vat_amount) filter (where i.voided_at is null), 0),
           coalesce(sum(i.total) filter (where i.voided_at is null), 0)
    from public.invoice_register i
    where i.user_id = (select private.account_id())
      and (p_customer is null or i.customer_id = p_customer)
      and (p_from is null or i.issue_date >= p_from)
      and (p_to is null or i.issue_date <= p_to)
      and (p_open is null or p_open = (i.kind = 'invoice' and i.paid_at is null and i.voided_at is null and i.credited_at is null))
      and (p_due_from is null or i.due_date >= p_due_from)
      and (p_due_to is null or i.due_date <= p_due_to)
      and (p_paid_from is null or i.paid_at >= p_paid_from)
      and (p_paid_to is null or i.paid_at < p_paid_to)
      and (p_words is null or not exists (select from unnest(p_words) word where strpos(i.search, word) = 0))
      and (p_state is null or p_state = case
        when i.voided_at is not null then 'cancelled'
        when i.kind = 'credit_note' and i.paid_at is not null then 'refunded'
        when i.kind = 'credit_note' and i.credited_at is not null then 'credit'
        when i.kind = 'credit_note' then 'refund'
        when i.credited_at is not null then 'credited'
        when i.paid_at is not null then 'paid'
        when i.due_date < p_today then 'overdue'
        when i.sent_at is null then 'generated'
        else 'sent' end)
    group by i.currency
  $$;
