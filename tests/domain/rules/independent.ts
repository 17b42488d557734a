// A second implementation of the three calculators, written from the formulas of the reference and not from the code of
// the product: plain functions over the stored figures, with no shared helper.
type Tuple = [value: number | string | null, ...rest: unknown[]];
type RulesFile = {
  figures: Record<string, Tuple>;
  livestock: { id: string; kind: string; grazing: boolean; per?: number; perStay?: boolean; times?: string }[];
  manures: { id: string; from?: string }[];
};
type Line = { stock: string; head: number; months: number; times: number | null };
const inFile = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('not in the file');
  return value;
};
type Move = { direction: string; manure: string; amount: number };

export function secondStocking(
  file: RulesFile,
  farm: { area: number; grass: number; luSet: string; lines: Line[]; moves: Move[] },
) {
  const number = (key: string) => Number(file.figures[key]?.[0]);
  let n = 0;
  let p = 0;
  let grazing = 0;
  let lu = 0;
  for (const { stock, head, months, times } of farm.lines) {
    const row = inFile(file.livestock.find(({ id }) => id === stock));
    const amount = (nutrient: 'n' | 'p') => {
      const year = number(`livestock.${stock}.${nutrient}`);
      if (row.times) return (year * head * (times ?? 0)) / (row.per ?? 1);
      if (row.perStay) return year * head;
      const day = file.figures[`livestock.${stock}.${nutrient}Day`];
      if (months < 12 && day) return (Number(day[0]) * 365 * head * (months / 12)) / 1000;
      return (year * head * (months / 12)) / (row.per ?? 1);
    };
    n += amount('n');
    p += amount('p');
    if (row.grazing) grazing += amount('n');
    // An animal of a stay counts for the months of the stay.
    const counted = row.times ? 12 : row.perStay ? number(`livestock.${stock}.months`) : months;
    lu += number(`lu.${farm.luSet}.${row.kind}`) * head * (counted / 12);
  }
  // The limit is for livestock manure: nitrogen of compost or biosolids is not part of it, phosphorus is.
  const isCounted = (manure: string, nutrient: string) =>
    nutrient === 'p' || inFile(file.manures.find(({ id }) => id === manure)).from !== undefined;
  const moved = (direction: string, nutrient: string) =>
    farm.moves
      .filter((move) => move.direction === direction && isCounted(move.manure, nutrient))
      .map(({ manure, amount }) => amount * number(`manure.${manure}.${nutrient}`))
      .reduce((a, b) => a + b, 0);
  const net = n + moved('import', 'n') - moved('export', 'n');
  const limit = number('limit.farmN');
  return {
    loading: net / farm.area,
    loadingP: (p + moved('import', 'p') - moved('export', 'p')) / farm.area,
    over: net - limit * farm.area,
    land: net / limit - farm.area,
    grassRate: grazing / farm.grass,
    luPerHa: lu / farm.grass,
  };
}

// In metres: length, width, diameter and depth; A and B are the top sides of a lagoon, which narrow by s a metre.
type Tank =
  | { shape: 'rect'; L: number; W: number; d: number; covered: boolean }
  | { shape: 'circular'; D: number; d: number; covered: boolean }
  | { shape: 'lagoon'; A: number; B: number; d: number; s: number };

export function secondSlurry(
  file: RulesFile,
  farm: {
    days: number;
    lines: { stock: string; head: number; share: number }[];
    tanks: Tank[];
    yard: number;
    mm: number;
    uplift: number;
    cows: number;
    wash: number;
    rainTakesRoom: boolean;
  },
) {
  const number = (key: string) => Number(file.figures[key]?.[0]);
  const excreta = farm.lines
    .map(({ stock, head, share }) => {
      const [value, unit] = inFile(file.figures[`livestock.${stock}.slurry`]);
      const amount = Number(value) * head * (share / 100);
      if (unit === 'l/head/day') return (amount * farm.days) / 1000;
      if (unit === 'm3/head/week') return amount * (farm.days / 7);
      return amount * (farm.days / (365 / 12));
    })
    .reduce((a, b) => a + b, 0);
  // The volume of a frustum by the prismoidal rule, from the floor up to the freeboard.
  const prismoid = (A: number, B: number, s: number, from: number, to: number) => {
    const at = (z: number) => (A - z * s) * (B - z * s);
    return ((to - from) / 6) * (at(from) + 4 * at((from + to) / 2) + at(to));
  };
  let capacity = 0;
  let surface = 0;
  for (const tank of farm.tanks) {
    if (tank.shape === 'lagoon') {
      capacity += prismoid(tank.A, tank.B, tank.s, number('freeboard.lagoon'), tank.d);
      surface += tank.A * tank.B;
      continue;
    }
    const floor = tank.shape === 'rect' ? tank.L * tank.W : (Math.PI * tank.D * tank.D) / 4;
    capacity += floor * (tank.d - number(`freeboard.${tank.covered ? 'covered' : 'open'}`));
    if (!tank.covered) surface += floor;
  }
  const rain = (area: number) => ((area * farm.mm) / 1000) * (1 + farm.uplift / 100);
  const wash = (farm.cows * farm.wash * farm.days) / 1000;
  const required = excreta + wash + rain(farm.yard) + (farm.rainTakesRoom ? 0 : rain(surface));
  const room = capacity - (farm.rainTakesRoom ? rain(surface) : 0);
  // Where rain on open stores takes room away, it flows in all the same.
  const inflow = required + (farm.rainTakesRoom ? rain(surface) : 0);
  return { excreta, required, room, weeks: capacity / ((inflow / farm.days) * 7), surplus: room - required };
}

export function secondNutrients(
  file: RulesFile,
  farm: {
    year: number;
    fields: { id: string; area: number }[];
    spread: { field: string; date: string; manure: string | null; rate: number; bagN: number }[];
  },
) {
  const number = (key: string) => Number(file.figures[key]?.[0]);
  const n = (one: (typeof farm.spread)[number]) =>
    one.manure === null ? (one.rate * one.bagN) / 100 : one.rate * number(`manure.${one.manure}.n`);
  const time = (date: string) => {
    const [y = 0, m = 0, d = 0] = date.split('-').map(Number);
    return Date.UTC(y, m - 1, d);
  };
  const yearEarlier = (date: string) => {
    const [y = 0, m = 0, d = 0] = date.split('-').map(Number);
    // 29 February has no day a year earlier: the 12 months then begin on 1 March.
    return m === 2 && d === 29 ? Date.UTC(y - 1, 1, 28) : Date.UTC(y - 1, m - 1, d);
  };
  return farm.fields.map(({ id }) => {
    const organic = farm.spread.filter((one) => one.field === id && one.manure !== null);
    const windows = organic.map(({ date }) =>
      organic
        .filter((other) => time(other.date) <= time(date) && time(other.date) > yearEarlier(date))
        .reduce((sum, other) => sum + n(other), 0),
    );
    const chemical = farm.spread.filter(
      (one) => one.field === id && one.manure === null && one.date.startsWith(String(farm.year)),
    );
    return { organicN: Math.max(0, ...windows), chemicalN: chemical.reduce((sum, one) => sum + n(one), 0) };
  });
}
