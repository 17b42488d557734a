// Labels and phrases for machines, services and defects.
import { daysBetween } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import type { Due, DueState } from './due';
import {
  formatReading,
  type DefectStatus,
  type MachineStatus,
  type MachineType,
  type MeterType,
  type ServiceKind,
  type Severity,
} from './machine';

export const TYPE_WORDS: Readonly<Record<MachineType, string>> = {
  tractor: 'Tractor',
  telehandler: 'Telehandler',
  atv: 'Quad / ATV',
  combine: 'Combine',
  forager: 'Forage harvester',
  sprayer: 'Sprayer',
  slurry_tanker: 'Slurry tanker',
  trailer: 'Trailer',
  baler: 'Baler',
  mower: 'Mower',
  drill: 'Drill',
  cultivator: 'Cultivator',
  loader: 'Loader',
  digger: 'Digger',
  vehicle: 'Vehicle',
  generator: 'Generator',
  other: 'Other',
};

export const METER_WORDS: Readonly<Record<MeterType, string>> = {
  hours: 'Hours',
  km: 'Kilometres',
  miles: 'Miles',
  ha: 'Hectares',
  bales: 'Bales',
  none: 'No meter',
};

export const STATUS_WORDS: Readonly<Record<MachineStatus, string>> = {
  in_use: 'In use',
  workshop: 'In the workshop',
  do_not_use: 'Do not use',
  sold: 'Sold',
};

export const DUE_WORDS: Readonly<Record<DueState, string>> = {
  overdue: 'Overdue',
  due_soon: 'Due soon',
  ok: 'OK',
  no_date: 'No date',
};

export const KIND_WORDS: Readonly<Record<ServiceKind, string>> = {
  service: 'Service',
  repair: 'Repair',
  breakdown: 'Breakdown',
  inspection: 'Inspection',
  tyres: 'Tyres',
};

export const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
  safety: 'Safety: do not use',
  stop_soon: 'Stop soon',
  minor: 'Minor',
};

export const DEFECT_WORDS: Readonly<Record<DefectStatus, string>> = {
  open: 'Open',
  parts_ordered: 'Parts ordered',
  fixed: 'Fixed',
  wont_fix: 'Won’t be fixed',
};

function meterWords(
  { remaining, projected, on }: Due,
  meter: MeterType,
  dated: (date: string) => string,
): string | null {
  if (remaining === null) return null;
  if (remaining === 0) return 'due now';
  if (remaining < 0) return `${formatReading(-remaining, meter)} over`;
  const about = projected !== null && projected === on ? `, about ${dated(projected)}` : '';
  return `${formatReading(remaining, meter)} left${about}`;
}

function dateWords(days: number, date: string): string {
  if (days < 0) return `was due ${date}`;
  if (days === 0) return 'due today';
  return days <= 60 ? `due ${date}, in ${counted(days, 'day', 'days')}` : `due ${date}`;
}

/** "38 h left, about 30 Nov 2026", "12 h over", "in 3 days". */
export function dueWords(due: Due, meter: MeterType, today: string, dated: (date: string) => string): string {
  const { remaining, dueDate, on, lacksReading } = due;
  const byMeter = meterWords(due, meter, dated);
  if (dueDate === null) return byMeter ?? (lacksReading ? 'Enter a reading of the meter' : 'Say when it was last done');
  const days = daysBetween(today, dueDate);
  const byDate = dateWords(days, dated(dueDate));
  if (byMeter === null) return lacksReading ? `${byDate}; the meter has no reading to count from` : byDate;
  // Overdue by the meter: the later date does not matter any more.
  if (remaining !== null && remaining <= 0 && days >= 0) return byMeter;
  return dueDate === on ? `${byDate}; ${byMeter}` : `${byMeter}; or ${dated(dueDate)}`;
}

/** "every 500 h or 12 months" */
export function intervalWords(
  { intervalMeter, intervalMonths }: { intervalMeter: number | null; intervalMonths: number | null },
  meter: MeterType,
): string {
  const parts = [
    intervalMeter === null ? null : formatReading(intervalMeter, meter),
    intervalMonths === null ? null : counted(intervalMonths, 'month', 'months'),
  ].filter((part) => part !== null);
  return `every ${parts.join(' or ')}`;
}

/** "Claas Arion 640, 2019" */
export const modelWords = ({
  make,
  model,
  year,
}: {
  make: string | null;
  model: string | null;
  year: number | null;
}): string =>
  [[make, model].filter(Boolean).join(' '), year === null ? '' : String(year)].filter((part) => part !== '').join(', ');
