// The rows of a stored job's people, machines, fields and materials, before and after they are edited.
import type { EditedRows } from '@/data/works/job-parts';
import type { JobMore } from '@/domain/works/job-more';
import { partRows } from '@/domain/works/job-rows';
import type { Json } from '@/lib/database.types';

/** The rows that the form shows: not those of a machine or field that was deleted, of which only the name is left. */
export const shownRows = ({ people, machines, fields, materials }: EditedRows) => ({
  ...{ people, materials },
  machines: machines.filter((row) => row['machine_id'] !== null),
  fields: fields.filter((row) => row['field_id'] !== null),
});

const withIds = <Row extends object>(rows: readonly Row[], edited: readonly { id?: string }[]) =>
  rows.map((row, at) => ({ ...row, id: edited[at]?.id ?? crypto.randomUUID() }));

/**
 * The lists for `change_job`, including the rows that the form does not show. `seen`: the versions that the user read.
 */
export function changedRows(
  seen: EditedRows,
  more: JobMore,
): Record<'people' | 'machines' | 'fields' | 'materials' | 'seen', Json> {
  const shown = shownRows(seen);
  const rows = partRows(more);
  const machines = withIds(rows.machines, more.machines).map((row) => {
    const stored = seen.machines.find(({ id }) => id === row.id);
    // The database stores a meter reading only with a new row, so a changed reading replaces the row.
    return stored && stored['meter_end'] !== row.meter_end ? { ...row, id: crypto.randomUUID() } : row;
  });
  const materials = withIds(rows.materials, more.materials).map((row) => {
    const stored = seen.materials.find(({ id }) => id === row.id);
    // The same is true of the cost of a material.
    return stored && stored.unit_cost !== row.unit_cost ? { ...row, id: crypto.randomUUID() } : row;
  });
  return {
    people: withIds(rows.people, more.people),
    machines: [...seen.machines.filter((row) => !shown.machines.includes(row)), ...machines],
    fields: [...seen.fields.filter((row) => !shown.fields.includes(row)), ...withIds(rows.fields, more.fields)],
    materials,
    seen: [...seen.people, ...seen.machines, ...seen.fields, ...seen.materials].map(({ id, updated_at }) => ({
      id,
      updated_at,
    })),
  };
}
