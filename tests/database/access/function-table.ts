// Who may call which function, with the columns of access-table.ts.
import {
  eventId,
  fieldId,
  INVITE_OF_ACCOUNT,
  JOB_MACHINES,
  rowId,
  type Persona,
} from '@tests/support/database/persona-ids';
import { parseLine, NEW_ID, type Body } from './access-grid';

/** The ids of account A1 that each function is called with, by every caller. */
export type Targets = { account: string; customer: string; employee: string };
type Call = { args: (ids: Targets) => Body; results: Record<Persona, string>; count?: (answer: unknown) => unknown };

const REQUEST = '88888888-0000-4000-8000-000000000000';
const rows = (answer: unknown) => (Array.isArray(answer) ? answer.length : answer);
const field = (name: string) => (answer: unknown) =>
  Array.isArray(answer) && typeof answer[0] === 'object' ? (answer[0] as Body)[name] : answer;
const resultsOf = (line: string) => parseLine(`function ${line}`)[1];
/** A field's boundary for `import_fields` and `replace_fields`. */
const BOUNDARY = {
  type: 'Polygon',
  coordinates: [
    [
      [-4.1, 50.5],
      [-4.097, 50.5],
      [-4.097, 50.5018],
      [-4.1, 50.5],
    ],
  ],
};
/** The days of a report and those it is compared with. */
const REPORTED = {
  ...{ p_from: '2026-11-01', p_to: '2026-11-30' },
  ...{ p_before_from: '2025-11-01', p_before_to: '2025-11-30' },
};
/** Called by the edge functions, with the secret key. */
const SERVICE_ONLY = '401 403 403 403 403 403 403 403 403';
const HOLDER_ONLY = '401 runs refused 403 403 403 403 403 403';
/** What a lapsed account holder may still call: it gives no one access. */
const HOLDER_EVEN_LAPSED = '401 runs refused 403 403 refused 403 403 403';

/**
 * Every function that the API exposes. runs = succeeds and changes data; refused = 23514 with a message, mostly because
 * the ids do not exist in that account; missing = 404, and the attempt counts towards a limit; a number = succeeds,
 * changes nothing, and `count` finds this in the result, which covers only the persona's own account.
 */
export const FUNCTIONS: Record<string, Call> = {
  take_allowance: { args: () => ({ key: 'a', most: 1, per: '1 day' }), results: resultsOf(SERVICE_ONLY) },
  keep_contact_message: {
    args: () => ({ p_name: 'A', p_email: 'a@b.uk', p_message: 'x' }),
    results: resultsOf(SERVICE_ONLY),
  },
  contact_message_mailed: { args: () => ({ p_id: NEW_ID, p_error: 'x' }), results: resultsOf(SERVICE_ONLY) },
  billing_customer: { args: ({ account }) => ({ p_account: account }), results: resultsOf(SERVICE_ONLY) },
  keep_billing_customer: {
    args: ({ account }) => ({ p_account: account, p_customer: 'cus_1' }),
    results: resultsOf(SERVICE_ONLY),
  },
  begin_billing_event: {
    args: () => ({ p_event: 'evt_1', p_kind: 'invoice.paid', p_customer: 'cus_1' }),
    results: resultsOf(SERVICE_ONLY),
  },
  write_subscription: {
    args: () => ({ p_event: 'evt_1', p_customer: 'cus_1', p_ticket: 1, p_status: 'active' }),
    results: resultsOf(SERVICE_ONLY),
  },
  subscriptions_to_check: { args: () => ({ p_most: 1 }), results: resultsOf(SERVICE_ONLY) },
  subscription_checked: { args: () => ({ p_customer: 'cus_1' }), results: resultsOf(SERVICE_ONLY) },
  log_job: {
    args: () => ({
      p_job: {
        id: NEW_ID,
        lines: [{ id: NEW_ID, customer: 'X', task_name: 'X', chargeable_unit: 'bale', work_date: '2026-11-03' }],
      },
    }),
    results: resultsOf('401 runs runs runs runs 403 403 403 403'),
  },
  // The job of A1. The result is one row also for an account that has no such job. Employees of A1 may not delete it.
  delete_job: {
    args: () => ({ p_job_id: rowId(3, 'A1') }),
    results: resultsOf('401 runs 1 403 403 403 403 403 403'),
    count: rows,
  },
  deleted_works: { args: () => ({}), results: resultsOf('401 1 1 403 403 1 403 403 403'), count: rows },
  restore_deleted_work: { args: () => ({ p_id: rowId('f', 'A1') }), results: resultsOf(HOLDER_ONLY) },
  erase_deleted_work: { args: () => ({ p_id: rowId('f', 'A1') }), results: resultsOf(HOLDER_ONLY) },
  recent_gang: {
    args: () => ({ p_before: '2026-11-30' }),
    results: resultsOf('401 2 2 2 2 2 2 0 0'),
    count: rows,
  },
  placed_works: {
    args: () => ({ p_machines: [JOB_MACHINES[0]] }),
    results: resultsOf('401 4 1 4 4 2 2 0 0'),
    count: rows,
  },
  job_places: { args: () => ({}), results: resultsOf('401 4 1 4 4 2 2 0 0'), count: rows },
  jobs_of_day: {
    args: () => ({ p_date: '2026-11-02' }),
    results: resultsOf('401 8 2 8 8 4 4 0 0'),
    count: rows,
  },
  job_margins: {
    args: () => ({ p_from: '2026-11-01', p_to: '2026-11-30' }),
    results: resultsOf('401 4 1 403 403 2 403 403 403'),
    count: rows,
  },
  issue_invoice: {
    args: ({ customer }) => ({ p_request_id: REQUEST, p_customer_id: customer, p_work_ids: [rowId(3, 'A1')] }),
    results: resultsOf(HOLDER_ONLY),
  },
  withdraw_invoice: {
    args: () => ({ p_request_id: REQUEST, p_invoice_id: rowId(4, 'A1') }),
    results: resultsOf(HOLDER_ONLY),
  },
  mark_invoices: {
    args: () => ({ p_request_id: REQUEST, p_invoice_ids: [rowId(4, 'A1')], p_status: 'sent' }),
    results: resultsOf(HOLDER_ONLY),
  },
  credit_invoice: {
    args: () => ({ p_request_id: REQUEST, p_invoice_id: rowId(7, 'A1'), p_reason: 'Wrong rate' }),
    results: resultsOf(HOLDER_ONLY),
  },
  // Its file is not there yet.
  keep_invoice_file: {
    args: () => ({ p_invoice_id: rowId(4, 'A1') }),
    results: resultsOf('401 refused refused 403 403 403 403 403 403'),
  },
  confirm_invoice_file: {
    args: ({ account }) => ({ p_account: account, p_invoice_number: 'INV-0041', p_sha256: 'a'.repeat(64) }),
    results: resultsOf(SERVICE_ONLY),
  },
  begin_invoice_mail: {
    args: ({ account }) => ({
      p_person: account,
      p_request_id: REQUEST,
      p_invoice_number: 'INV-0041',
      p_to: 'office@farm.test',
    }),
    results: resultsOf(SERVICE_ONLY),
  },
  accept_invoice_mail: {
    args: ({ account }) => ({ p_account: account, p_mail_id: rowId(5, 'A1'), p_provider_id: 'x' }),
    results: resultsOf(SERVICE_ONLY),
  },
  fail_invoice_mail: {
    args: ({ account }) => ({ p_account: account, p_mail_id: rowId(5, 'A1'), p_problem: 'x', p_final: true }),
    results: resultsOf(SERVICE_ONLY),
  },
  record_mail_event: {
    args: () => ({ p_event_id: 'msg_1', p_provider_id: 'mail-A1', p_state: 'bounced' }),
    results: resultsOf(SERVICE_ONLY),
  },
  take_reminders: { args: () => ({}), results: resultsOf(SERVICE_ONLY) },
  remove_unconfirmed: { args: () => ({}), results: resultsOf(SERVICE_ONLY) },
  merge_customers: {
    args: ({ customer }) => ({ p_request_id: REQUEST, p_from: rowId(1, 'A1'), p_into: customer }),
    results: resultsOf(HOLDER_ONLY),
  },
  replace_fields: {
    args: () => ({
      p_old: [fieldId(1, 'A1')],
      p_new: [
        { id: NEW_ID, name: 'East part', area_ha: 2 },
        { id: REQUEST, name: 'West part', area_ha: 2.05 },
      ],
    }),
    results: resultsOf(HOLDER_ONLY),
  },
  import_fields: {
    args: () => ({
      p_new: [{ id: NEW_ID, name: 'Imported', area_ha: 4.05, area_source: 'drawn', boundary: BOUNDARY }],
      p_outlines: [{ id: fieldId(1, 'A1'), boundary: BOUNDARY }],
    }),
    results: resultsOf(HOLDER_ONLY),
  },
  move_planned_jobs: {
    args: () => ({ p_ids: [eventId('A1')], p_from: '2026-11-02', p_to: '2026-11-04' }),
    results: resultsOf('401 runs 0 403 403 403 403 403 403'),
    count: (answer) => Number(answer),
  },
  move_works: {
    args: () => ({ p_ids: [rowId(3, 'A1')], p_customer: 'Moved' }),
    results: resultsOf(HOLDER_ONLY),
  },
  rename_task: {
    args: () => ({ p_task_id: rowId(2, 'A1'), p_name: 'Renamed' }),
    results: resultsOf(HOLDER_ONLY),
  },
  set_price: {
    args: () => ({ p_id: NEW_ID, p_task_id: rowId(2, 'A1'), p_unit: 'acre', p_rate: 70, p_from: '2026-12-01' }),
    results: resultsOf(HOLDER_ONLY),
  },
  raise_prices: {
    args: () => ({
      p_from: '2026-12-01',
      p_prices: [{ id: NEW_ID, task_id: rowId(2, 'A1'), customer_id: null, unit: 'acre', was: 60, rate: 62.5 }],
    }),
    results: resultsOf(HOLDER_ONLY),
  },
  reprice_works: {
    args: () => ({
      p_entries: [{ work_id: rowId(3, 'A1'), old_rate: 50, new_rate: 60, old_value: 100, new_value: 120 }],
    }),
    results: resultsOf(HOLDER_ONLY),
  },
  reprice_preview: {
    args: () => ({}),
    results: resultsOf('401 4 1 403 403 2 403 403 403'),
    count: (answer) => rows((answer as { entries?: unknown }).entries),
  },
  invite_employee: {
    args: () => ({ p_email: 'new@example.test' }),
    results: resultsOf('401 runs runs 403 403 403 403 403 403'),
  },
  resend_invitation: { args: () => ({ p_invite: INVITE_OF_ACCOUNT.A1 }), results: resultsOf(HOLDER_ONLY) },
  revoke_invitation: { args: () => ({ p_invite: INVITE_OF_ACCOUNT.A1 }), results: resultsOf(HOLDER_EVEN_LAPSED) },
  step_week: {
    args: ({ employee }) => ({ p_employee: employee, p_monday: '2026-11-02', p_step: 'query', p_words: 'A break?' }),
    results: resultsOf(HOLDER_ONLY),
  },
  set_working_time: {
    args: ({ employee }) => ({ p_person: employee, p_turns_18_on: '2028-02-29', p_opted_out: true }),
    results: resultsOf(HOLDER_ONLY),
  },
  // Returns the time to any signed-in person, and changes nothing.
  server_time: {
    args: () => ({}),
    results: resultsOf('401 1 1 1 1 1 1 1 1'),
    count: (answer) => Number(typeof answer === 'string'),
  },
  suspend_employee: {
    args: ({ employee }) => ({ p_employee: employee, p_suspended: true }),
    results: resultsOf(HOLDER_EVEN_LAPSED),
  },
  set_employee_sight: {
    args: ({ employee }) => ({ p_employee: employee, p_sees_all_works: false, p_sees_rates: false }),
    results: resultsOf(HOLDER_EVEN_LAPSED),
  },
  remove_employee: { args: ({ employee }) => ({ p_employee: employee }), results: resultsOf(HOLDER_EVEN_LAPSED) },
  read_invitation: {
    args: () => ({ p_token: '0'.repeat(64) }),
    results: resultsOf('401 missing missing missing missing missing missing missing missing'),
  },
  open_invitation: { args: () => ({ p_hash: 'a'.repeat(64) }), results: resultsOf(SERVICE_ONLY) },
  redeem_invite: {
    args: () => ({ p_token: '0'.repeat(64) }),
    results: resultsOf('401 missing missing missing missing missing missing missing missing'),
  },
  leave_farm: { args: () => ({}), results: resultsOf('401 refused refused runs runs refused runs refused refused') },
  start_own_account: {
    args: () => ({}),
    results: resultsOf('401 refused refused refused refused refused refused runs runs'),
  },
  export_plan: {
    args: () => ({}),
    results: resultsOf('401 4 1 403 403 2 403 403 403'),
    // The number of works in it.
    count: (answer) =>
      (answer as { table_name: string; entries: number }[]).find((row) => row.table_name === 'works')?.entries,
  },
  // One row for the invoices, and one for the batches of a year.
  export_counters: { args: () => ({}), results: resultsOf('401 2 2 403 403 2 403 403 403'), count: rows },
  photo_refusal: {
    args: ({ account }) => ({ p_path: `${account}/works/${rowId(3, 'A1')}/${REQUEST}.jpg` }),
    results: resultsOf('401 0 1 0 0 0 0 0 0'),
    count: rows,
  },
  files_of: {
    args: ({ account }) => ({ p_owner: account }),
    results: resultsOf('401 403 403 403 403 403 403 403 403'),
  },
  //         K   A1 A2 E1 E1b L EL R U
  // Sets when the person was last seen.
  note_seen: { args: () => ({}), results: resultsOf('401 0 0 runs runs 0 runs 0 0'), count: Number },
  account_holder: { args: () => ({}), results: resultsOf('401 1 1 1 1 1 1 0 0'), count: rows },
  crew_people: { args: () => ({}), results: resultsOf('401 2 0 0 0 1 0 0 0'), count: rows },
  works_totals: {
    args: ({ customer }) => ({ p_customers: [customer] }),
    results: resultsOf('401 4 0 4 4 0 0 0 0'),
    count: field('entries'),
  },
  works_groups: {
    args: ({ customer }) => ({ p_customers: [customer], p_group: 'task' }),
    results: resultsOf('401 4 0 4 4 0 0 0 0'),
    count: rows,
  },
  home_summary: {
    args: () => ({ p_today: '2026-11-20' }),
    results: resultsOf('401 4 1 4 4 2 2 0 0'),
    count: field('unbilled_entries'),
  },
  // For farms that have never paid; billing.test.ts covers the others.
  billing_state: { args: () => ({}), results: resultsOf('401 0 0 0 0 0 0 0 0'), count: rows },
  recent_jobs: { args: () => ({}), results: resultsOf('401 4 1 4 4 2 2 0 0'), count: rows },
  work_task_names: { args: () => ({}), results: resultsOf('401 4 1 4 4 2 2 0 0'), count: rows },
  task_usage: { args: () => ({}), results: resultsOf('401 4 1 4 4 2 2 0 0'), count: rows },
  register_totals: { args: () => ({}), results: resultsOf('401 1 1 0 0 1 0 0 0'), count: rows },
  register_summary: { args: () => ({ p_today: '2026-11-20' }), results: resultsOf('401 1 1 0 0 1 0 0 0'), count: rows },
  work_report: {
    args: () => ({ ...REPORTED, p_group: 'customer' }),
    results: resultsOf('401 4 1 403 403 2 403 403 403'),
    count: field('entries'),
  },
  invoice_report: {
    args: () => ({ ...REPORTED, p_group: 'customer' }),
    results: resultsOf('401 1 1 403 403 1 403 403 403'),
    count: rows,
  },
  unused_numbers: { args: () => ({}), results: resultsOf('401 0 0 0 0 0 0 0 0'), count: rows },
  merge_preview: {
    args: ({ customer }) => ({ p_from: customer, p_into: rowId(1, 'A1') }),
    results: resultsOf('401 4 0 4 4 0 0 0 0'),
    count: field('unbilled'),
  },
  customer_summary: {
    args: ({ customer }) => ({ p_customer_id: customer }),
    results: resultsOf('401 1 0 1 1 0 0 0 0'),
    count: rows,
  },
};
