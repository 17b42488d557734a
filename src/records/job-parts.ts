// The people, machines, fields and materials of a job. They are written with their job, by `log_job` and `change_job`.
import { AREA, MEASURED_QUANTITY, positive, upTo, whole } from '@/domain/core/number-rule';
import { MAX_MINUTES } from '@/domain/works/job';
import { decimal, flag, id, instant, number, person, text, time, unit } from './record-field';
import { record, type StoredKinds } from './record';

const OF_JOB = { jobId: id().onInsert(), updatedAt: instant().fromDatabase() };

export const JOB_PERSON = record('job_people', {
  ...OF_JOB,
  /** Null for a casual without a login. */
  personId: person('Person').optional(),
  name: text('Name', 80),
  minutes: number('Minutes', whole(MAX_MINUTES, 1)).optional(),
  startTime: time('Start').optional(),
  finishTime: time('Finish').optional(),
  /** In minutes. */
  breaks: number('Breaks', whole(MAX_MINUTES)),
  task: text('Task', 80).optional(),
});

export const JOB_MACHINE = record('job_machines', {
  ...OF_JOB,
  /** Null once the machine is deleted; its name stays. */
  machineId: id('Machine').optional().onInsert(),
  name: text('Machine', 60).from('machine_name').fromDatabase(),
  implement: flag('Implement'),
  hours: decimal('Hours', positive(24, 4)).optional(),
  /** What the meter showed afterwards; it is also a reading of the machine. */
  meterEnd: decimal('Meter', upTo(999_999_999, 1)).optional().onInsert(),
  fuelL: decimal('Fuel, l', positive(9_999_999, 1)).optional(),
});

export const JOB_FIELD = record('job_fields', {
  ...OF_JOB,
  /** Null once the field is deleted; its name stays. */
  fieldId: id('Field').optional().onInsert(),
  name: text('Field', 80).from('field_name').fromDatabase(),
  areaHa: decimal('Area, ha', AREA),
  /** Which part of the field, if not all of it. */
  part: text('Part', 80).optional(),
});

export const JOB_MATERIAL = record('job_materials', {
  ...OF_JOB,
  product: text('Product', 80),
  quantity: decimal('Quantity', MEASURED_QUANTITY),
  unit: unit('Unit'),
  batch: text('Batch', 40).optional(),
  /** The line on which it is charged; null without a price. */
  workId: id().optional().onInsert(),
});

const WHO_AND_WHAT = 'who and which machines were there and for how long';
const WHERE_AND_WITH_WHAT = 'the fields, the materials';

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  job_people: { [WHO_AND_WHAT]: '*' },
  job_machines: { [WHO_AND_WHAT]: '*' },
  job_fields: { [WHERE_AND_WITH_WHAT]: '*' },
  job_materials: { [WHERE_AND_WITH_WHAT]: '*' },
};
