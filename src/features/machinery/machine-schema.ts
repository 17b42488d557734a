// Form schema of a machine: input is the text of the form, output is the record's fields.
import type { InferInput } from 'valibot';
import * as v from 'valibot';
import { MACHINE_STATUSES, MACHINE_TYPES, METER_TYPES } from '@/domain/machinery/machine';
import type { Decimal } from '@/domain/core/money';
import { numberText, optionalDate, plainText } from '@/domain/core/typed';
import { MACHINE, type Machine } from '@/records/machines';
import { limitedText, optionalText } from '@/widgets/text-schema';
import { figure, optionalMoney } from './number-schema';

const { fields } = MACHINE;

/** `others`: the other machines. A name that one of them has is refused, unless that machine is sold. */
export const machineSchema = (others: readonly Pick<Machine, 'name' | 'status'>[], thisYear: number) => {
  const taken = new Set(others.filter(({ status }) => status !== 'sold').map(({ name }) => name.toLowerCase()));
  const yearError = `Choose a year from 1930 to ${thisYear + 1}.`;
  return v.pipe(
    v.object({
      name: v.pipe(
        limitedText(fields.name),
        v.nonEmpty('Give the machine a name.'),
        v.check((name) => !taken.has(name.toLowerCase()), 'There is a machine of this name already.'),
      ),
      machineType: v.picklist(MACHINE_TYPES),
      make: optionalText(fields.make),
      model: optionalText(fields.model),
      serialNo: optionalText(fields.serialNo),
      registration: v.pipe(
        optionalText(fields.registration),
        v.transform((text) => text?.toUpperCase() ?? null),
      ),
      year: v.pipe(
        figure({ decimals: 0 }),
        v.check((year) => year === null || (year >= 1930 && year <= thisYear + 1), yearError),
      ),
      meterType: v.picklist(METER_TYPES),
      status: v.picklist(MACHINE_STATUSES),
      purchaseDate: optionalDate(),
      price: optionalMoney,
      soldDate: optionalDate(),
      widthM: figure({ decimals: 2, max: 9999, positive: true }),
      capacity: figure({ decimals: 2, max: 9_999_999, positive: true }),
      capacityUnit: optionalText(fields.capacityUnit),
      engineOil: optionalText(fields.engineOil),
      hydOil: optionalText(fields.hydOil),
      coolant: optionalText(fields.coolant),
      tyreFrontBar: figure({ decimals: 2, max: 99, positive: true }),
      tyreRearBar: figure({ decimals: 2, max: 99, positive: true }),
      filters: optionalText(fields.filters),
      notes: optionalText(fields.notes),
      insuranceExpires: optionalDate(),
      taxExpires: optionalDate(),
      motDue: optionalDate(),
      lolerDue: optionalDate(),
      sprayerTestDue: optionalDate(),
    }),
    v.transform(({ soldDate, ...machine }) => ({
      ...machine,
      // The database enters today if it is sold without a date.
      soldDate: machine.status === 'sold' ? soldDate : null,
    })),
  );
};

export type MachineText = InferInput<ReturnType<typeof machineSchema>>;
export type MachineOutput = v.InferOutput<ReturnType<typeof machineSchema>>;

export const EMPTY_MACHINE: MachineText = {
  ...{ name: '', machineType: 'tractor', make: '', model: '', serialNo: '', registration: '', year: '' },
  ...{ meterType: 'hours', status: 'in_use', purchaseDate: '', price: '', soldDate: '', widthM: '', capacity: '' },
  ...{ capacityUnit: '', engineOil: '', hydOil: '', coolant: '', tyreFrontBar: '', tyreRearBar: '', filters: '' },
  ...{ notes: '', insuranceExpires: '', taxExpires: '', motDue: '', lolerDue: '', sprayerTestDue: '' },
};

export const textOf = (machine: Machine, price: Decimal | null): MachineText => ({
  name: machine.name,
  machineType: machine.machineType,
  make: machine.make ?? '',
  model: machine.model ?? '',
  serialNo: machine.serialNo ?? '',
  registration: machine.registration ?? '',
  year: machine.year === null ? '' : String(machine.year),
  meterType: machine.meterType,
  status: machine.status,
  purchaseDate: machine.purchaseDate ?? '',
  price: numberText(price),
  soldDate: machine.soldDate ?? '',
  widthM: plainText(machine.widthM),
  capacity: plainText(machine.capacity),
  capacityUnit: machine.capacityUnit ?? '',
  engineOil: machine.engineOil ?? '',
  hydOil: machine.hydOil ?? '',
  coolant: machine.coolant ?? '',
  tyreFrontBar: plainText(machine.tyreFrontBar),
  tyreRearBar: plainText(machine.tyreRearBar),
  filters: machine.filters ?? '',
  notes: machine.notes ?? '',
  insuranceExpires: machine.insuranceExpires ?? '',
  taxExpires: machine.taxExpires ?? '',
  motDue: machine.motDue ?? '',
  lolerDue: machine.lolerDue ?? '',
  sprayerTestDue: machine.sprayerTestDue ?? '',
});
