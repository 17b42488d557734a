// The fields of the demonstration account: a mosaic of forty in an invented parish, with crops, soil tests, activities and
// harvests.
import { DEMO_CUSTOMERS } from './customers.ts';
import { pick, seededRandom } from './random.ts';
import { daysAfter, demoId } from './works.ts';
import type { Sql } from '../database/sql.ts';

const NAMES = [
  ...[
    'Bottom Meadow',
    'Top Meadow',
    'Long Acre',
    'Church Field',
    'The Twelve Acre',
    'Pond Field',
    'Mill Piece',
    'Home Field',
  ],
  ...[
    'Gravelly Bank',
    'Cow Pasture',
    'Calves’ Close',
    'Barn Field',
    'Alder Moor',
    'Sheep Leaze',
    'Quarry Field',
    'Rickyard',
  ],
  ...[
    'Upper Hangers',
    'Lower Hangers',
    'Broad Croft',
    'Narrow Croft',
    'Station Field',
    'Drovers',
    'Kiln Close',
    'Oxlease',
  ],
  ...[
    'Field 1',
    'Field 2',
    'Field 10',
    'Orchard Ground',
    'Foxholes',
    'Hop Yard',
    'Clay Pits',
    'Well Close',
    'Larkfield',
  ],
  ...['Stony Ground', 'Wheatleys', 'Bean Close', 'Thistle Bank', 'River Ham', 'Osier Bed', 'Far Brook'],
];
const COLUMNS = 8;
const ROWS = NAMES.length / COLUMNS;
/** The south-west corner of the parish, and the size of a cell of the mosaic. */
const ORIGIN = { lng: -3.052, lat: 52.186 };
const CELL_M = 215;
const METRES_PER_DEGREE = 111_195;
const COS = Math.cos((ORIGIN.lat * Math.PI) / 180);

type Point = readonly [x: number, y: number];

/** The corners of the cells in metres, moved at random; neighbours share them, so no two fields overlap. */
function corners(random: () => number): Point[][] {
  return Array.from({ length: ROWS + 1 }, (_, row) =>
    Array.from({ length: COLUMNS + 1 }, (_unused, column): Point => {
      const move = () => (random() - 0.5) * 0.5 * CELL_M;
      return [column * CELL_M + move(), row * CELL_M + move()];
    }),
  );
}

const middleOf = (points: readonly Point[]): Point => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length,
];
const areaOf = (points: readonly Point[]) =>
  Math.abs(
    points.reduce((sum, [x, y], at) => {
      const [nextX, nextY] = points[(at + 1) % points.length] ?? [0, 0];
      return sum + x * nextY - nextX * y;
    }, 0),
  ) / 2;
const round = (value: number, decimals: number) => Number(value.toFixed(decimals));
const degrees = ([x, y]: Point) => [
  round(ORIGIN.lng + x / (METRES_PER_DEGREE * COS), 6),
  round(ORIGIN.lat + y / METRES_PER_DEGREE, 6),
];

const USES = ['permanent_grass', 'temporary_grass', 'arable', 'arable', 'maize', 'permanent_grass'] as const;
type Use = (typeof USES)[number];
const CROPS: Record<Use, readonly string[]> = {
  permanent_grass: ['Grass'],
  temporary_grass: ['Grass ley'],
  arable: ['Winter wheat', 'Winter barley', 'Winter oilseed rape', 'Spring beans'],
  maize: ['Forage maize'],
};
const isGrass = (use: Use) => use === 'permanent_grass' || use === 'temporary_grass';

function demoFieldRows(random: () => number) {
  const grid = corners(random);
  const [, firstCustomer, secondCustomer] = DEMO_CUSTOMERS.map(({ name }, index) => ({
    name,
    id: demoId('c', index + 1),
  }));
  return NAMES.map((name, at) => {
    const [row, column] = [Math.floor(at / COLUMNS), at % COLUMNS];
    const corner = (down: number, right: number): Point => grid[row + down]?.[column + right] ?? [0, 0];
    const outline = [corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0)];
    const [x, y] = middleOf(outline);
    // Smaller than its cell, which leaves room for a hedge around each field.
    const inner = outline.map(([px, py]): Point => [x + (px - x) * 0.97, y + (py - y) * 0.97]);
    const ring = inner.map(degrees);
    const [lng, lat] = degrees([x, y]);
    const drawn = round(areaOf(inner) / 10_000, 4);
    const use = USES[at % USES.length] ?? 'arable';
    const customer = at % 9 === 4 ? firstCustomer : at % 13 === 6 ? secondCustomer : undefined;
    return {
      id: demoId('f', 1000 + at),
      name,
      area_ha: round(drawn * (at % 7 === 3 ? 0.95 : 0.995), 2),
      area_source: customer ? 'drawn' : 'official',
      parcel_ref: customer ? null : `SO${String(2900 + column)} ${String(4100 + row * 100 + column * 7)}`,
      parcel_scheme: customer ? null : 'rpa',
      customer: customer?.name ?? null,
      customer_id: customer?.id ?? null,
      tenure: customer ? 'contract' : at % 8 === 5 ? 'rented' : 'owned',
      land_use: use,
      soil_type: pick(['medium', 'medium', 'heavy', 'light'], random),
      eligible: at % 11 !== 10,
      boundary: { type: 'Polygon', coordinates: [[...ring, ring[0]]] },
      centroid_lng: lng,
      centroid_lat: lat,
      drawn_area_ha: drawn,
      near_water: row === 0,
      buffer_m: row === 0 ? 10 : null,
      hazards:
        at % 10 === 1
          ? '11 kV line across the north end.'
          : row === 0 && at % 4 === 2
            ? 'Soft ground by the brook.'
            : null,
      in_nvz: true,
      archived_on: null as string | null,
    };
  });
}
type FieldRow = ReturnType<typeof demoFieldRows>[number];

const insert = (sql: Sql, table: string, owner: string | undefined, columns: string, rows: readonly object[]) =>
  sql.query(
    `insert into public.${table} (user_id, created_by, created_by_name, ${columns})
     select $1, coalesce(r.created_by, $1), coalesce(r.created_by_name, 'Alex Owner'), ${columns
       .split(',')
       .map((column) => `r.${column.trim()}`)
       .join(', ')}
     from jsonb_populate_recordset(null::public.${table}, $2::jsonb) r`,
    [owner, JSON.stringify(rows)],
  );

type ActivityRow = Record<string, unknown>;

/** What each crop was sprayed with in the early summer. */
const SPRAYS: Readonly<Record<string, ActivityRow>> = {
  'Winter wheat': {
    ...{
      product: 'Proline 275',
      mapp_pcs_no: '14790',
      active_ingredient: 'prothioconazole',
      rate: 0.55,
      rate_unit: 'L/ha',
    },
    ...{ reason: 'Septoria', eppo_code: 'TRZAW', growth_stage_bbch: 39, harvest_interval_days: 35 },
  },
  'Winter barley': {
    ...{
      product: 'Proline 275',
      mapp_pcs_no: '14790',
      active_ingredient: 'prothioconazole',
      rate: 0.55,
      rate_unit: 'L/ha',
    },
    ...{ reason: 'Rhynchosporium', eppo_code: 'HORVW', growth_stage_bbch: 49, harvest_interval_days: 35 },
  },
  'Winter oilseed rape': {
    ...{
      product: 'Proline 275',
      mapp_pcs_no: '14790',
      active_ingredient: 'prothioconazole',
      rate: 0.63,
      rate_unit: 'L/ha',
    },
    ...{ reason: 'Sclerotinia', eppo_code: 'BRSNW', growth_stage_bbch: 65, harvest_interval_days: 56 },
  },
  'Spring beans': {
    ...{
      product: 'Signum',
      mapp_pcs_no: '11450',
      active_ingredient: 'boscalid and pyraclostrobin',
      rate: 0.5,
      rate_unit: 'kg/ha',
    },
    ...{ reason: 'Chocolate spot', eppo_code: 'VICFX', growth_stage_bbch: 61, harvest_interval_days: 21 },
  },
  'Forage maize': {
    ...{ product: 'Callisto', mapp_pcs_no: '12323', active_ingredient: 'mesotrione', rate: 1, rate_unit: 'L/ha' },
    ...{ reason: 'Broad-leaved weeds', eppo_code: 'ZEAMX', growth_stage_bbch: 14, harvest_interval_days: null },
  },
};

/** The activities of one field in the last months. */
function activitiesOf(
  field: FieldRow,
  at: number,
  people: readonly string[],
  names: readonly string[],
  today: string,
): ActivityRow[] {
  const use = field.land_use;
  const by = at % 3;
  const person = {
    created_by: people[by],
    created_by_name: names[by],
    operator_id: people[by],
    operator_name: names[by],
  };
  const done = (daysAgo: number, values: ActivityRow): ActivityRow => ({
    ...person,
    field_id: field.id,
    field_name: field.name,
    status: 'done',
    area_ha: field.area_ha,
    started_at: `${daysAfter(today, -daysAgo)}T09:${String(10 + (at % 40)).padStart(2, '0')}:00Z`,
    finished_at: `${daysAfter(today, -daysAgo)}T11:40:00Z`,
    season: Number(daysAfter(today, -daysAgo).slice(0, 4)),
    ...values,
  });
  const fertiliser = {
    activity_type: 'fertiliser',
    product: 'Nitrogen 34.5 %',
    rate: 125,
    rate_unit: 'kg/ha',
    machine: 'Spreader',
  };
  const slurry = {
    activity_type: 'slurry',
    product: 'Cattle slurry',
    rate: 28,
    rate_unit: 'm3/ha',
    method: 'shoe',
    machine: 'Tanker',
  };
  if (isGrass(use)) {
    return [
      done(40 + at, slurry),
      ...(at % 2 === 0 ? [done(95 + at, fertiliser)] : []),
      ...(at % 4 === 0 ? [done(150 + at, { activity_type: 'mowing', machine: 'Mower' })] : []),
      ...(at % 5 === 1
        ? [done(12, { activity_type: 'observation', area_ha: null, notes: 'Docks coming back by the gate.' })]
        : []),
    ];
  }
  const crop = CROPS[use][(at + 1) % CROPS[use].length] ?? '';
  const spray = {
    activity_type: 'spray',
    crop,
    ...SPRAYS[crop],
    ...{ water_l_ha: 200, wind_speed: 8, wind_dir: 'SW', temp_c: 14, weather: 'Dry, some cloud', machine: 'Sprayer' },
    ...{ operator_cert_no: 'PA2 104417', batch_no: 'EV4400', buffer_observed: true },
  };
  return [
    done(175 + (at % 9), spray),
    done(200 + (at % 20), fertiliser),
    done(38 + (at % 10), { activity_type: 'cultivation', machine: 'Disc harrow' }),
    ...(use === 'maize'
      ? []
      : [
          done(30 + (at % 8), {
            activity_type: 'drilling',
            product: 'Seed',
            rate: 175,
            rate_unit: 'kg/ha',
            machine: 'Drill',
          }),
        ]),
  ];
}

export async function demoFields(sql: Sql, people: readonly string[], names: readonly string[], today: string) {
  const [owner] = people;
  const random = seededRandom(40);
  const fields = demoFieldRows(random);
  // One field was given up 230 days ago.
  const givenUp = fields.find(({ name }) => name === 'Osier Bed');
  if (givenUp) givenUp.archived_on = daysAfter(today, -230);
  await insert(
    sql,
    'fields',
    owner,
    `id, name, area_ha, area_source, parcel_ref, parcel_scheme, customer, customer_id, tenure, land_use, soil_type, eligible,
     boundary, centroid_lng, centroid_lat, drawn_area_ha, near_water, buffer_m, hazards, in_nvz, archived_on,
     soil_is_sandy_shallow, parent_ids`.replace(/\s+/g, ' '),
    fields.map((field) => ({ ...field, soil_is_sandy_shallow: false, parent_ids: [] })),
  );
  const year = Number(today.slice(0, 4));
  const seasons = fields.flatMap((field, at) =>
    [year - 1, year].map((season, n) => ({
      id: demoId('f', 2000 + at * 2 + n),
      field_id: field.id,
      season_year: season,
      sequence: 1,
      crop: CROPS[field.land_use][(at + n) % CROPS[field.land_use].length],
      variety: field.land_use === 'arable' ? pick(['Skyfall', 'Extase', 'Belfry'], random) : null,
      target_yield_t_ha: field.land_use === 'arable' ? 9 : null,
    })),
  );
  await insert(
    sql,
    'field_seasons',
    owner,
    'id, field_id, season_year, sequence, crop, variety, target_yield_t_ha',
    seasons,
  );
  const tests = fields.flatMap((field, at) =>
    at % 3 === 2
      ? []
      : [
          {
            id: demoId('f', 3000 + at),
            field_id: field.id,
            sampled_on: daysAfter(today, -(at % 7 === 1 ? 2100 : 300 + at * 9)),
            lab_ref: `L${String(20_400 + at)}`,
            method: 'olsen',
            ph: round(5.8 + random() * 1.2, 1),
            p_mg_l: Math.round(10 + random() * 25),
            k_mg_l: Math.round(90 + random() * 120),
            mg_mg_l: Math.round(40 + random() * 60),
            p_index: pick(['1', '2-', '2+', '3'], random),
            k_index: pick(['1', '2-', '2+'], random),
            mg_index: '2',
            lime_t_ha: at % 5 === 0 ? 5 : null,
          },
        ],
  );
  await insert(
    sql,
    'soil_tests',
    owner,
    'id, field_id, sampled_on, lab_ref, method, ph, p_mg_l, k_mg_l, mg_mg_l, p_index, k_index, mg_index, lime_t_ha',
    tests,
  );
  const activities = fields
    .flatMap((field, at) => activitiesOf(field, at, people, names, today))
    .map((activity, n) => ({ ...activity, id: demoId('f', 4000 + n) }));
  await insert(
    sql,
    'field_activities',
    owner,
    `id, field_id, field_name, season, activity_type, status, started_at, finished_at, area_ha, product, mapp_pcs_no,
     active_ingredient, rate, rate_unit, water_l_ha, reason, crop, eppo_code, growth_stage_bbch, wind_speed, wind_dir, temp_c,
     weather, harvest_interval_days, operator_id, operator_name, operator_cert_no, machine, method, batch_no, buffer_observed,
     notes`.replace(/\s+/g, ' '),
    activities,
  );
  const harvests = fields
    .filter(({ land_use }) => land_use === 'arable' || land_use === 'temporary_grass')
    .map((field, n) => {
      const arable = field.land_use === 'arable';
      return {
        id: demoId('f', 5000 + n),
        field_id: field.id,
        field_name: field.name,
        season: year,
        harvested_on: daysAfter(today, -(105 + n)),
        product: arable ? 'Wheat' : 'Silage',
        quantity: arable ? round(field.area_ha * (7 + random() * 2.5), 1) : Math.round(field.area_ha * 24),
        unit: arable ? 't' : 'bales',
        moisture_pct: arable ? round(14 + random() * 4, 1) : null,
        bale_kg: arable ? null : 620,
        area_ha: field.area_ha,
        store: arable ? 'Grain store' : 'Yard',
        quality: arable ? { protein: round(10 + random() * 2, 1) } : {},
      };
    });
  await insert(
    sql,
    'harvests',
    owner,
    'id, field_id, field_name, season, harvested_on, product, quantity, unit, moisture_pct, bale_kg, area_ha, store, quality',
    harvests,
  );
  await sql.query('delete from public.audit_log where user_id = $1', [owner]);
}
