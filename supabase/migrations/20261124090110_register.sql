-- The register of invoices and credit notes: its rows, its totals, what is owed and how late it is, and which numbers
-- are missing.

-- A row of the register: the document without its lines, the number of its counterpart (credit note or invoice), the
-- text to search in, normalised as the app's foldText normalises the search words, and the problem with the last mail
-- of a document that is neither paid nor withdrawn.
create view public.invoice_register with (security_invoker = true) as
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
revoke all on public.invoice_register from anon, authenticated;
grant select on public.invoice_register to authenticated;

-- The totals of all documents that match the filter, one row per currency. Null means "any". Credit notes count as
-- negative; a cancelled invoice is counted but adds no amount. p_open selects what is owed; p_due_… bounds the due
-- date; p_paid_… bounds the instant of payment (from inclusive, to exclusive); every one of p_words must occur in the
-- number, the customer's name or the order number.
create function public.register_totals(
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

-- The key figures, one row per currency. Outstanding is every open invoice, sent or not. An invoice is late from the day after
-- its due date, so not_due includes what is due today, and not_due plus the four age bands equals outstanding.
-- paid_this_month is what was paid in the month of p_today in the farm's time zone; refunds paid count as negative.
create function public.register_summary(p_today date)
  returns table (currency text, outstanding numeric, outstanding_invoices bigint, overdue numeric, overdue_invoices bigint,
                 paid_this_month numeric, paid_documents bigint, to_refund numeric, refunds bigint, not_due numeric,
                 late_1_30 numeric, late_31_60 numeric, late_61_90 numeric, late_over_90 numeric)
  language sql stable set search_path = ''
  as $$
    with clock as (
      select coalesce((select time_zone from public.farm_settings where user_id = (select private.account_id())), 'Europe/London') as zone
    ), month as (
      select date_trunc('month', p_today::timestamp) at time zone zone as began,
             (date_trunc('month', p_today::timestamp) + interval '1 month') at time zone zone as ends
      from clock
    ), documents as (
      select currency, total, 'open' as part, case when isfinite(p_today) then p_today - due_date end as late
      from public.invoices
      where user_id = (select private.account_id())
        and kind = 'invoice' and paid_at is null and voided_at is null and credited_at is null
      union all
      select currency, total, 'paid', null from public.invoices
      where user_id = (select private.account_id())
        and paid_at is not null and paid_at >= (select began from month) and paid_at < (select ends from month)
      union all
      select currency, -total, 'refund', null from public.invoices
      where user_id = (select private.account_id()) and kind = 'credit_note' and paid_at is null and credited_at is null
    )
    select currency,
           coalesce(sum(total) filter (where part = 'open'), 0), count(*) filter (where part = 'open'),
           coalesce(sum(total) filter (where late > 0), 0), count(*) filter (where late > 0),
           coalesce(sum(total) filter (where part = 'paid'), 0), count(*) filter (where part = 'paid'),
           coalesce(sum(total) filter (where part = 'refund'), 0), count(*) filter (where part = 'refund'),
           coalesce(sum(total) filter (where late <= 0), 0),
           coalesce(sum(total) filter (where late between 1 and 30), 0),
           coalesce(sum(total) filter (where late between 31 and 60), 0),
           coalesce(sum(total) filter (where late between 61 and 90), 0),
           coalesce(sum(total) filter (where late > 90), 0)
    from documents group by currency
  $$;

-- Invoice numbers that were skipped because the next number was raised: the register has to explain each gap.
create function public.unused_numbers() returns table (first_number integer, last_number integer)
  language sql stable set search_path = ''
  as $$
    select before + 1, sequence_no - 1
    from (
      select sequence_no, lag(sequence_no) over (order by sequence_no) as before
      from public.invoices where user_id = (select private.account_id()) and series = 'invoice'
    ) numbers
    where sequence_no > before + 1
    order by 1 desc
  $$;

revoke execute on function public.register_totals(text, uuid, date, date, boolean, date, date, timestamptz, timestamptz, text[], date),
  public.register_summary(date), public.unused_numbers() from public, anon;
grant execute on function public.register_totals(text, uuid, date, date, boolean, date, date, timestamptz, timestamptz, text[], date),
  public.register_summary(date), public.unused_numbers() to authenticated;
