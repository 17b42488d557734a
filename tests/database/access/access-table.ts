// Who may do what with each table and view (more of them in access-farm.ts; functions in function-table.ts). A table or
// view of the public schema that is missing fails the tests. access-grid.ts explains the columns and words.
import {
  CHECKLIST,
  CHECKLIST_ITEMS,
  PRICED_TASK,
  READ_NOTICE,
  photoOf,
  rowId,
  WORK_OF_ACCOUNT,
} from '@tests/support/database/persona-ids';
import { FARM_ACCESS, FARM_BODIES } from './access-farm';
import { NEW_ID, namedRow, NO_WRITE, parseGrid, READ_ONLY, type Bodies, type Body, type Grid } from './access-grid';

export const ACCESS: Record<string, Grid> = {
  //        K   A1   A2   E1   E1b  L    EL   R    U
  profiles: parseGrid(`
    select  401 oc   o    o    o    oc   o    o    o
    insert  401 403  403  403  403  403  403  403  403
    update  401 o    o    o    o    o    o    o    o
    delete  401 403  403  403  403  403  403  403  403`),
  farm_people: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none ${NO_WRITE}`),
  farm_settings: parseGrid(`
    select  401 o    o    h    h    o    h    none none
    insert  401 403  403  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 403  403  403  403  403  403  403  403`),
  customers: parseGrid(`
    select  401 oc   o    none none oc   none none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 oc   o    none none none none none none
    delete  401 oc   o    none none none none none none`),
  tasks: parseGrid(`
    select  401 oc   o    none none oc   none none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 oc   o    none none none none none none
    delete  401 oc   o    none none none none none none`),
  prices: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 oc   o    none none none none none none
    delete  401 oc   o    none none none none none none`),
  works: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 oc   o    o    o    none none none none
    delete  401 oc   o    o    o    none none none none`),
  invoice_settings: parseGrid(`
    select  401 o    o    none none o    none none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 403  403  403  403  403  403  403  403`),
  invoices: parseGrid(`
    select  401 o    o    none none o    none none none ${NO_WRITE}`),
  opening_balances: parseGrid(`
    select  401 o    o    none none o    none none none
    insert  401 403  403  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 o    o    none none none none none none`),
  invoice_mails: parseGrid(`
    select  401 o    o    none none o    none none none ${NO_WRITE}`),
  saved_filters: parseGrid(`
    select  401 o    o    o    o    o    o    none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 o    o    o    o    none none none none
    delete  401 o    o    o    o    none none none none`),
  attachments: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 403  403  403  403  403  403  403  403
    delete  401 oc   o    o    o    none none none none`),
  notes: parseGrid(`
    select  401 oc   o    o    o    oc   o    none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 oc   o    o    o    none none none none
    delete  401 oc   o    none none none none none none`),
  notices: parseGrid(`
    select  401 o    o    h    h    o    h    none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 o    o    none none none none none none`),
  notice_reads: parseGrid(`
    select  401 oc   o    o    o    oc   o    none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 403  403  403  403  403  403  403  403
    delete  401 403  403  403  403  403  403  403  403`),
  note_titles: parseGrid(`
    select  401 o    o    h    h    o    h    none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 403  403  403  403  403  403  403  403`),
  diary_events: parseGrid(`
    select  401 oc   o    o    o    oc   o    none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 oc   o    o    o    none none none none
    delete  401 oc   o    none none none none none none`),
  absence_requests: parseGrid(`
    select  401 oc   o    o    o    oc   o    none none
    insert  401 403  403  own  own  403  403  403  403
    update  401 oc   o    none none none none none none
    delete  401 o    o    o    o    none none none none`),
  leave_terms: parseGrid(`
    select  401 oc   o    o    o    oc   o    none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 oc   o    none none none none none none
    delete  401 403  403  403  403  403  403  403  403`),
  checklist_templates: parseGrid(`
    select  401 o    o    h    h    o    h    none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 403  403  403  403  403  403  403  403`),
  checklist_versions: parseGrid(`
    select  401 o    o    none none o    none none none ${NO_WRITE}`),
  checklist_completions: parseGrid(`
    select  401 oc   o    o    o    oc   o    none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 403  403  403  403  403  403  403  403
    delete  401 403  403  403  403  403  403  403  403`),
  checklist_standing: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none ${READ_ONLY}`),
  time_entries: parseGrid(`
    select  401 oc   o    o    o    oc   o    none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 oc   o    o    o    none none none none
    delete  401 oc   o    o    o    none none none none`),
  audit_log: parseGrid(`
    select  401 o    o    none none o    none none none ${NO_WRITE}`),
  employee_invites: parseGrid(`
    select  401 o    o    none none o    none none none ${NO_WRITE}`),
  crew_customers: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none ${READ_ONLY}`),
  crew_tasks: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none ${READ_ONLY}`),
  crew_works: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none ${READ_ONLY}`),
  listed_works: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none ${READ_ONLY}`),
  invoice_register: parseGrid(`
    select  401 o    o    none none o    none none none ${NO_WRITE}`),
  push_subscriptions: parseGrid(`
    select  401 o    o    o    o    o    o    none none
    insert  401 403  403  403  403  403  403  403  403
    update  401 403  403  403  403  403  403  403  403
    delete  401 o    o    o    o    o    o    none none`),
  push_messages: parseGrid(`
    select  401 o    o    o    o    o    o    none none ${NO_WRITE}`),
  ...FARM_ACCESS,
};

const workRow = (user_id: string): Body => ({
  id: NEW_ID,
  user_id,
  customer: 'Written by the matrix',
  task_name: 'Baling',
  chargeable_unit: 'bale',
  rate: 1,
  quantity: 1,
  work_date: '2026-11-03',
});

export const BODIES: Bodies = {
  profiles: { add: (id) => ({ id, role: 'admin' }), change: { phone: '07700 900123' } },
  farm_people: { add: (user_id) => ({ user_id, person_id: user_id, name: 'Changed' }), change: { name: 'Changed' } },
  farm_settings: { add: (user_id) => ({ user_id }), change: { farm_name: 'Changed' } },
  customers: { add: namedRow, change: { town: 'Changed' } },
  crew_customers: { add: namedRow, change: { town: 'Changed' } },
  tasks: { add: namedRow, change: { description: 'Changed' } },
  crew_tasks: { add: namedRow, change: { description: 'Changed' } },
  prices: {
    add: (user_id) => ({
      id: NEW_ID,
      user_id,
      task_id: PRICED_TASK,
      chargeable_unit: 'acre',
      rate: 1,
      valid_from: '2026-03-01',
    }),
    change: { rate: 77 },
  },
  works: { add: workRow, change: { notes: 'Changed' } },
  attachments: {
    // Personas without an account have no entry: they use an id that does not exist.
    add: (user_id) => photoOf(user_id, WORK_OF_ACCOUNT.get(user_id) ?? NEW_ID, NEW_ID),
    change: { caption: 'Changed' },
  },
  notes: {
    add: (user_id) => ({ id: NEW_ID, user_id, title: 'General', body: 'Gate left open', note_date: '2026-11-03' }),
    change: { body: 'Changed' },
  },
  notices: { add: (user_id) => ({ id: NEW_ID, user_id, title: 'Bridge closed' }), change: { title: 'Changed' } },
  notice_reads: {
    add: (user_id) => ({ id: NEW_ID, user_id, notice_id: READ_NOTICE, edition: 1, acknowledged: true }),
    change: { acknowledged: true },
  },
  note_titles: { add: (user_id) => ({ id: NEW_ID, user_id, title: 'Fencing' }), change: { title: 'Changed' } },
  diary_events: {
    add: (user_id) => ({
      id: NEW_ID,
      user_id,
      kind: 'job',
      title: 'First cut',
      start_date: '2026-11-03',
      end_date: '2026-11-03',
    }),
    change: { status: 'in_progress' },
  },
  absence_requests: {
    add: (user_id) => ({
      ...{ id: NEW_ID, user_id, absence_type: 'holiday', start_date: '2026-11-03', end_date: '2026-11-03' },
    }),
    // An answer would also tell the person.
    change: { answer: null },
  },
  // Each account holder has this row already, so the insert is an upsert, as in the app.
  leave_terms: {
    add: (user_id) => ({ user_id, person_id: user_id, leave_days: 20 }),
    change: { leave_days: 22.5 },
    prefer: 'resolution=merge-duplicates',
  },
  checklist_templates: {
    add: (user_id) => ({ id: NEW_ID, user_id, name: 'Written by the matrix', items: CHECKLIST_ITEMS }),
    // A changed question would also create a version.
    change: { frequency: 'weekly' },
  },
  checklist_versions: {
    add: (user_id) => ({ user_id, template_id: CHECKLIST, version: 9, name: 'X', items: [], created_by_name: 'X' }),
    change: { name: 'Changed' },
  },
  checklist_completions: {
    add: (user_id) => ({
      id: NEW_ID,
      user_id,
      template_id: CHECKLIST,
      version: 1,
      items: CHECKLIST_ITEMS,
      answers: [{ value: 'ok', comment: '', photos: [] }],
      started_at: '2026-11-03T07:00:00Z',
      completed_at: '2026-11-03T07:04:00Z',
    }),
    change: { result: 'pass' },
  },
  checklist_standing: {
    add: (user_id) => ({ user_id, template_id: CHECKLIST }),
    change: { machine: 'Changed' },
  },
  time_entries: {
    add: (user_id) => ({
      id: NEW_ID,
      user_id,
      clock_in_at: '2026-11-03T08:00:00Z',
      clock_out_at: '2026-11-03T16:00:00Z',
    }),
    // Another person's hours can be changed only with a reason.
    change: { note: 'Changed', edit_reason: 'As told by phone' },
  },
  crew_works: { add: workRow, change: { notes: 'Changed' } },
  listed_works: { add: workRow, change: { notes: 'Changed' } },
  saved_filters: {
    add: (user_id) => ({ id: NEW_ID, user_id, name: 'Other', query: 'unit=bale' }),
    change: { name: 'New' },
  },
  // Each persona's account has this row already, so the insert is an upsert, as in the app.
  invoice_settings: {
    add: (user_id) => ({ user_id, footer_text: 'Changed' }),
    change: { footer_text: 'Changed' },
    prefer: 'resolution=merge-duplicates',
  },
  invoices: { add: (user_id) => ({ id: NEW_ID, user_id, invoice_number: 'INV-1' }), change: { total: 0 } },
  opening_balances: {
    add: (user_id) => ({ id: NEW_ID, user_id, customer_id: rowId(1, 'A1'), number: 'Written by the matrix' }),
    change: { paid_on: '2026-11-20' },
  },
  invoice_mails: {
    add: (user_id) => ({
      id: NEW_ID,
      user_id,
      invoice_id: rowId(4, 'A1'),
      to_address: 'x@y.test',
      created_by_name: 'X',
    }),
    change: { state: 'delivered' },
  },
  invoice_register: { add: (user_id) => ({ id: NEW_ID, user_id, invoice_number: 'INV-1' }), change: { total: 0 } },
  employee_invites: {
    add: (user_id) => ({ id: NEW_ID, user_id, email: 'x@example.test', token_hash: 'x', expires_at: '2099-01-01' }),
    change: { expires_at: '2099-01-01' },
  },
  audit_log: { add: (user_id) => ({ user_id, table_name: 'works' }), change: { actor_name: 'Nobody' } },
  push_subscriptions: {
    add: (user_id) => ({
      ...{ id: NEW_ID, user_id, person_id: user_id, endpoint: 'https://fcm.googleapis.com/fcm/send/forged' },
      ...{ p256dh: 'A'.repeat(87), auth: 'A'.repeat(22), kinds: ['notice'] },
    }),
    change: { show_details: true },
  },
  push_messages: {
    add: (user_id) => ({
      ...{ id: NEW_ID, user_id, person_id: user_id, kind: 'notice', message_key: 'notice:1:', path: '/noticeboard' },
      title: 'Forged',
    }),
    change: { read_at: '2026-11-03T08:00:00Z' },
  },
  ...FARM_BODIES,
};

/** Tables that the database also changes when a row of the key's table is updated. */
export const CASCADE_UPDATES: Record<string, readonly string[]> = {
  // The machine's row contains its latest reading.
  machine_readings: ['public.machines'],
};

/** Tables that the database also changes when a row of the key's table is deleted. */
export const CASCADE_DELETES: Record<string, readonly string[]> = {
  machines: ['public.machine_costs'],
  // The machine's row contains its latest reading.
  machine_readings: ['public.machines'],
  service_records: ['public.service_costs'],
  tasks: ['public.prices'],
  // The entries say who did them.
  job_people: ['public.works'],
  works: [
    'public.attachments',
    'public.job_fields',
    'public.job_machines',
    'public.job_materials',
    'public.job_people',
    'public.job_signoffs',
  ],
};
