// The machines of the demonstration account, with two years of readings and services.
import { readyMadeFor } from '../../../src/domain/machinery/ready-made.ts';
import type { MachineType, MeterType } from '../../../src/domain/machinery/machine.ts';
import { daysAfter, demoId } from './works.ts';
import type { Sql } from '../database/sql.ts';

type DemoMachine = {
  name: string;
  type: MachineType;
  make: string;
  model: string;
  year: number;
  meter: MeterType;
  /** The latest reading, yesterday's, and what is counted in a quarter. */
  reading: number;
  perQuarter: number;
  price: number;
  more?: Readonly<Record<string, string | number>>;
};

const machine = (
  name: string,
  type: MachineType,
  [make, model, year]: [string, string, number],
  [meter, reading, perQuarter]: [MeterType, number, number],
  price: number,
  more: DemoMachine['more'] = {},
): DemoMachine => ({ name, type, make, model, year, meter, reading, perQuarter, price, more });

const MACHINES: readonly DemoMachine[] = [
  machine('JD 6155R', 'tractor', ['John Deere', '6155R', 2019], ['hours', 2804, 170], 89_500, {
    ...{ registration: 'PX19 KLM', engine_oil: '15W-40, 22 l', hyd_oil: 'Hy-Gard, 60 l', coolant: 'Cool-Gard II' },
    ...{ tyre_front_bar: 1.2, tyre_rear_bar: 1.1, filters: 'Engine oil RE504836\nFuel RE541922\nAir AL172780' },
  }),
  machine('Case Puma 165', 'tractor', ['Case IH', 'Puma 165', 2017], ['hours', 4120, 150], 52_000, {
    ...{ registration: 'MX17 RTB', engine_oil: '10W-40, 15 l', tyre_front_bar: 1.4, tyre_rear_bar: 1.2 },
  }),
  machine('MF 5713', 'tractor', ['Massey Ferguson', '5713', 2021], ['hours', 1265, 95], 61_200),
  machine('JCB 541', 'telehandler', ['JCB', '541-70', 2018], ['hours', 3342, 120], 58_000),
  machine('Honda quad', 'atv', ['Honda', 'TRX 520', 2022], ['km', 6210, 420], 8_400),
  machine('McHale baler', 'baler', ['McHale', 'V6750', 2020], ['bales', 28_450, 2_400], 39_000),
  machine('Krone mower', 'mower', ['Krone', 'EasyCut B 870', 2019], ['ha', 1_940, 140], 21_500, { width_m: 8.7 }),
  machine('Slurry tanker', 'slurry_tanker', ['Major', '2450 LGP', 2016], ['none', 0, 0], 17_000, {
    ...{ capacity: 11_100, capacity_unit: 'litres' },
  }),
  machine('Sprayer', 'sprayer', ['Amazone', 'UF 1801', 2018], ['ha', 5_120, 310], 26_000, {
    ...{ width_m: 24, capacity: 1_800, capacity_unit: 'litres' },
  }),
  machine('Silage trailer 1', 'trailer', ['Broughan', 'Mega Flow 20', 2017], ['none', 0, 0], 14_500),
  machine('Silage trailer 2', 'trailer', ['Broughan', 'Mega Flow 20', 2017], ['none', 0, 0], 14_500),
  machine('Pickup', 'vehicle', ['Isuzu', 'D-Max', 2020], ['miles', 61_400, 3_100], 23_500, {
    registration: 'YD70 HVN',
  }),
];

const QUARTER = 91;
const QUARTERS = 8;

/** Days from today until insurance, tax and tests expire, for the machines that have them. */
const DAYS_UNTIL_EXPIRY: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'JD 6155R': { insurance_expires: 143 },
  'Case Puma 165': { insurance_expires: 143 },
  'JCB 541': { insurance_expires: 143, loler_due: 19 },
  Sprayer: { sprayer_test_due: 212 },
  Pickup: { insurance_expires: 88, tax_expires: 41, mot_due: -2 },
};

const usualPlans = (machineType: MachineType, meterType: MeterType, currentReading: number, width: unknown) =>
  readyMadeFor(
    { machineType, meterType, currentReading, widthM: typeof width === 'number' ? width : null },
    'england',
  ).flatMap(({ plan, usual }) => (usual ? [plan] : []));

export async function demoMachinery(sql: Sql, people: readonly string[], names: readonly string[], today: string) {
  const [owner, driver] = people;
  const rows = MACHINES.map(({ type, meter, more, name, make, model, year }, n) => ({
    ...{ name, make, model, year },
    ...more,
    ...Object.fromEntries(
      Object.entries(DAYS_UNTIL_EXPIRY[name] ?? {}).map(([field, days]) => [field, daysAfter(today, days)]),
    ),
    id: demoId('7', n + 1),
    machine_type: type,
    meter_type: meter,
    purchase_date: `${year}-03-15`,
  }));
  await sql.query(
    `insert into public.machines (user_id, id, name, machine_type, make, model, year, meter_type, registration, purchase_date,
       engine_oil, hyd_oil, coolant, tyre_front_bar, tyre_rear_bar, filters, width_m, capacity, capacity_unit,
       insurance_expires, tax_expires, mot_due, loler_due, sprayer_test_due, created_by, created_by_name)
     select $1, id, name, machine_type, make, model, year, meter_type, registration, purchase_date,
       engine_oil, hyd_oil, coolant, tyre_front_bar, tyre_rear_bar, filters, width_m, capacity, capacity_unit,
       insurance_expires, tax_expires, mot_due, loler_due, sprayer_test_due, $1, $3
     from jsonb_populate_recordset(null::public.machines, $2::jsonb)`,
    [owner, JSON.stringify(rows), names[0]],
  );
  await sql.query(
    `update public.machine_costs c set purchase_price = p.price
     from jsonb_to_recordset($2::jsonb) as p (id uuid, price numeric) where c.user_id = $1 and c.id = p.id`,
    [owner, JSON.stringify(MACHINES.map(({ price }, n) => ({ id: demoId('7', n + 1), price })))],
  );
  const schedules = MACHINES.flatMap(({ type, meter, reading, more }, n) =>
    usualPlans(type, meter, reading, more?.['width_m']).map((plan, at) => ({
      id: demoId('8', n * 10 + at + 1),
      machine_id: demoId('7', n + 1),
      name: plan.name,
      interval_meter: plan.intervalMeter,
      interval_months: plan.intervalMonths,
    })),
  );
  await sql.query(
    `insert into public.service_schedules (user_id, id, machine_id, name, interval_meter, interval_months, created_by, created_by_name)
     select $1, id, machine_id, name, interval_meter, interval_months, $1, $3
     from jsonb_populate_recordset(null::public.service_schedules, $2::jsonb)`,
    [owner, JSON.stringify(schedules), names[0]],
  );
  await demoReadings(sql, [owner, driver], names, today);
  await demoServices(sql, [owner, driver], names, today, schedules);
  await sql.query(
    `insert into public.machine_defects (user_id, id, machine_id, reported_at, description, severity, created_by, created_by_name)
     values ($1, $2, $3, $6::date - interval '1 day', 'Left mirror cracked, still usable.', 'minor', $4, $5),
       ($1, $7, $8, $6::date - interval '2 days', 'Tailgate ram leaks when the door is lifted.', 'stop_soon', $4, $5)`,
    [owner, demoId('6', 1), demoId('7', 1), driver, names[1], today, demoId('6', 2), demoId('7', 10)],
  );
  await demoGang(sql, people, names);
}

/** One reading a quarter. */
async function demoReadings(sql: Sql, [, driver]: (string | undefined)[], names: readonly string[], today: string) {
  const rows = MACHINES.flatMap(({ meter, reading, perQuarter }, n) =>
    meter === 'none'
      ? []
      : Array.from({ length: QUARTERS + 1 }, (_, at) => ({
          machine_id: demoId('7', n + 1),
          reading: reading - (QUARTERS - at) * perQuarter,
          day: daysAfter(today, -(QUARTERS - at) * QUARTER - 1),
        })),
  );
  await sql.query(
    `insert into public.machine_readings (user_id, machine_id, reading, read_at, created_by, created_by_name)
     select m.user_id, r.machine_id, r.reading, (r.day + time '07:05') at time zone 'Europe/London', $2, $3
     from jsonb_to_recordset($1::jsonb) as r (machine_id uuid, reading numeric, day date)
     join public.machines m on m.id = r.machine_id
     order by r.day`,
    [JSON.stringify(rows), driver, names[1]],
  );
}

/** Services of the last two years, one or two for each schedule. */
async function demoServices(
  sql: Sql,
  [owner, driver]: (string | undefined)[],
  names: readonly string[],
  today: string,
  schedules: readonly {
    id: string;
    machine_id: string;
    name: string;
    interval_meter: number | null;
    interval_months: number | null;
  }[],
) {
  const records = schedules.flatMap(({ id, machine_id, name }, at) => {
    const place = MACHINES.findIndex((_, n) => demoId('7', n + 1) === machine_id);
    const serviced = MACHINES[place];
    if (!serviced) return [];
    // When it was done, in quarters before today. Every fifth schedule is due again soon.
    const quarters = name === 'Grease and check levels' ? [0] : at % 5 === 0 ? [7, 3.9] : [6, 2];
    return quarters.map((ago, nth) => ({
      id: demoId('9', at * 10 + nth + 1),
      machine_id,
      schedule_ids: [id],
      service_date: daysAfter(today, -Math.round(ago * QUARTER) - 2),
      // A little under the quarter's reading, which was taken the day after.
      reading:
        serviced.meter === 'none'
          ? null
          : Math.floor(
              serviced.reading -
                Math.ceil(ago) * serviced.perQuarter +
                (Math.ceil(ago) - ago) * serviced.perQuarter * 0.9,
            ) - (Number.isInteger(ago) ? 1 : 0),
      description: name,
      supplier: at % 3 === 0 ? 'Tyrrell Tractors' : null,
      parts_cost: 20 + ((at * 37) % 180),
      external_cost: at % 3 === 0 ? 95 + ((at * 53) % 400) : null,
      by: at % 2,
    }));
  });
  await sql.query(
    `insert into public.service_records (user_id, id, machine_id, schedule_ids, service_date, description, supplier, created_by, created_by_name)
     select $1, r.id, r.machine_id, r.schedule_ids, r.service_date, r.description, r.supplier,
       case r.by when 0 then $1::uuid else $3::uuid end, case r.by when 0 then $4 else $5 end
     from jsonb_to_recordset($2::jsonb) as r (id uuid, machine_id uuid, schedule_ids uuid[], service_date date, description text,
       supplier text, by integer)
     order by r.service_date`,
    [owner, JSON.stringify(records), driver, names[0], names[1]],
  );
  await sql.query(
    `update public.service_schedules s set last_done_reading = last.reading
     from (select distinct on (r.schedule) r.schedule, r.reading
           from (select one.reading, one.service_date, unnest(one.schedule_ids) as schedule
                 from jsonb_to_recordset($2::jsonb) as one (reading numeric, service_date date, schedule_ids uuid[])) r
           order by r.schedule, r.service_date desc) last
     where s.user_id = $1 and s.id = last.schedule and s.interval_meter is not null`,
    [owner, JSON.stringify(records)],
  );
  await sql.query(
    `update public.service_costs c set parts_cost = r.parts_cost, external_cost = r.external_cost
     from jsonb_to_recordset($2::jsonb) as r (id uuid, parts_cost numeric, external_cost numeric)
     where c.user_id = $1 and c.id = r.id`,
    [owner, JSON.stringify(records)],
  );
}

const GANG_MACHINES = ['JD 6155R', 'Case Puma 165', 'JCB 541', 'Silage trailer 1', 'Silage trailer 2'];
/** The two drivers of the account, and four who come for the silage and have no sign-in. */
const CASUALS = ['Carl Beddoes', 'Dai Pugh', 'Meg Price', 'Tom Lewis'];

/** The silage gang: chosen with one press in Add Work. `ids` and `names`: owner, driver, second driver. */
async function demoGang(sql: Sql, [owner, ...drivers]: readonly string[], names: readonly string[]) {
  const people = [
    ...drivers.map((person_id, at) => ({ person_id, name: names[at + 1] })),
    ...CASUALS.map((name) => ({ person_id: null, name })),
  ];
  await sql.query(
    `insert into public.gangs (user_id, id, name, people, machines)
     select $1, $2, 'Silage gang', $3, array_agg(m.id order by array_position($4::text[], m.name))
     from public.machines m where m.user_id = $1 and m.name = any ($4)`,
    [owner, demoId('6', 1), JSON.stringify(people), GANG_MACHINES],
  );
}
