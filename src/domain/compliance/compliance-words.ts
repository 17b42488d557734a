// The wording of compliance items: categories, states, dates and periods.
import { daysBetween } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import type { AutoSource, Duty, Topic } from './duties';
import type { Category, Item, Recurrence, RequiredBy, State } from './item';

export const CATEGORY_WORDS: Readonly<Record<Category, string>> = {
  nutrients: 'Nutrients and manure',
  soil: 'Soil',
  sprays: 'Sprays',
  livestock: 'Livestock',
  medicines: 'Medicines',
  machinery: 'Machinery',
  people: 'People and safety',
  insurance: 'Insurance',
  water: 'Water',
  waste: 'Waste',
  food_assurance: 'Food assurance',
  finance: 'Finance',
  other: 'Other',
};

export const BY_WORDS: Readonly<Record<RequiredBy, string>> = {
  law: 'Law',
  assurance: 'Assurance',
  best_practice: 'Best practice',
  own: 'Own',
};

export const STATE_WORDS: Readonly<Record<State, string>> = {
  overdue: 'Overdue',
  due_soon: 'Due soon',
  incomplete: 'Something missing',
  no_date: 'Nothing yet',
  ok: 'Up to date',
  not_applicable: 'Does not apply',
};

export const RECURRENCE_WORDS: Readonly<Record<Recurrence, string>> = {
  none: 'Once',
  monthly: 'Every month',
  quarterly: 'Every 3 months',
  annual: 'Every year',
  '2y': 'Every 2 years',
  '3y': 'Every 3 years',
  '4y': 'Every 4 years',
  '5y': 'Every 5 years',
  '6y': 'Every 6 years',
  custom_months: 'Every so many months',
};

export const recurrenceWords = ({ recurrence, customMonths }: Pick<Item, 'recurrence' | 'customMonths'>): string =>
  recurrence === 'custom_months' && customMonths !== null
    ? customMonths === 1
      ? RECURRENCE_WORDS.monthly
      : `Every ${customMonths} months`
    : RECURRENCE_WORDS[recurrence];

export const TOPIC_WORDS: Readonly<Record<Topic, string>> = {
  cattle: 'Cattle',
  sheep: 'Sheep or goats',
  pigs_poultry: 'Pigs or poultry',
  livestock: 'Livestock of any kind',
  crops: 'Grain in store',
  sprays: 'We spray',
  nvz: 'Land in an NVZ (in Wales: every farm)',
  derogation: 'A nitrates derogation',
  lifting: 'A telehandler, loader or forklift',
  machinery: 'Tractors and machines',
  employees: 'Employees',
  assurance: 'Farm assurance',
};

export const AUTO_WORDS: Readonly<Record<AutoSource, string>> = {
  loler_due: 'Examination dates of the machines',
  sprayer_test_due: 'Test dates of the sprayers',
  soil_tests: 'Soil tests of the fields',
  nutrient_year: 'Saved N&P calculations',
  slurry_storage: 'Slurry stores, levels and calculations',
  spray_records: 'Sprays recorded on the fields',
  spreading_records: 'Slurry and manure recorded on the fields',
  fertiliser_records: 'Fertiliser recorded on the fields',
  service_records: 'Services of the machines',
  certificates: 'Certificates',
};

/** "Due 30 Apr, in 12 days". `format`: how a date is written. */
export function dueWords(on: string | null, state: State, today: string, format: (date: string) => string): string {
  if (state === 'not_applicable') return 'Does not apply';
  if (on === null) return state === 'ok' ? 'Done' : 'No date yet';
  const days = daysBetween(today, on);
  if (days === 0) return 'Due today';
  const n = Math.abs(days);
  const many = counted(n, 'day', 'days');
  return days < 0 ? `${many} overdue, since ${format(on)}` : `Due ${format(on)}, in ${many}`;
}

/** "5 years", "18 months". */
export const monthsWords = (months: number): string =>
  months % 12 === 0 ? `${months / 12} ${months === 12 ? 'year' : 'years'}` : counted(months, 'month', 'months');

/** "5 years, at least"; null if no source could be read. */
export const keepWords = ({ keep: { months, note } }: Pick<Duty, 'keep'>): string | null =>
  [months === null ? null : monthsWords(months), note].filter(Boolean).join(', ') || null;

/** Shown with every summary: the app never says that a farm complies. */
export const NOT_ADVICE =
  'A list to work from. It does not say that the farm complies: an inspector, your scheme or your adviser decides.';
