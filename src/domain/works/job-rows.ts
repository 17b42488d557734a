// The parts of a job as rows of the database, and back as texts of the form.
import { decimalIn, hoursFromMinutes, toInputText, toNumeric } from '@/domain/core/money';
import { amountOf, fieldsOf, listOf, oneOf, textOf, textOrNull } from '@/domain/core/stored-json';
import { MATERIAL_KINDS, minutesIn, personText, type JobMore, type MaterialText } from './job-more';
import { breakMinutes } from './work-rules';

/** The number as it is stored in the entry. */
export const numericIn = (text: string): number | null => {
  const value = decimalIn(text);
  return value === null ? null : toNumeric(value);
};

export const trimmed = (text: string): string | null => text.trim() || null;

export const materialRow = ({ product, quantity, unit, batch }: MaterialText) => ({
  ...{ product: product.trim(), quantity: numericIn(quantity), unit: unit.trim() || 'each', batch: trimmed(batch) },
});

/** The people, machines, fields and materials without a price of a job, as rows. */
export const partRows = ({ people, machines, fields, materials }: JobMore) => ({
  materials: materials.map((material) => ({ ...materialRow(material), unit_cost: numericIn(material.cost) })),
  people: people.map((person) => ({
    ...{ person_id: person.personId, name: person.name },
    ...{ start_time: person.startTime || null, finish_time: person.finishTime || null },
    ...{ breaks: breakMinutes(person.breaks) ?? 0, minutes: minutesIn(person.hours) },
  })),
  machines: machines.map(({ machineId, name, implement, hours, meterEnd }) => ({
    ...{ machine_id: machineId, machine_name: name, implement },
    ...{ hours: numericIn(hours), meter_end: numericIn(meterEnd) },
  })),
  fields: fields.map(({ fieldId, name, area, part }) => ({
    ...{ field_id: fieldId, field_name: name, area_ha: numericIn(area), part: trimmed(part) },
  })),
});

/** The parts of a job as form values, to change it: from its entry in the outbox, or from its rows. */
export function moreOf(fields: Readonly<Record<string, unknown>>): JobMore {
  const rows = (list: string) => listOf(fields[list]).map(fieldsOf);
  const text = (value: unknown) => (typeof value === 'number' ? toInputText(amountOf(value)) : textOf(value));
  const id = (row: Readonly<Record<string, unknown>>) => (typeof row['id'] === 'string' ? { id: row['id'] } : {});
  const hours = (minutes: unknown) => (typeof minutes === 'number' ? toInputText(hoursFromMinutes(minutes)) : '');
  return {
    lines: rows('lines')
      .slice(1)
      .map((row) => ({
        ...{ taskName: text(row['task_name']), unit: text(row['chargeable_unit']), isQuantityTyped: true },
        ...{ quantity: text(row['quantity']), rate: text(row['rate']) },
      })),
    people: rows('people').map((row) => ({
      ...id(row),
      ...personText(textOrNull(row['person_id']), text(row['name'])),
      ...{ startTime: text(row['start_time']).slice(0, 5), finishTime: text(row['finish_time']).slice(0, 5) },
      ...{ breaks: row['breaks'] === 0 ? '' : text(row['breaks']), hours: hours(row['minutes']) },
    })),
    machines: rows('machines').map((row) => ({
      ...id(row),
      ...{ machineId: text(row['machine_id']), name: text(row['machine_name']), implement: row['implement'] === true },
      ...{ hours: text(row['hours']), meterEnd: text(row['meter_end']) },
    })),
    fields: rows('fields').map((row) => ({
      ...id(row),
      ...{ fieldId: text(row['field_id']), name: text(row['field_name']) },
      ...{ area: text(row['area_ha']), part: text(row['part']) },
    })),
    materials: rows('materials').map((row) => ({
      ...id(row),
      ...{ product: text(row['product']), quantity: text(row['quantity']), batch: text(row['batch']) },
      ...{ unit: row['unit'] === 'each' ? '' : text(row['unit']) },
      ...{ price: text(row['unit_price']), cost: text(row['unit_cost']) },
      ...{ kind: oneOf(MATERIAL_KINDS, row['kind'], ''), mappNumber: text(row['mapp_pcs_no']) },
      interval: text(row['harvest_interval_days']),
    })),
  };
}
