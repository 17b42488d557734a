// Form schema of a service: input is the text of the form, output is the record's fields.
import type { InferInput } from 'valibot';
import * as v from 'valibot';
import { addDays } from '@/domain/core/time';
import { upTo } from '@/domain/core/number-rule';
import { asPlain, optionalNumber, plainText, requiredDate } from '@/domain/core/typed';
import { SERVICE, type Service, type ServiceFields } from '@/records/services';
import { formOf } from '@/widgets/record-form';
import { limitedText } from '@/widgets/text-schema';

const form = formOf(SERVICE);

const part = v.object({
  name: limitedText({ max: 120 }),
  number: limitedText({ max: 60 }),
  quantity: v.pipe(optionalNumber(upTo(99_999, 2)), asPlain),
});

/** `today`: the farm's calendar date. */
export const serviceSchema = (today: string) =>
  v.pipe(
    v.object({
      ...form.entries,
      serviceDate: v.pipe(
        requiredDate(1930),
        // The database accepts tomorrow too.
        v.check((date) => date <= addDays(today, 1), 'This date is in the future.'),
      ),
      parts: v.pipe(v.array(part), v.maxLength(50, '50 parts at most.')),
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
  parts: service.parts.map(({ name, number, quantity }) => ({ name, number, quantity: plainText(quantity) })),
});
