// Form schema of a service: input is the text of the form, output is the record's fields.
import type { InferInput } from 'valibot';
import * as v from 'valibot';
import { addDays, isDate } from '@/domain/core/time';
import { SERVICE, type Service, type ServiceFields } from '@/records/services';
import { formOf } from '@/widgets/record-form';
import { limitedText } from '@/widgets/text-schema';
import { numberText, optionalNumber } from '@/features/machinery/number-schema';

const form = formOf(SERVICE);

const part = v.object({
  name: limitedText({ max: 120 }),
  number: limitedText({ max: 60 }),
  quantity: optionalNumber({ decimals: 2, max: 99_999 }),
});

/** `today`: the farm's calendar date. */
export const serviceSchema = (today: string) =>
  v.pipe(
    v.object({
      ...form.entries,
      serviceDate: v.pipe(
        v.string(),
        v.check((date) => isDate(date) && date >= '1930-01-01', 'Choose a date from the year 1930 on.'),
        // The database accepts tomorrow too.
        v.check((date) => date <= addDays(today, 1), 'This date is in the future.'),
      ),
      reading: optionalNumber({ max: 999_999_999 }),
      parts: v.pipe(v.array(part), v.maxLength(50, '50 parts at most.')),
      labourHours: optionalNumber({ decimals: 2, max: 9999 }),
      downtimeH: optionalNumber({ max: 999_999 }),
    }),
    v.forward(
      v.check(
        ({ description, scheduleIds, fixes }) => description !== '' || scheduleIds.length > 0 || fixes.length > 0,
        'Say what was done.',
      ),
      ['description'],
    ),
    v.transform(({ parts, ...service }): ServiceFields => ({
      ...service,
      scheduleIds: service.scheduleIds.toSorted(),
      fixes: service.fixes.toSorted(),
      // Rows left empty are dropped.
      parts: parts
        .filter(({ name, number }) => name !== '' || number !== '')
        .map(({ quantity, ...named }) => ({ ...named, quantity: quantity ?? 1 })),
    })),
  );

export type ServiceText = InferInput<ReturnType<typeof serviceSchema>>;

export const emptyService = (
  today: string,
  chosen: { schedule: string | null; defect: string | null },
): ServiceText => ({
  ...form.textsOf(null),
  ...{ serviceDate: today, kind: chosen.defect === null ? 'service' : 'repair' },
  scheduleIds: chosen.schedule === null ? [] : [chosen.schedule],
  fixes: chosen.defect === null ? [] : [chosen.defect],
  parts: [],
});

export const textOf = (service: Service): ServiceText => ({
  ...form.textsOf(service),
  parts: service.parts.map(({ name, number, quantity }) => ({ name, number, quantity: numberText(quantity) })),
});
