// Form schema of a machine: input is the text of the form, output is the record's fields.
import type { InferInput } from 'valibot';
import * as v from 'valibot';
import type { Decimal } from '@/domain/core/money';
import { AMOUNT } from '@/domain/core/number-rule';
import { numberText, optionalDate, optionalNumber } from '@/domain/core/typed';
import { MACHINE, type Machine } from '@/records/machines';
import { formOf } from '@/widgets/record-form';

const form = formOf(MACHINE);

/** `others`: the other machines. A name that one of them has is refused, unless that machine is sold. */
export const machineSchema = (others: readonly Pick<Machine, 'name' | 'status'>[], thisYear: number) => {
  const taken = new Set(others.filter(({ status }) => status !== 'sold').map(({ name }) => name.toLowerCase()));
  return v.pipe(
    v.object({
      ...form.entries,
      name: v.pipe(
        form.entries.name,
        v.nonEmpty('Give the machine a name.'),
        v.check((name) => !taken.has(name.toLowerCase()), 'There is a machine of this name already.'),
      ),
      registration: v.pipe(
        form.entries.registration,
        v.transform((text) => text?.toUpperCase() ?? null),
      ),
      year: v.pipe(
        form.entries.year,
        v.check((year) => year === null || year <= thisYear + 1, `Choose a year from 1930 to ${thisYear + 1}.`),
      ),
      purchaseDate: optionalDate(),
      price: optionalNumber(AMOUNT),
      soldDate: optionalDate(),
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

export const EMPTY_MACHINE: MachineText = { ...form.textsOf(null), price: '' };

export const textOf = (machine: Machine, price: Decimal | null): MachineText => ({
  ...form.textsOf(machine),
  price: numberText(price),
});
