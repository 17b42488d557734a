// One job with everything that was on it.
import { queryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import { fromNumeric } from '@/domain/core/money';
import type { ChargedMaterial, JobField, JobMachine, JobMaterial, JobPerson } from '@/domain/works/job';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { fromRow, type RowOf } from '@/records/record';
import { SIGNOFF, type Signoff } from '@/records/signoffs';
import type { Work } from '@/records/works';
import { selectWorks, toWork, type WorksReader } from './works';

export type JobParts = {
  people: JobPerson[];
  machines: JobMachine[];
  fields: JobField[];
  /** Those without a line of their own. */
  materials: JobMaterial[];
  chargedMaterials: ChargedMaterial[];
};
type Job = JobParts & { lines: Work[]; signoffs: Signoff[] };

const numeric = (value: number | null) => (value === null ? null : fromNumeric(value));

/** The lines of a job in their order, with its parts and signatures. Without lines there is no such job. */
export const jobQuery = (reader: WorksReader, id: string) =>
  queryOptions({
    queryKey: [keys.jobs, reader.ownerId, reader.userId, reader.seesRates, id],
    queryFn: async ({ signal }): Promise<Job> => {
      const [lines, people, machines, fields, materials, signoffs] = await Promise.all([
        selectWorks(reader)
          .eq('user_id', reader.ownerId)
          .eq('job_id', id)
          .order('line')
          .order('id')
          .limit(400)
          .abortSignal(signal),
        supabase
          .from('job_people')
          .select('person_id, name, minutes')
          .eq('user_id', reader.ownerId)
          .eq('job_id', id)
          .order('name')
          .order('id')
          .limit(400)
          .abortSignal(signal),
        supabase
          .from('job_machines')
          .select('machine_id, machine_name, implement, hours, meter_end')
          .eq('user_id', reader.ownerId)
          .eq('job_id', id)
          .order('machine_name')
          .order('id')
          .limit(400)
          .abortSignal(signal),
        supabase
          .from('job_fields')
          .select('field_id, field_name, area_ha, part')
          .eq('user_id', reader.ownerId)
          .eq('job_id', id)
          .order('field_name')
          .order('id')
          .limit(400)
          .abortSignal(signal),
        supabase
          .from('job_materials')
          .select('work_id, product, quantity, unit, batch')
          .eq('user_id', reader.ownerId)
          .eq('job_id', id)
          .order('product')
          .order('id')
          .limit(400)
          .abortSignal(signal),
        supabase
          .from('job_signoffs')
          .select<string, RowOf<typeof SIGNOFF>>(SIGNOFF.select)
          .eq('user_id', reader.ownerId)
          .eq('job_id', id)
          .order('version')
          .limit(400)
          .abortSignal(signal),
      ]);
      return {
        lines: unwrap(lines).map(toWork),
        people: unwrap(people).map((row) => ({ personId: row.person_id, name: row.name, minutes: row.minutes })),
        machines: unwrap(machines).map((row) => ({
          ...{ machineId: row.machine_id, name: row.machine_name, implement: row.implement },
          ...{ hours: numeric(row.hours), meterEnd: numeric(row.meter_end) },
        })),
        fields: unwrap(fields).map((row) => ({
          ...{ fieldId: row.field_id, name: row.field_name, part: row.part },
          areaHa: fromNumeric(row.area_ha),
        })),
        materials: unwrap(materials)
          .filter(({ work_id: workId }) => workId === null)
          .map(({ product, quantity, unit, batch }) => ({ product, quantity: fromNumeric(quantity), unit, batch })),
        chargedMaterials: unwrap(materials).flatMap(({ work_id: workId, unit, batch }) =>
          workId === null ? [] : [{ workId, unit, batch }],
        ),
        signoffs: unwrap(signoffs).map((row) => fromRow(SIGNOFF, row)),
      };
    },
    meta: { failed: loadFailed },
  });
