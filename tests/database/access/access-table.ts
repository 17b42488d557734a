// Who may do what with each table and view of the public schema, and the rows to try it with: the files of `tables` together. A
// table or view that is missing fails the tests. access-grid.ts explains the columns and words; function-table.ts has the functions.
import type { Bodies, Grids } from './access-grid';

type Subject = { ACCESS: Grids; BODIES: Bodies };
const SUBJECTS = Object.values(import.meta.glob<Subject>('./tables/*.ts', { eager: true }));

export const ACCESS: Grids = Object.fromEntries(SUBJECTS.flatMap(({ ACCESS: grids }) => Object.entries(grids)));
export const BODIES: Bodies = Object.fromEntries(SUBJECTS.flatMap(({ BODIES: bodies }) => Object.entries(bodies)));

/** Tables that the database also changes when a row of the key's table is updated. */
export const CASCADE_UPDATES: Record<string, readonly string[]> = {
  // The machine's row contains its latest reading.
  machine_readings: ['public.machines'],
};

/** Tables that the database also changes when a row of the key's table is deleted. */
export const CASCADE_DELETES: Record<string, readonly string[]> = {
  machines: ['public.machine_costs'],
  // The machine's row contains its latest reading.
  machine_readings: ['public.machines'],
  service_records: ['public.service_costs'],
  tasks: ['public.prices'],
  // The entries say who did them.
  job_people: ['public.works'],
  works: [
    'public.attachments',
    'public.job_fields',
    'public.job_machines',
    'public.job_materials',
    'public.job_people',
    'public.job_signoffs',
  ],
};
