// The works of the demonstration account's last full month, by day of the month.

/** A work of the month, with either a quantity or `times`. */
export type MonthRow = {
  day: number;
  customer: string;
  task: string;
  description?: string;
  unit: string;
  rate: number;
  quantity?: number;
  times?: readonly [start: string, finish: string, breakMinutes: number];
  notes?: string;
};

export const LAST_FULL_MONTH: readonly MonthRow[] = [
  {
    day: 1,
    customer: 'Hill Farm',
    task: 'Ploughing',
    description: 'Bottom Meadow',
    unit: 'acre',
    rate: 32.06,
    quantity: 12.5,
  },
  { day: 1, customer: 'Hill Farm', task: 'Baling', unit: 'bale', rate: 6.22, quantity: 86 },
  {
    day: 2,
    customer: 'Hill Farm',
    task: 'Hedge cutting',
    description: 'Lane side, both faces',
    unit: 'hour',
    rate: 45,
    times: ['13:10', '21:00', 30],
  },
  { day: 3, customer: "O'Brien & Sons", task: 'Combining', unit: 'hectare', rate: 119.35, quantity: 18.46 },
  { day: 3, customer: "O'Brien & Sons", task: 'Grain haulage', unit: 'load', rate: 38.5, quantity: 7 },
  { day: 5, customer: "O'Brien & Sons", task: 'Disc harrowing', unit: 'hectare', rate: 63.06, quantity: 4.05 },
  { day: 6, customer: 'Tŷ Gwyn', task: 'Slurry, umbilical', unit: 'm3', rate: 1.85, quantity: 1240.5 },
  { day: 6, customer: 'Tŷ Gwyn', task: 'Slurry, tanker', unit: 'hour', rate: 52.5, times: ['06:45', '12:20', 15] },
  { day: 7, customer: 'Tŷ Gwyn', task: 'Lime spreading', unit: 'tonne', rate: 7.95, quantity: 33.333 },
  {
    day: 8,
    customer: 'Manor Estate Ltd',
    task: 'Spraying',
    description: 'Pre-emergence',
    unit: 'hectare',
    rate: 14.2,
    quantity: 61.27,
  },
  { day: 9, customer: 'Manor Estate Ltd', task: 'Fertiliser spreading', unit: 'hectare', rate: 12.75, quantity: 61.27 },
  {
    day: 10,
    customer: 'Manor Estate Ltd',
    task: 'Drilling',
    description: 'Headland, second pass',
    unit: 'acre',
    rate: 33.33,
    quantity: 0.5,
  },
  { day: 12, customer: 'Hill Farm', task: 'Fencing', unit: 'metre', rate: 6.85, quantity: 212 },
  { day: 13, customer: 'Hill Farm', task: 'Labour', unit: 'day', rate: 168, quantity: 1.5 },
  { day: 14, customer: "O'Brien & Sons", task: 'Round bale wrapping', unit: 'bale', rate: 4.95, quantity: 143 },
  {
    day: 15,
    customer: "O'Brien & Sons",
    task: 'Mole ploughing',
    unit: 'hour',
    rate: 89.9,
    times: ['07:05', '16:50', 45],
  },
  {
    day: 16,
    customer: 'Manor Estate Ltd',
    task: 'Forage harvesting',
    unit: 'hour',
    rate: 312.4,
    times: ['18:30', '02:45', 30],
    notes: 'Finished after midnight',
  },
  { day: 17, customer: 'Tŷ Gwyn', task: 'Silage carting', unit: 'hour', rate: 54, times: ['08:00', '19:25', 60] },
  { day: 19, customer: 'Tŷ Gwyn', task: 'Topping', unit: 'hour', rate: 41.15, times: ['09:12', '11:33', 0] },
  {
    day: 20,
    customer: 'Manor Estate Ltd',
    task: 'Digger hire',
    unit: 'hour',
    rate: 48.75,
    times: ['07:30', '17:10', 35],
  },
  { day: 21, customer: 'Manor Estate Ltd', task: 'Stone picking', unit: 'fixed', rate: 450, quantity: 1 },
  { day: 22, customer: 'Hill Farm', task: 'Sheep shearing', unit: 'head', rate: 1.65, quantity: 417 },
  { day: 23, customer: "O'Brien & Sons", task: 'Muck spreading', unit: 'load', rate: 27.4, quantity: 31 },
  {
    day: 24,
    customer: 'Manor Estate Ltd',
    task: 'Beet harvesting',
    unit: 'hour',
    rate: 142.6,
    times: ['22:00', '06:00', 30],
  },
  { day: 26, customer: 'Tŷ Gwyn', task: 'Loader work', unit: 'hour', rate: 46, times: ['08:20', '08:57', 0] },
  {
    day: 27,
    customer: 'Hill Farm',
    task: 'Call out',
    unit: 'fixed',
    rate: 0,
    quantity: 1,
    notes: 'No charge, as agreed',
  },
  { day: 28, customer: "O'Brien & Sons", task: 'Haulage', unit: 'mile', rate: 2.35, quantity: 118 },
  { day: 29, customer: 'Manor Estate Ltd', task: 'Rolling', unit: 'acre', rate: 11.05, quantity: 151.4 },
  { day: 30, customer: 'Tŷ Gwyn', task: 'Reseeding', unit: 'hectare', rate: 83.19, quantity: 3.275 },
  { day: 31, customer: 'Hill Farm', task: 'Slurry, tanker', unit: 'gal_1000', rate: 14.85, quantity: 62.5 },
];
