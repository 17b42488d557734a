// The slurry stores of the demonstration account, the levels read at them today and two weeks ago, and slurry and manure
// that left the farm or came to it.
import { daysAfter, demoId } from './works.ts';
import type { Sql } from '../database/sql.ts';

const STORES = [
  { name: 'Slatted tank', shape: 'rect', covered: true, length_m: 40, width_m: 5, depth_m: 2.4, diameter_m: null },
  { name: 'Round store', shape: 'circular', covered: false, length_m: null, width_m: null, depth_m: 3, diameter_m: 12 },
] as const;
/** Metres of slurry, by store: two weeks ago and today. */
const LEVELS = [
  [0.92, 1.35],
  [1.35, 1.8],
] as const;
const TWO_WEEKS = 14;

/** [days ago, direction, other farm, quantity]: slurry that leaves is in m³, manure that comes in t. */
const MOVEMENTS = [
  [40, 'export', 'Upper Farm', 96],
  [12, 'export', 'Upper Farm', 84],
  [5, 'import', 'Poplar Poultry', 18],
] as const;

async function demoMovements(sql: Sql, owner: string, today: string) {
  const movements = MOVEMENTS.map(([ago, direction, other_name, quantity]) => ({
    ...{ moved_on: daysAfter(today, -ago), direction, other_name, quantity },
    ...(direction === 'export'
      ? { manure: 'cattle_slurry', manure_name: 'Cattle slurry (6% DM)', unit: 'm3', n_per_unit: 2.6, p_per_unit: 1.2 }
      : {
          manure: 'poultry_manure',
          manure_name: 'Poultry manure (60% DM)',
          unit: 't',
          n_per_unit: 28,
          p_per_unit: 17,
        }),
  }));
  await sql.query(
    `insert into public.manure_movements (user_id, moved_on, direction, regime, manure, manure_name, quantity, unit, other_name,
       transporter_name, n_per_unit, p_per_unit, p_form, content_from, created_by)
     select $1, moved_on, direction, 'eng-nvz', manure, manure_name, quantity, unit, other_name, 'Headland Contracting',
       n_per_unit, p_per_unit, 'P2O5', 'table', $1
     from jsonb_to_recordset($2::jsonb) as m (moved_on date, direction text, manure text, manure_name text, quantity numeric,
       unit text, other_name text, n_per_unit numeric, p_per_unit numeric)`,
    [owner, JSON.stringify(movements)],
  );
}

export async function demoSlurry(sql: Sql, owner: string, today: string) {
  const stores = STORES.map((store, n) => ({ ...store, id: demoId('f', n + 1) }));
  await sql.query(
    `insert into public.slurry_stores (user_id, id, name, shape, covered, length_m, width_m, depth_m, diameter_m, created_by)
     select $1, id, name, shape, covered, length_m, width_m, depth_m, diameter_m, $1
     from jsonb_to_recordset($2::jsonb) as s (id uuid, name text, shape text, covered boolean, length_m numeric,
       width_m numeric, depth_m numeric, diameter_m numeric)`,
    [owner, JSON.stringify(stores)],
  );
  const levels = LEVELS.flatMap(([before, now], n) => [
    { store_id: demoId('f', n + 1), amount: before, read_on: daysAfter(today, -TWO_WEEKS) },
    { store_id: demoId('f', n + 1), amount: now, read_on: today },
  ]);
  await sql.query(
    `insert into public.slurry_levels (user_id, store_id, read_on, how, amount, created_by)
     select $1, store_id, read_on, 'depth', amount, $1
     from jsonb_to_recordset($2::jsonb) as l (store_id uuid, read_on date, amount numeric)`,
    [owner, JSON.stringify(levels)],
  );
  await demoMovements(sql, owner, today);
}
