// The compliance list of the demonstration account, as for a mixed farm in England inside an NVZ: items that are done,
// due soon and overdue, and the certificates of the crew.
import { daysAfter, demoId } from './works.ts';
import type { Sql } from '../database/sql.ts';

const YEAR_DAYS = 365;

/** The next 30 April: the annual NVZ records are due on this date by law. */
const nextApril = (today: string) => {
  const year = Number(today.slice(0, 4));
  return `${today <= `${year}-04-30` ? year : year + 1}-04-30`;
};

type DemoItem = {
  duty: string | null;
  title: string;
  category: string;
  required_by: string;
  recurrence: string;
  recurrence_anchor: 'due_date' | 'done_date';
  due_on: string | null;
  auto_source?: string;
  keep_months?: number;
  not_applicable_reason?: string;
  /** Days since it was done, with its evidence. */
  done?: readonly (readonly [daysAgo: number, by: string, note: string, reference: string | null])[];
};

const item = (
  [duty, title]: readonly [string | null, string],
  [category, required_by]: readonly [string, string],
  [recurrence, recurrence_anchor, due_on]: readonly [string, DemoItem['recurrence_anchor'], string | null],
  more: Pick<DemoItem, 'auto_source' | 'keep_months' | 'not_applicable_reason' | 'done'> = {},
): DemoItem => ({ duty, title, category, required_by, recurrence, recurrence_anchor, due_on, ...more });

const itemsOf = (today: string, holder: string): readonly DemoItem[] => [
  item(
    ['nvz_annual', 'Annual NVZ records: nitrogen produced, housed stock, heaps'],
    ['nutrients', 'law'],
    ['annual', 'due_date', nextApril(today)],
    { auto_source: 'nutrient_year', keep_months: 60 },
  ),
  item(['nvz_risk_map', 'Spreading risk map'], ['nutrients', 'law'], ['none', 'done_date', null], {
    ...{ keep_months: 60, done: [[412, holder, 'Map of 3 October, copy in the office and in the tanker', null]] },
  }),
  item(['nvz_storage_calc', 'Storage capacity calculation'], ['nutrients', 'law'], ['none', 'done_date', null], {
    ...{ auto_source: 'slurry_storage', keep_months: 60 },
  }),
  item(
    ['frfw_soil_test', 'Soil tests and plan for each application (Farming Rules for Water)'],
    ['soil', 'law'],
    ['5y', 'done_date', null],
    { auto_source: 'soil_tests' },
  ),
  item(['ppp_application', 'Plant protection product (spray) record'], ['sprays', 'law'], ['none', 'done_date', null], {
    ...{ auto_source: 'spray_records', keep_months: 36 },
  }),
  item(['ppp_store', 'Pesticide store check and stocklist'], ['sprays', 'law'], ['annual', 'done_date', null], {
    done: [[352, holder, 'Store checked, stocklist printed, two old cans handed in', null]],
  }),
  item(['sprayer_test', 'Sprayer test (NSTS)'], ['machinery', 'law'], ['3y', 'done_date', null], {
    auto_source: 'sprayer_test_due',
  }),
  item(
    ['loler', 'LOLER thorough examination (telehandler, loader, fork-lift, chains, attachments)'],
    ['machinery', 'law'],
    ['annual', 'done_date', null],
    { auto_source: 'loler_due' },
  ),
  item(['cattle_register', 'Cattle holding register'], ['livestock', 'law'], ['none', 'done_date', null], {
    ...{ keep_months: 120, done: [[24, holder, 'Checked against BCMS, all tags agree', null]] },
  }),
  item(['medicine_use', 'Veterinary medicine: administration'], ['medicines', 'law'], ['none', 'done_date', null], {
    ...{ keep_months: 60, done: [[9, holder, 'Medicine book up to page 41', null]] },
  }),
  item(
    ['health_plan', 'Animal health plan and vet review'],
    ['livestock', 'assurance'],
    ['annual', 'done_date', null],
    {
      done: [[YEAR_DAYS + 12, 'Severn Vets', 'Reviewed and signed', 'HP-2025']],
    },
  ),
  item(['farm_map', 'Farm map'], ['food_assurance', 'assurance'], ['annual', 'done_date', null], {
    done: [[160, holder, 'New silage clamp drawn in', null]],
  }),
  item(
    ['emergency_plan', 'Contingency / emergency plan'],
    ['food_assurance', 'assurance'],
    ['annual', 'done_date', null],
    { done: [[160, holder, 'Numbers checked, copy on the dairy wall', null]] },
  ),
  item(['safety_risk', 'Health and safety risk assessment'], ['people', 'law'], ['annual', 'done_date', null], {
    done: [[290, holder, 'Went through it with both drivers', null]],
  }),
  item([null, 'Fire extinguishers serviced'], ['people', 'own'], ['annual', 'due_date', daysAfter(today, 47)], {
    done: [[318, 'Malvern Fire Services', 'Six extinguishers', 'MF 20418']],
  }),
  item(
    ['intensive_np', 'Nitrogen and phosphorus report, permitted pigs and poultry'],
    ['nutrients', 'law'],
    ['annual', 'due_date', null],
    { not_applicable_reason: 'No pigs and no poultry' },
  ),
];

/** [name, holder as an index into the people or null for the farm, number, days until it expires or null for never]. */
const CERTIFICATES = [
  ['Employers’ liability insurance', null, 'NFU 4471902', 96],
  ['PA1 Foundation: safe use of pesticides', 1, '0348812', null],
  ['PA2a Boom sprayer (mounted, trailed, self-propelled)', 1, '0348812', null],
  ['NRoSO National Register of Sprayer Operators (CPD)', 1, '72113', 38],
  ['Telehandler', 1, 'NPORS 88214', 410],
  ['Telehandler', 2, 'NPORS 90127', -6],
  ['First aid at work', 0, 'FA 5521', 233],
] as const;

export async function demoCompliance(sql: Sql, people: readonly string[], holder: string, today: string) {
  const [owner] = people;
  const rows = itemsOf(today, holder).map((one, n) => ({ ...one, id: demoId('5', n + 1) }));
  await sql.query(
    `insert into public.compliance_items (user_id, id, duty, title, category, required_by, recurrence, recurrence_anchor,
       due_on, auto_source, keep_months, not_applicable_reason, created_by)
     select $1, id, duty, title, category, required_by, recurrence, recurrence_anchor, due_on, auto_source, keep_months,
       not_applicable_reason, $1
     from jsonb_to_recordset($2::jsonb) as i (id uuid, duty text, title text, category text, required_by text,
       recurrence text, recurrence_anchor text, due_on date, auto_source text, keep_months int,
       not_applicable_reason text)`,
    [owner, JSON.stringify(rows)],
  );
  const done = rows.flatMap(({ id, done: times = [] }) =>
    times.map(([daysAgo, done_by, note, reference_no]) => ({
      ...{ item_id: id, done_on: daysAfter(today, -daysAgo), done_by, note, reference_no },
    })),
  );
  await sql.query(
    `insert into public.compliance_completions (user_id, item_id, done_on, done_by, note, reference_no, created_by,
       created_at)
     select $1, item_id, done_on, done_by, note, reference_no, $1, done_on + time '18:00'
     from jsonb_to_recordset($2::jsonb) as d (item_id uuid, done_on date, done_by text, note text, reference_no text)`,
    [owner, JSON.stringify(done)],
  );
  const certificates = CERTIFICATES.map(([name, person, number, days]) => ({
    ...{ name, number, person_id: person === null ? null : (people[person] ?? null) },
    expires_on: days === null ? null : daysAfter(today, days),
  }));
  await sql.query(
    `insert into public.certificates (user_id, name, person_id, number, expires_on, created_by)
     select $1, name, person_id, number, expires_on, $1
     from jsonb_to_recordset($2::jsonb) as c (name text, person_id uuid, number text, expires_on date)`,
    [owner, JSON.stringify(certificates)],
  );
}
