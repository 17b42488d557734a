// The slurry stores of the demonstration account, and the levels read at them today and two weeks ago.
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
}
