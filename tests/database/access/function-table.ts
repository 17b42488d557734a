// Who may call which function, with the columns of access-table.ts.
import {
  eventId,
  fieldId,
  INVITE_OF_ACCOUNT,
  JOB_MACHINES,
  MAKERS,
  messageId,
  rowId,
  type Persona,
} from '@tests/support/database/persona-ids';
import { parseLine, NEW_ID, type Body } from './access-grid';
import { REQUEST, SERVICE_FUNCTIONS } from './service-functions';
import type { Targets } from './targets';

type Call = { args: (ids: Targets) => Body; results: Record<Persona, string>; count?: (answer: unknown) => unknown };

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
const HOLDER_ONLY = '401 runs refused 403 403 403 403 403 403';
/** What a lapsed account holder may still call: it gives no one access. */
const HOLDER_EVEN_LAPSED = '401 runs refused 403 403 refused 403 403 403';

/**
 * Every function that the API exposes. runs = succeeds and changes data; refused = 23514 with a message, mostly because
 * the ids do not exist in that account; missing = 404, and the attempt counts towards a limit; a number = succeeds,
 * changes nothing, and `count` finds this in the result, which covers only the persona's own account.
 */
export const FUNCTIONS: Record<string, Call> = {
  ...Object.fromEntries(
    Object.entries(SERVICE_FUNCTIONS).map(([name, args]) => [
      name,
      { args, results: resultsOf('401 403 403 403 403 403 403 403 403') },
    ]),
  ),
  log_job: {
    args: () => ({
      p_job: {
        id: NEW_ID,
        lines: [{ id: NEW_ID, customer: 'X', task_name: 'X', chargeable_unit: 'bale', work_date: '2026-11-03' }],
      },
    }),
    results: resultsOf('401 runs runs runs runs 403 403 403 403'),
  },
  // The job of A1, which the employees did not log. A1 may change it (change-job.test.ts): refused here, because `seen`
  // lacks its rows.
  change_job: {
    args: () => ({ p_job: { id: rowId(3, 'A1'), people: [], machines: [], fields: [], materials: [], seen: [] } }),
    results: resultsOf('401 refused refused 403 403 403 403 403 403'),
  },
  log_day_sheet: {
    args: () => ({
      p_jobs: [
        {
          id: NEW_ID,
          lines: [{ id: NEW_ID, customer: 'X', task_name: 'X', chargeable_unit: 'bale', work_date: '2026-11-03' }],
        },
      ],
    }),
    results: resultsOf('401 runs runs 403 403 403 403 403 403'),
  },
  // The job of A1. The result is one row also for an account that has no such job. Employees of A1 may not delete it.
  delete_job: {
    args: () => ({ p_job_id: rowId(3, 'A1') }),
    results: resultsOf('401 runs 1 403 403 403 403 403 403'),
    count: rows,
  },
  deleted_works: { args: () => ({}), results: resultsOf('401 1 1 403 403 1 403 403 403'), count: rows },
  restore_deleted_work: { args: () => ({ p_id: rowId('f', 'A1') }), results: resultsOf(HOLDER_ONLY) },
  // Nobody has just deleted this entry.
  undo_deletion: {
    args: () => ({ p_table: 'works', p_id: rowId('f', 'A1') }),
    results: resultsOf('401 refused refused refused refused 403 403 403 403'),
  },
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
  // The file of this invoice is not stored yet.
  keep_invoice_file: {
    args: () => ({ p_invoice_id: rowId(4, 'A1') }),
    results: resultsOf('401 refused refused 403 403 403 403 403 403'),
  },
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
  import_rows: {
    args: () => ({ p_id: NEW_ID, p_kind: 'customers', p_file_name: 'a.csv', p_rows: [{ row: 2, name: 'Imported' }] }),
    results: resultsOf('401 runs runs 403 403 403 403 403 403'),
  },
  stage_import_rows: {
    args: () => ({ p_id: NEW_ID, p_rows: [{ row: 2, name: 'Imported' }], p_from: 0 }),
    results: resultsOf('401 runs runs 403 403 403 403 403 403'),
  },
  // A lapsed holder may still clear away what was sent.
  drop_staged_rows: {
    args: () => ({ p_id: NEW_ID }),
    results: resultsOf('401 0 0 403 403 0 403 403 403'),
    count: Number,
  },
  undo_import: { args: () => ({ p_id: NEW_ID }), results: resultsOf('401 refused refused 403 403 403 403 403 403') },
  // A job that does not repeat.
  change_repeated_events: {
    args: () => ({
      ...{ p_id: eventId('A1'), p_seen: '2026-11-02', p_start_date: '2026-11-02', p_end_date: '2026-11-02' },
      ...{ p_assigned_to: [], p_title: 'Job' },
    }),
    results: resultsOf('401 refused refused 403 403 403 403 403 403'),
  },
  // Of A1's events, none repeats. For what succeeds: repeat-days.test.ts.
  change_repeat_days: {
    args: () => ({
      ...{ p_repeat_id: eventId('A1'), p_new_id: NEW_ID, p_every: 'week', p_from: '2199-12-01' },
      ...{ p_dates: ['2199-12-03'], p_seen: [eventId('A1')] },
    }),
    results: resultsOf('401 refused refused 403 403 403 403 403 403'),
  },
  undo_repeat_days: {
    args: () => ({ p_repeat_id: eventId('A1'), p_new_id: NEW_ID, p_at: '2026-11-02T00:00:00Z' }),
    results: resultsOf('401 refused refused 403 403 403 403 403 403'),
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
  // Neither A1 nor A2 is empty, and L has lapsed.
  restore_state: { args: () => ({}), results: resultsOf('401 1 1 403 403 1 403 403 403'), count: rows },
  restore_plan: {
    args: () => ({}),
    results: resultsOf('401 1 1 403 403 1 403 403 403'),
    count: (answer) => (answer as { name: string }[]).filter(({ name }) => name === 'works').length,
  },
  start_restore: {
    args: ({ account }) => ({
      ...{
        p_archive: 'a'.repeat(64),
        p_version: 1,
        p_former: account,
        p_farm: 'X',
        p_made_at: '2026-11-01',
        p_parts: 1,
      },
    }),
    results: resultsOf('401 refused refused 403 403 403 403 403 403'),
  },
  restore_rows: {
    args: ({ account }) => ({ p_part: 0, p_table: 'works', p_rows: [{ id: NEW_ID, user_id: account }] }),
    results: resultsOf('401 refused refused 403 403 403 403 403 403'),
  },
  restored_files: { args: () => ({}), results: resultsOf('401 0 0 403 403 0 403 403 403'), count: rows },
  finish_restore: {
    args: () => ({ p_counters: [{ series: 'invoice', next: 1 }] }),
    results: resultsOf('401 refused refused 403 403 403 403 403 403'),
  },
  take_back_restore: {
    args: () => ({}),
    results: resultsOf('401 0 0 403 403 0 403 403 403'),
    count: (answer) => (answer === 'nothing' ? 0 : answer),
  },
  photo_refusal: {
    args: ({ account }) => ({ p_path: `${account}/works/${rowId(3, 'A1')}/${REQUEST}.jpg` }),
    results: resultsOf('401 0 1 0 0 0 0 0 0'),
    count: rows,
  },
  stored_files: { args: () => ({}), results: resultsOf('401 5 2 403 403 403 403 403 403'), count: rows },
  // The kinds of its files: photos of works and a document.
  file_use: { args: () => ({}), results: resultsOf('401 2 2 403 403 403 403 403 403'), count: rows },
  // Nobody has just removed this photo.
  undo_file_removal: {
    args: () => ({ p_table: 'attachments', p_id: rowId(6, 'A1') }),
    results: resultsOf('401 refused refused refused refused 403 403 403 403'),
  },
  //         K   A1 A2 E1 E1b L EL R U
  // Every persona's message is named; each marks only their own. A lapsed account may, because it is about the person alone.
  read_push_messages: {
    args: () => ({ p_ids: MAKERS.map(messageId) }),
    results: resultsOf('401 runs runs runs runs runs runs 403 403'),
  },
  keep_push_subscription: {
    args: () => ({
      ...{ p_endpoint: 'https://fcm.googleapis.com/fcm/send/new', p_p256dh: 'B'.repeat(87), p_auth: 'B'.repeat(22) },
    }),
    results: resultsOf('401 runs runs runs runs 403 403 403 403'),
  },
  // The device of A1 is named: nobody else sends to it.
  send_test_push: {
    args: () => ({ p_endpoint: 'https://fcm.googleapis.com/fcm/send/A1' }),
    results: resultsOf('401 runs refused refused refused 403 403 403 403'),
  },
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
  unbilled_work: {
    args: () => ({ p_before: '2027-01-01' }),
    results: resultsOf('401 4 1 403 403 2 403 403 403'),
    count: field('entries'),
  },
  unlogged_days: {
    args: () => ({ p_from: '2026-11-01', p_to: '2026-11-30' }),
    results: resultsOf('401 0 0 403 403 0 403 403 403'),
    count: rows,
  },
  incomplete_work: { args: () => ({}), results: resultsOf('401 0 0 403 403 0 403 403 403'), count: rows },
  last_year_work: {
    args: () => ({ p_today: '2027-11-10' }),
    results: resultsOf('401 4 1 403 403 2 403 403 403'),
    count: rows,
  },
  margin_report: {
    args: () => ({ p_from: '2026-11-01', p_to: '2026-11-30' }),
    results: resultsOf('401 4 1 403 403 2 403 403 403'),
    count: field('uncosted'),
  },
  uncosted_jobs: {
    args: () => ({ p_from: '2026-11-01', p_to: '2026-11-30' }),
    results: resultsOf('401 4 1 403 403 2 403 403 403'),
    count: rows,
  },
  hours_report: {
    args: () => ({ p_from: '2026-11-01', p_to: '2026-11-30' }),
    results: resultsOf('401 4 1 403 403 2 403 403 403'),
    count: field('untimed'),
  },
  machine_report: {
    args: () => ({ p_from: '2026-11-01', p_to: '2026-11-30' }),
    results: resultsOf('401 2 2 403 403 2 403 403 403'),
    count: rows,
  },
  owed_report: {
    args: () => ({ p_today: '2026-11-20' }),
    // One invoice, and one from before.
    results: resultsOf('401 2 2 403 403 2 403 403 403'),
    count: field('invoices'),
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
