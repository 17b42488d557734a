// Many small random accounts, made in the database in a few statements. The same on every run: each choice is a hash of the
// account, the row and a word. Triggers do not run, so the rows contain what they would set.

export const RANDOM_PERIOD = { from: '2025-04-06', to: '2026-04-05' };
export const RANDOM_BEFORE = { from: '2024-04-06', to: '2025-04-05' };

/** A number from 0 to below `most`. */
const random = (word: string, most: number | string, ...of: readonly string[]) =>
  `(('x' || substr(md5(concat_ws(' ', '${word}', ${of.join(', ')})), 1, 8))::bit(32)::bigint % ${most})::int`;

const account = `md5('account ' || a)::uuid`;
const driver = `md5('driver ' || a)::uuid`;
const customer = (k: string) => `md5('customer ' || a || ' ' || ${k})::uuid`;
const invoice = (n: string) => `md5('invoice ' || a || ' ' || ${n})::uuid`;
const work = `md5('work ' || a || ' ' || n)::uuid`;
/** A day of the two years, or shortly before or after them. */
const day = (word: string) => `(date '2024-03-25' + ${random(word, 760, 'a', 'n')})`;

/** SQL that adds `count` accounts: each with a driver, three customers, up to 14 entries and up to seven documents. */
export const randomAccounts = (count: number) => `
  set local statement_timeout = 0;
  set session_replication_role = replica;
  insert into auth.users (id, aud, role, email, email_confirmed_at)
    select ${account}, 'authenticated', 'authenticated', 'random' || a || '@farm.test', now() from generate_series(1, ${count}) a
    union all
    select ${driver}, 'authenticated', 'authenticated', 'driver' || a || '@farm.test', now() from generate_series(1, ${count}) a;
  insert into public.profiles (id, first_name, last_name, role, admin_id, subscription_status, subscription_ends_at)
    select ${account}, 'Alex', 'Owner', 'admin', null, 'active', now() + interval '1 year' from generate_series(1, ${count}) a
    union all
    select ${driver}, 'Sam', 'Driver', 'employee', ${account}, null, null from generate_series(1, ${count}) a;
  insert into public.farm_people (user_id, person_id, name)
    select coalesce(admin_id, id), id, first_name from public.profiles;
  insert into public.farm_settings (user_id, farm_name) select ${account}, 'Farm ' || a from generate_series(1, ${count}) a;
  insert into public.customers (user_id, id, name)
    select ${account}, ${customer('k')}, 'Customer ' || k from generate_series(1, ${count}) a, generate_series(0, 2) k;

  create schema random_accounts;
  create table random_accounts.fates as
    select a, n, ${random('buyer', 3, 'a', 'n')} as k, ${day('issued')} as issued, ${random('net', 5_000_000, 'a', 'n')} / 100.0 as net,
           (array['open', 'open', 'sent', 'paid', 'withdrawn', 'set off', 'refund', 'refunded'])[1 + ${random('fate', 8, 'a', 'n')}] as fate,
           case when ${random('euro', 10, 'a', 'n')} = 0 then 'EUR' else 'GBP' end as currency,
           (array[20, 20, 13.5, 5, 0, null])[1 + ${random('vat', 6, 'a', 'n')}] as rate
    from generate_series(1, ${count}) a, lateral generate_series(1, ${random('documents', 5, 'a')}) n;
  insert into public.invoices (user_id, id, invoice_number, series, kind, sequence_no, credits_invoice_id, reason, customer_id, customer_snapshot,
      supplier_snapshot, issue_date, tax_point, due_date, currency, lines, subtotal, vat_rate, vat_amount, total, generated_at, sent_at,
      paid_at, voided_at, credited_at, created_by_name)
    select ${account}, ${invoice('n')}, 'INV-' || n, 'invoice', 'invoice', n, null, null, ${customer('k')}, jsonb_build_object('name', 'Customer ' || k),
      '{}'::jsonb, issued, issued, issued + 30, currency, '[]'::jsonb, net, rate, round(net * coalesce(rate, 0) / 100, 2),
      net + round(net * coalesce(rate, 0) / 100, 2), timestamptz '2024-01-01', case when fate <> 'open' and fate <> 'withdrawn' then timestamptz '2024-01-02' end,
      case when fate in ('paid', 'refund', 'refunded') then issued + interval '20 days' end,
      case when fate = 'withdrawn' then timestamptz '2024-01-02' end,
      case when fate in ('set off', 'refund', 'refunded') then timestamptz '2024-01-02' end, 'Alex'
    from random_accounts.fates
    union all
    select ${account}, md5('note ' || a || ' ' || n)::uuid, 'CN-' || n, 'credit_note', 'credit_note', n, ${invoice('n')}, 'Wrong field', ${customer('k')},
      jsonb_build_object('name', 'Customer ' || k), '{}'::jsonb, issued + 40, issued + 40, issued + 40, currency, '[]'::jsonb, -net, rate,
      -round(net * coalesce(rate, 0) / 100, 2), -net - round(net * coalesce(rate, 0) / 100, 2), timestamptz '2024-01-01', timestamptz '2024-01-02',
      case when fate = 'refunded' then issued + interval '60 days' end, null, case when fate = 'set off' then timestamptz '2024-01-02' end, 'Alex'
    from random_accounts.fates where fate in ('set off', 'refund', 'refunded');

  insert into public.works (user_id, id, job_id, employee_id, customer, customer_id, task_name, chargeable_unit, rate, quantity, work_date,
      total_value, created_by_name, invoice_id, invoice_number, invoice_generated_at, invoice_sent_at, invoice_paid_at)
    select ${account}, ${work}, ${work}, case when ${random('person', 2, 'a', 'n')} = 0 then ${driver} end, 'Customer ' || w.k, ${customer('w.k')},
      (array['Baling', 'Hedges', 'Mowing'])[1 + ${random('task', 3, 'a', 'n')}], 'acre', w.rate, w.quantity, ${day('day')},
      round(w.rate * w.quantity, 2), 'Alex', i.id, i.invoice_number, i.generated_at, i.sent_at, i.paid_at
    from generate_series(1, ${count}) a cross join lateral generate_series(1, ${random('entries', 15, 'a')}) n
    cross join lateral (
      select ${random('buyer', 3, 'a', 'n')} as k,
        case when ${random('rated', 8, 'a', 'n')} > 0 then ${random('rate', 1_000_000, 'a', 'n')} / 1000.0 end as rate,
        case when ${random('counted', 8, 'a', 'n')} > 0 then 1 + ${random('quantity', 100_000, 'a', 'n')} / 1000.0 end as quantity) w
    left join public.invoices i on i.user_id = ${account} and i.id = ${invoice(random('billed', 6, 'a', 'n'))}
      and i.voided_at is null and i.credited_at is null and w.rate is not null and w.quantity is not null;
  insert into public.job_machines (user_id, job_id, machine_id, machine_name)
    select user_id, job_id, md5('machine ' || user_id || p)::uuid, 'Tractor' from public.works, generate_series(1, 2) p
    where ${random('machine', 3, 'id', 'p')} = 0;
  insert into public.job_fields (user_id, job_id, field_id, field_name, area_ha)
    select user_id, job_id, md5('field ' || user_id || p)::uuid, 'Field', 1 from public.works, generate_series(1, 3) p
    where ${random('field', 3, 'id', 'p')} = 0;
  set session_replication_role = origin;
  analyze public.works; analyze public.invoices; analyze public.job_machines; analyze public.job_fields; analyze public.customers;
  analyze public.profiles;`;
