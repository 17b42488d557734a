// Machines: their types, meters and states, and how a reading is written.

export const MACHINE_TYPES = [
  'tractor',
  'telehandler',
  'atv',
  'combine',
  'forager',
  'sprayer',
  'slurry_tanker',
  'trailer',
  'baler',
  'mower',
  'drill',
  'cultivator',
  'loader',
  'digger',
  'vehicle',
  'generator',
  'other',
] as const;
export type MachineType = (typeof MACHINE_TYPES)[number];

export const METER_TYPES = ['hours', 'km', 'miles', 'ha', 'bales', 'none'] as const;
export type MeterType = (typeof METER_TYPES)[number];

export const MACHINE_STATUSES = ['in_use', 'workshop', 'do_not_use', 'sold'] as const;
export type MachineStatus = (typeof MACHINE_STATUSES)[number];

export const READING_SOURCES = ['manual', 'checklist', 'service', 'work'] as const;
export const SERVICE_KINDS = ['service', 'repair', 'breakdown', 'inspection', 'tyres'] as const;
export type ServiceKind = (typeof SERVICE_KINDS)[number];
export const SEVERITIES = ['safety', 'stop_soon', 'minor'] as const;
export type Severity = (typeof SEVERITIES)[number];
export const DEFECT_STATUSES = ['open', 'parts_ordered', 'fixed', 'wont_fix'] as const;
export type DefectStatus = (typeof DEFECT_STATUSES)[number];

/** A part of a service; its price is with the costs of the service. */
export type Part = { number: string; name: string; quantity: number };

/** What a meter counts, after its number: '2,812 h'. */
const METER_UNITS: Readonly<Record<MeterType, string>> = {
  hours: 'h',
  km: 'km',
  miles: 'miles',
  ha: 'ha',
  bales: 'bales',
  none: '',
};

const figures = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });

/** '2,812 h' */
export const formatReading = (reading: number, meter: MeterType): string =>
  `${figures.format(reading)} ${METER_UNITS[meter]}`.trim();

/** 'h', for a column or after a field. */
export const meterUnit = (meter: MeterType): string => METER_UNITS[meter];

const PART_LIMIT = 50;

/** Parts from a JSON column; items of another shape are left out. */
export const partsOf = (stored: unknown): Part[] =>
  (Array.isArray(stored) ? stored : []).slice(0, PART_LIMIT).flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null) return [];
    const { number, name, quantity } = one as Partial<Record<keyof Part, unknown>>;
    return typeof number === 'string' && typeof name === 'string' && typeof quantity === 'number'
      ? [{ number, name, quantity }]
      : [];
  });
