// A silage day of the demonstration account: one job of several lines with its people, machines, fields and materials, and
// the customer's signature under its docket. Logged with the function that the app calls.
import { createHash } from 'node:crypto';
import { DEMO_CUSTOMERS } from './customers.ts';
import { daysAfter, demoId } from './works.ts';
import type { Sql } from '../database/sql.ts';

const CUSTOMER = 'Tŷ Gwyn';
const SIGNED_BY = 'Siân Powell';
/** Drawn with a finger in the box of the app's dialog. */
const SIGNATURE =
  'M62 118L70 96L84 78L98 74L104 84L96 98L82 108L76 120L84 130L100 126L118 108M126 104L124 124L132 128L146 112M150 110L148 128L160 112L172 108L176 126L188 116M204 66L198 98L194 132M204 66L222 62L232 74L224 90L206 98M238 108L232 124L242 130L256 116L248 106L238 108L262 126L278 104L284 124L298 106L304 124L322 110';
const DAYS_AGO = 5;

const GANG_MACHINES = ['JD 6155R', 'Case Puma 165', 'JCB 541', 'Silage trailer 1', 'Silage trailer 2'] as const;
const CASUALS = ['Carl Beddoes', 'Dai Pugh', 'Meg Price', 'Tom Lewis'] as const;
const MINUTES = 450;
const MACHINE_HOURS = 6;

const part = (n: number) => demoId('9', 90_000 + n);
const JOB = part(0);

type Field = { id: string; name: string; area_ha: number };

/** The job in the form of `log_job`. */
function silageJob(
  day: string,
  people: readonly { person_id: string | null; name: string }[],
  fields: readonly Field[],
) {
  // In hundredths of a hectare, as the areas are stored: a sum of decimal fractions is not exact.
  const hectares = fields.reduce((sum, { area_ha }) => sum + Math.round(area_ha * 100), 0) / 100;
  const line = (
    at: number,
    task_name: string,
    chargeable_unit: string,
    quantity: number,
    rate: number,
    notes?: string,
  ) => ({
    ...{ id: part(at), customer: CUSTOMER, task_name, chargeable_unit, quantity, rate },
    ...{ customer_id: demoId('c', 1 + DEMO_CUSTOMERS.findIndex(({ name }) => name === CUSTOMER)), work_date: day },
    ...{ notes: notes ?? null },
  });
  return {
    id: JOB,
    recorded_at: `${day}T18:40:00Z`,
    lines: [
      line(0, 'Forage harvesting', 'hour', 6, 312.4, 'Good going, dry by ten.'),
      line(1, 'Mowing', 'hectare', hectares, 28.4),
      line(2, 'Silage carting', 'hour', 12, 54),
      line(3, 'Buckraking', 'hour', 5.5, 45.5),
    ],
    people: people.map((one, at) => ({ ...one, id: part(10 + at), minutes: MINUTES })),
    machines: GANG_MACHINES.map((name, at) => ({ name, id: part(20 + at), implement: false, hours: MACHINE_HOURS })),
    fields: fields.map(({ id, area_ha }, at) => ({ id: part(30 + at), field_id: id, area_ha, part: null })),
    materials: [
      {
        id: part(40),
        product: 'Silage additive',
        quantity: 14,
        unit: 'litres',
        batch: 'SA2207',
        unit_price: 21.35,
        unit_cost: 16.8,
      },
      { id: part(41), product: 'Clamp sheet', quantity: 2, unit: 'each', batch: null, unit_price: null, unit_cost: 88 },
    ],
    activities: [],
  };
}
type SilageJob = ReturnType<typeof silageJob>;

/** What the customer signed, without prices: the same text as `docketContent` of the app (src/domain/works/docket.ts). */
function signedText(
  { lines, people, machines, fields, materials }: SilageJob,
  names: ReadonlyMap<string, string>,
): string {
  const charged = materials.filter(({ unit_price }) => unit_price !== null);
  const sorted = (rows: readonly unknown[][]) => rows.map((row) => JSON.stringify(row)).toSorted();
  return JSON.stringify({
    customer: CUSTOMER.toLowerCase(),
    date: lines[0]?.work_date,
    lines: [
      ...lines.map((one) => [one.task_name, null, one.chargeable_unit, one.quantity, null, null, 0, one.notes]),
      ...charged.map((one) => [one.product, `${one.unit}, ${one.batch}`, 'each', one.quantity, null, null, 0, null]),
    ],
    people: sorted(people.map(({ name, minutes }) => [name, minutes])),
    machines: sorted(machines.map(({ name, hours }) => [name, hours])),
    fields: sorted(fields.map((one) => [names.get(one.field_id), one.area_ha, one.part])),
    materials: sorted(
      materials.filter((one) => !charged.includes(one)).map((one) => [one.product, one.quantity, one.unit, one.batch]),
    ),
  });
}

/** `ids` and `names`: owner, driver, second driver. Call it after adding fields, machines and the costs of an hour. */
export async function demoSilageDay(sql: Sql, ids: readonly string[], names: readonly string[], today: string) {
  const [owner] = ids;
  const fields = (
    await sql.query(
      `select id, name, area_ha::float8 as area_ha from public.fields
       where user_id = $1 and customer = $2 and land_use in ('permanent_grass', 'temporary_grass') and archived_on is null order by id`,
      [owner, CUSTOMER],
    )
  ).map((row) => ({ id: String(row['id']), name: String(row['name']), area_ha: Number(row['area_ha']) }));
  const people = [
    ...[1, 2].map((at) => ({ person_id: ids[at] ?? null, name: names[at] ?? '' })),
    ...CASUALS.map((name) => ({ person_id: null, name })),
  ];
  const day = daysAfter(today, -DAYS_AGO);
  const job = silageJob(day, people, fields);
  // The public functions use the signed-in user; for this transaction that is the owner.
  await sql.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: owner })]);
  await sql.query(
    `select public.log_job(jsonb_set($2::jsonb, '{machines}', (
       select jsonb_agg((one.value - 'name') || jsonb_build_object('machine_id', m.id) order by one.place)
       from jsonb_array_elements($2::jsonb -> 'machines') with ordinality one (value, place)
       join public.machines m on m.user_id = $1 and m.name = one.value ->> 'name')))`,
    [owner, JSON.stringify(job)],
  );
  await sql.query(
    `insert into public.job_signoffs (user_id, id, job_id, signed_name, signature, signed_at, content_hash)
     values ($1, $2, $3, $4, $5, ($6::date + time '18:45') at time zone 'Europe/London', $7)`,
    [
      ...[owner, part(50), JOB, SIGNED_BY, SIGNATURE, day],
      createHash('sha256')
        .update(signedText(job, new Map(fields.map(({ id, name }) => [id, name]))))
        .digest('hex'),
    ],
  );
  await sql.query(`select set_config('request.jwt.claims', '', true)`);
}
