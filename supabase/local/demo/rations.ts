// Feeds and mixes of the demonstration account: the ration of its milking cows, what was fed lately, and a calf meal with
// its batches. Analyses and prices are examples, not reference values.
import { daysAfter } from './works.ts';
import type { Sql } from '../database/sql.ts';

type DemoFeed = {
  name: string;
  category: string;
  dm_pct: number;
  me_mj_kg_dm: number;
  cp_pct: number;
  cost_per_t: number;
  in_stock_kg: number | null;
  source: string | null;
};
const feed = (
  name: string,
  category: string,
  [dm_pct, me_mj_kg_dm, cp_pct, cost_per_t]: readonly [number, number, number, number],
  in_stock_kg: number | null = null,
  source: string | null = null,
): DemoFeed => ({ name, category, dm_pct, me_mj_kg_dm, cp_pct, cost_per_t, in_stock_kg, source });

const FEEDS: readonly DemoFeed[] = [
  feed('Barley straw', 'forage', [86, 6.2, 4, 110], 24_000),
  feed('Minerals', 'mineral', [98, 0, 0, 650], 1850, '25 kg bags'),
  feed('Rolled barley', 'straight', [86, 13.1, 11, 195], 31_400, 'Home grown'),
  feed('Rapeseed meal', 'straight', [89, 12, 38, 265], 18_250),
  feed('Soya hulls', 'straight', [88, 11, 12, 205], 9600),
  feed('Maize silage', 'forage', [32, 11.3, 8.5, 45], null, 'Clamp 2'),
  feed('Grass silage', 'forage', [28, 10.8, 13, 38], null, 'First cut, clamp 1'),
  feed('Beet pulp', 'straight', [89, 12.5, 9.5, 225], 6000),
  feed('Molasses', 'liquid', [75, 12.7, 5.5, 240], 2400),
];
/** The kg for a head of each of the first FEEDS, which are in loading order. */
const TMR = [0.5, 0.15, 3, 2.5, 1.5, 15, 28];
/** [index in FEEDS, inclusion in %]. */
const MEAL = [
  [2, 48],
  [7, 20],
  [3, 15],
  [4, 10],
  [8, 4.5],
  [1, 2.5],
] as const;

const id = (letter: string, at: number) => `${letter}0000000-0000-4000-8000-${String(at + 1).padStart(12, '0')}`;
const feedId = (at: number) => id('e', at);
const TMR_ID = 'e1000000-0000-4000-8000-000000000001';
const MEAL_ID = 'e2000000-0000-4000-8000-000000000001';

/** A feed's values as a mix stores them. */
function feedSnapshot(at: number) {
  const one = FEEDS[at];
  if (!one) throw new Error(`There is no feed ${at}`);
  return {
    ...{ feed: feedId(at), name: one.name, category: one.category, basis: 'dm' },
    ...{ dm: one.dm_pct, me: one.me_mj_kg_dm, cp: one.cp_pct, cost: one.cost_per_t },
  };
}

/** The loaded weights for a head count. As on the load sheet, the running total is rounded to 5 kg, not each feed. */
function loadedFor(headCount: number) {
  let exact = 0;
  let last = 0;
  return TMR.map((fresh, at) => {
    exact += fresh * headCount;
    const reads = Math.round(exact / 5) * 5;
    const actual = reads - last;
    last = reads;
    return {
      feed: feedId(at),
      name: feedSnapshot(at).name,
      planned: Math.round(fresh * headCount * 1000) / 1000,
      actual,
    };
  });
}

/** `people`: the account holder first. */
export async function demoRations(sql: Sql, people: readonly string[], names: readonly string[], today: string) {
  const [owner] = people;
  await sql.query(
    `insert into public.feeds (user_id, id, name, category, dm_pct, me_mj_kg_dm, cp_pct, cost_per_t, in_stock_kg, source,
       stock_counted_at, analysis_date, created_by, created_by_name)
     select $1, f.id, f.name, f.category, f.dm_pct, f.me_mj_kg_dm, f.cp_pct, f.cost_per_t, f.in_stock_kg, f.source,
       $3::date - 30, $3::date - 40, $1, $4
     from jsonb_populate_recordset(null::public.feeds, $2::jsonb) f`,
    [owner, JSON.stringify(FEEDS.map((one, at) => ({ ...one, id: feedId(at) }))), today, names[0]],
  );
  const tmrItems = TMR.map((fresh, at) => ({
    ...feedSnapshot(at),
    ...{ order: at + 1, fresh, minutes: at === 6 ? 5 : null, note: at === 0 ? 'Chopped, on its own first' : '' },
  }));
  await sql.query(
    `insert into public.tmr_mixes (user_id, id, name, group_name, head_count, wagon_capacity_kg, target_dm_kg, valid_from,
       items, created_by, created_by_name)
     values ($1, $2, 'Milkers, winter', 'High yielders', 120, 4200, 19.5, $4::date - 21, $3::jsonb, $1, $5)`,
    [owner, TMR_ID, JSON.stringify(tmrItems), today, names[0]],
  );
  const feedings = [5, 4, 3, 2, 1].map((daysAgo, at) => ({
    id: id('d', at),
    day: daysAfter(today, -daysAgo),
    head_count: 121 - (at % 3),
    items: loadedFor(121 - (at % 3)),
    refusals_kg: [190, 175, null, 210, 160][at] ?? null,
    created_by: people[1 + (at % 2)],
    created_by_name: names[1 + (at % 2)],
  }));
  await sql.query(
    `insert into public.tmr_feedings (user_id, id, mix_id, fed_at, head_count, loads, items, refusals_kg, created_by, created_by_name)
     select $1, f.id, $2, (f.day + time '07:20') at time zone 'Europe/London', f.head_count, 2, f.items, f.refusals_kg,
       f.created_by, f.created_by_name
     from jsonb_to_recordset($3::jsonb) as f (id uuid, day date, head_count integer, items jsonb, refusals_kg numeric,
       created_by uuid, created_by_name text)`,
    [owner, TMR_ID, JSON.stringify(feedings)],
  );
  await sql.query(
    `insert into public.meal_mixes (user_id, id, name, stock_class, batch_size, batch_unit, items, created_by, created_by_name)
     values ($1, $2, 'Calf meal', 'Calves from 12 weeks', 3, 't', $3::jsonb, $1, $4)`,
    [owner, MEAL_ID, JSON.stringify(MEAL.map(([at, pct]) => ({ ...feedSnapshot(at), pct }))), names[0]],
  );
  const batches = [16, 2].map((daysAgo, n) => ({
    id: id('f', n),
    day: daysAfter(today, -daysAgo),
    items: MEAL.map(([at, pct]) => ({
      ...{ feed: feedId(at), name: feedSnapshot(at).name, kg: pct * 30 },
      lot: at === 3 ? `RSM-${4410 + n * 37}` : '',
    })),
  }));
  await sql.query(
    `insert into public.meal_batches (user_id, id, mix_id, mix_version, mixed_at, kg, items, used_by, created_by, created_by_name)
     select $1, b.id, $2, 1, (b.day + time '10:05') at time zone 'Europe/London', 3000, b.items, 'Calves, long barn', $4, $5
     from jsonb_to_recordset($3::jsonb) as b (id uuid, day date, items jsonb)`,
    [owner, MEAL_ID, JSON.stringify(batches), people[1], names[1]],
  );
  await sql.query(
    `insert into public.notices (user_id, title, pinned, related_table, related_id, created_by, created_at)
     values ($1, 'Load sheet: Milkers, winter', true, 'tmr_mixes', $2, $1, now() - interval '5 days')`,
    [owner, TMR_ID],
  );
}
