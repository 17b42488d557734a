// What is granted to the signed-in role: tables, columns and functions, by name. Nothing else is. The verbs and the
// functions follow from the access table and the function table, and the columns of records from src/records.
import { DECLARATIONS } from '@tests/support/database/declarations';
import type { Grid } from './access-grid';
import { ACCESS } from './access-table';
import { FUNCTIONS } from './function-table';

/** Whether any persona gets past the grants. If all are refused, there is no grant. */
const isGranted = (cells: Readonly<Record<string, string>>) =>
  Object.values(cells).some((word) => !['401', '403', 'read'].includes(word));

type WriteVerb = 'insert' | 'update';
/** Writes that are granted on the whole table. On all other tables they are granted by column. */
const WHOLE_TABLE_WRITES: Readonly<Record<string, readonly WriteVerb[]>> = {
  // An upsert writes the key too; the policies protect it.
  invoice_settings: ['insert', 'update'],
};
const isWholeTable = (relation: string, grid: Grid, verb: keyof Grid) =>
  isGranted(grid[verb]) &&
  (verb === 'select' || verb === 'delete' || WHOLE_TABLE_WRITES[relation]?.includes(verb) === true);

/** Privileges on whole relations. */
export const TABLES = Object.fromEntries(
  Object.entries(ACCESS).map(([relation, grid]) => {
    const verbs = (['delete', 'insert', 'select', 'update'] as const).filter((verb) =>
      isWholeTable(relation, grid, verb),
    );
    return [relation, verbs.join(' ')];
  }),
);

/** The columns of a table that a person writes according to its declarations. */
const declaredColumns = (relation: string, verb: WriteVerb): string[] =>
  DECLARATIONS.filter(({ table }) => table === relation).flatMap(({ fields, kind, hasNoRecordedAt }) => [
    ...(verb === 'insert' ? ['id', 'user_id', ...(kind && !hasNoRecordedAt ? ['recorded_at'] : [])] : []),
    ...Object.values(fields)
      .filter(({ access }) => access === 'write' || access === verb)
      .map(({ column }) => column),
  ]);

/** The granted columns that src/records does not declare. */
const LISTED_COLUMNS: Readonly<Record<string, string>> = {
  'leave_terms.insert': 'user_id person_id leave_days work_days',
  'leave_terms.update': 'user_id person_id leave_days work_days',
  'farm_settings.update':
    'farm_name region time_zone area_unit week_starts employees_see_rates employees_see_all_works ' +
    'billing_increment_min overtime_after_week_min overtime_after_day_min in_nvz nitrates_zone herd_number sbi cph ' +
    'time_locked_until asks_business asks_prices asks_first_job leave_days leave_month work_days',
  'machine_costs.update': 'purchase_price hourly_cost',
  'note_titles.insert': 'id user_id title sort',
  'note_titles.update': 'title sort active',
  'gangs.insert': 'id user_id name people machines',
  'gangs.update': 'name people machines',
  'job_costs.insert': 'id user_id job_id kind cost',
  'job_costs.update': 'cost',
  'job_fields.insert': 'id user_id job_id field_id area_ha part',
  'job_fields.update': 'area_ha part',
  'job_machines.insert': 'id user_id job_id machine_id implement hours meter_end fuel_l',
  'job_machines.update': 'implement hours fuel_l',
  'job_materials.insert': 'id user_id job_id product quantity unit batch work_id',
  'job_materials.update': 'product quantity unit batch',
  'job_people.insert': 'id user_id job_id person_id name minutes start_time finish_time breaks task',
  'job_people.update': 'person_id name minutes start_time finish_time breaks task',
  'opening_balances.update': 'paid_on',
  'people_costs.insert': 'id user_id person_id name hourly_cost valid_from',
  'people_costs.update': 'hourly_cost valid_from',
  'prices.insert': 'id user_id task_id customer_id chargeable_unit rate valid_from valid_to',
  'prices.update': 'rate valid_from valid_to',
  'profiles.update': 'first_name last_name avatar_url phone',
  'saved_filters.insert': 'id user_id screen name query',
  'saved_filters.update': 'name query',
  'service_costs.update': 'parts_cost labour_cost external_cost',
  // Columns of declared tables that the app does not write itself.
  'attachments.insert': 'caption',
  'diary_events.insert': 'all_day',
  'diary_events.update': 'all_day',
  'tasks.insert': 'sort',
  'tasks.update': 'sort',
  // May be sent, as the spec requires, but is recalculated, like total_value and created_by_name.
  'works.insert': 'total_time',
};

const grantedColumns = (relation: string, verb: WriteVerb): string[] => {
  const listed = LISTED_COLUMNS[`${relation}.${verb}`]?.split(' ') ?? [];
  return [...new Set([...declaredColumns(relation, verb), ...listed])];
};

/** The columns of a table that a person may insert or update: 'notes.insert'. */
export const COLUMNS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(ACCESS).flatMap(([relation, grid]) =>
    (['insert', 'update'] as const)
      .filter((verb) => isGranted(grid[verb]) && !isWholeTable(relation, grid, verb))
      .map((verb) => [`${relation}.${verb}`, grantedColumns(relation, verb)]),
  ),
);

/** Functions of the private schema that the signed-in role can run, and why. None can be called through the API. */
export const PRIVATE: Record<string, string> = {
  account_id: 'policies',
  before_request: 'the API, before each request',
  farm_day: 'policies',
  can_write: 'policies',
  in_demo: 'policies of every bucket',
  is_admin: 'policies',
  holder_account: 'functions that run as the person; it refuses everyone but the account holder',
  refuse_lapsed: 'functions that run as the person',
  own_billing: 'billing_state; returns a row to the account holder only',
  session_may_work: 'policies of rows about the person themselves',
  sees_all_works: 'policies',
  sees_rates: 'policies',
  checklist_standing: 'the view of the same name',
  crew_tmr_mixes: 'the view of the same name',
  crew_meal_mixes: 'the view of the same name',
  batch_words: 'the text to search in of meal_batches, computed as the person who writes the row',
  folded: 'the text to search in of works, meal batches and the register, computed as the person who writes or reads',
  reads_note: 'policies of photos',
  is_filed: 'policies of photos',
  may_add_photo: 'policies of photos',
  sends_photo: 'policies of photos',
  reads_document: 'policies of documents',
  may_store_document: 'policies of documents',
  document_extension: 'checks of documents, which run as the person who writes the row',
  photo_problem: 'photo_refusal, which runs as the person',
  has_room: 'policies of every bucket',
  takes_restored_file: 'policy of restored files',
  takes_back_files: 'policy of restored files',
  no_room: "photo_refusal, which runs as the person; reads the person's own account only",
  crew_customers: 'the view of the same name',
  clean_name: "profiles' trigger, which runs as the person",
  holder_of_account: "account_holder; reads the person's own account only",
  people_of_crew: "crew_people; reads the person's own crew only",
  crew_signoffs: 'the view of the same name',
  crew_tasks: 'the view of the same name',
  crew_works: 'the view of the same name',
  charged_minutes: "works' update trigger, which runs as the person",
  check_work: "works' update trigger",
  customer_for: "works' update trigger; it refuses another account",
  name_words: "customers' index and trigger, which run as the person who writes the row",
  customer_alike: "customers' update trigger; reads only rows that the person may read",
  refuse_customer_alike: "customers' update trigger",
  customer_name: "recent_jobs, which runs as the person; reads the person's own account only",
  own_jobs: 'policies of the parts of a job',
  refuse_split_job: "works' trigger that keeps a job together, which runs as the person",
  earlier_job: "log_job, which runs as the person; reads the person's own account only",
  keep_job: "log_job, which runs as the person; writes the person's own account only",
  job_list: 'log_job, which runs as the person',
  are_plain_jobs: 'log_day_sheet, which runs as the person',
  lock_new_jobs: "log_day_sheet, which runs as the person; reads the person's own account only",
  keep_plain_jobs: "log_day_sheet, which runs as the person; writes the person's own account only",
  lock_job: 'change_job, which runs as the person; it refuses those who may not change the job',
  leaves_lines: 'delete_job, which runs as the person; it refuses another account',
  refuse_partly_invoiced: "delete_job and works' delete trigger, which run as the person",
  line_value: "works' update trigger",
  one_text: 'the text to search in of works, computed as the person who writes the row',
  local_instant: 'work_minutes',
  price_clashes: 'merge_preview, which runs as the person',
  refuse_if: "works' update trigger",
  refuse_if_locked: "works' update and delete triggers",
  are_questions: 'the checks of checklists, which run as the person who writes the row',
  are_parts: 'the checks of services, which run as the person who writes the row',
  is_flat: 'checks of JSON columns, which run as the person who writes the row',
  is_boundary: 'checks of outlines of fields',
  most_positions: 'is_boundary',
  is_list_of: 'checks of JSON columns',
  is_list_of_objects: 'checks of JSON columns, and the price functions',
  is_object_of: 'is_list_of',
  json_kind: 'is_object_of',
  shaped_breaks: "time_entries' update trigger, which runs as the person",
  ended_breaks: "time_entries' update trigger, which runs as the person",
  lock_clocks: "time_entries' statement trigger",
  open_shift: "time_entries' update trigger",
  overlapping: "time_entries' update trigger",
  shift_words: "time_entries' update trigger",
  time_closed: "time_entries' update and delete triggers",
  timed: "time_entries' update trigger",
  unpaid_minutes: "time_entries' update trigger",
  whole_minutes: "time_entries' update trigger",
  work_minutes: "works' update trigger",
  repriced: 'reprice_preview and reprice_works, which run as the person',
};

/** Functions of the API that a signed-in person can run. */
export const PUBLIC = Object.keys(FUNCTIONS)
  .filter((name) => isGranted(FUNCTIONS[name]?.results ?? {}))
  .sort();
