// Where the access tests find the rows of each persona.
import type { Person } from '../embedded/backend';
import {
  ACCOUNT_OF,
  ACCOUNT_OF_ROWS,
  checklistId,
  deviceId,
  eventId,
  HOLDERS,
  INVITE_OF_ACCOUNT,
  MAKERS,
  messageId,
  PERSONAS,
  fieldId,
  jobPartId,
  rationId,
  requestId,
  rowId,
  shiftId,
  type FixtureRow,
  type SignedIn,
} from './persona-ids';

/** The rows that `addMakerRows` and `addHolderRows` of personas.ts insert, by the key that a request uses for them. */
export function fixedRowsOf(people: Record<SignedIn, Person>): Record<string, FixtureRow[]> {
  const rowsOfMakers = (table: number | string): FixtureRow[] =>
    MAKERS.map((maker) => ({ account: ACCOUNT_OF_ROWS[maker], maker, key: { id: rowId(table, maker) } }));
  const rowsOfHolders = (key: (holder: (typeof HOLDERS)[number]) => Record<string, string>): FixtureRow[] =>
    HOLDERS.map((holder) => ({ account: holder, maker: holder, key: key(holder) }));
  const perAccount = rowsOfHolders((holder) => ({ user_id: people[holder].id }));
  const completed = MAKERS.map((maker) => ({ account: ACCOUNT_OF_ROWS[maker], maker, key: checklistId(2, maker) }));
  const partsOf = (part: number) =>
    MAKERS.map((maker) => ({ account: ACCOUNT_OF_ROWS[maker], maker, key: { id: jobPartId(part, maker) } }));
  return {
    people_costs: rowsOfHolders((holder) => ({ id: jobPartId(6, holder) })),
    job_people: partsOf(1),
    job_machines: partsOf(2),
    job_fields: partsOf(3),
    job_materials: partsOf(4),
    job_signoffs: partsOf(5),
    crew_signoffs: partsOf(5),
    gangs: partsOf(7),
    profiles: PERSONAS.filter((name) => name !== 'K').map((maker) => ({
      account: ACCOUNT_OF[maker],
      maker,
      key: { id: people[maker].id },
    })),
    farm_people: MAKERS.map((maker) => ({
      account: ACCOUNT_OF_ROWS[maker],
      maker,
      key: { user_id: people[ACCOUNT_OF_ROWS[maker]].id, person_id: people[maker].id },
    })),
    farm_settings: perAccount,
    invoice_settings: perAccount,
    audit_log: perAccount,
    employee_invites: rowsOfHolders((holder) => ({ id: INVITE_OF_ACCOUNT[holder] })),
    invoices: [4, 7].flatMap((document) => rowsOfHolders((holder) => ({ id: rowId(document, holder) }))),
    invoice_register: [4, 7].flatMap((document) => rowsOfHolders((holder) => ({ id: rowId(document, holder) }))),
    opening_balances: rowsOfHolders((holder) => ({ id: rowId(0, holder) })),
    invoice_mails: rowsOfHolders((holder) => ({ id: rowId(5, holder) })),
    customers: rowsOfMakers(1),
    crew_customers: rowsOfMakers(1),
    tasks: rowsOfMakers(2),
    prices: rowsOfMakers(8),
    crew_tasks: rowsOfMakers(2),
    works: rowsOfMakers(3),
    saved_filters: rowsOfMakers(9),
    attachments: rowsOfMakers(6),
    documents: rowsOfHolders((holder) => ({ id: rowId(6, holder) })),
    diary_events: MAKERS.map((maker) => ({ account: ACCOUNT_OF_ROWS[maker], maker, key: { id: eventId(maker) } })),
    absence_requests: MAKERS.map((maker) => ({
      ...{ account: ACCOUNT_OF_ROWS[maker], maker, key: { id: requestId(maker) } },
    })),
    leave_terms: MAKERS.map((maker) => ({
      account: ACCOUNT_OF_ROWS[maker],
      maker,
      key: { user_id: people[ACCOUNT_OF_ROWS[maker]].id, person_id: people[maker].id },
    })),
    time_entries: MAKERS.map((maker) => ({ account: ACCOUNT_OF_ROWS[maker], maker, key: { id: shiftId(maker) } })),
    notice_reads: rowsOfMakers('d'),
    push_subscriptions: MAKERS.map((maker) => ({
      ...{ account: ACCOUNT_OF_ROWS[maker], maker, key: { id: deviceId(maker) } },
    })),
    push_messages: MAKERS.map((maker) => ({ account: ACCOUNT_OF_ROWS[maker], maker, key: { id: messageId(maker) } })),
    checklist_templates: rowsOfHolders((holder) => ({ id: checklistId(1, holder) })),
    checklist_versions: rowsOfHolders((holder) => ({ template_id: checklistId(1, holder) })),
    checklist_completions: completed.map((row) => ({ ...row, key: { id: row.key } })),
    checklist_standing: completed.map((row) => ({ ...row, key: { completion_id: row.key } })),
    feeds: rowsOfHolders((holder) => ({ id: rationId(1, holder) })),
    tmr_mixes: rowsOfHolders((holder) => ({ id: rationId(2, holder) })),
    crew_tmr_mixes: rowsOfHolders((holder) => ({ id: rationId(2, holder) })),
    meal_mixes: rowsOfHolders((holder) => ({ id: rationId(3, holder) })),
    crew_meal_mixes: rowsOfHolders((holder) => ({ id: rationId(3, holder) })),
    notices: rowsOfHolders((holder) => ({ id: rowId('c', holder) })),
    note_titles: rowsOfHolders((holder) => ({ id: rowId('e', holder) })),
    fields: rowsOfHolders((holder) => ({ id: fieldId(1, holder) })),
    field_seasons: rowsOfHolders((holder) => ({ id: fieldId(2, holder) })),
    field_standing: rowsOfHolders((holder) => ({ field_id: fieldId(1, holder) })),
    imports: rowsOfHolders((holder) => ({ id: rowId(0, holder) })),
    machines: rowsOfHolders((holder) => ({ id: rowId(0, holder) })),
    // The database adds these rows with those of machines and services (addOtherRows).
    machine_costs: rowsOfHolders((holder) => ({ id: rowId(0, holder) })),
    machine_use: rowsOfHolders((holder) => ({ id: rowId(0, holder) })),
    service_costs: rowsOfMakers(0),
    crew_works: rowsOfMakers(3),
    listed_works: rowsOfMakers(3),
  };
}
