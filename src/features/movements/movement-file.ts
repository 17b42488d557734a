// The movements of a filter as a CSV file, for the form of the authority.
import { mutationOptions } from '@tanstack/react-query';
import { readMovements, type MovementFilter } from '@/data/movements';
import { toCsv } from '@/domain/core/csv';
import { saveFile } from '@/lib/files/save-file';
import { csvRowsOf } from '@/records/record';
import { MOVEMENT, type Movement } from '@/records/slurry';

/** The columns of a CSV file, each with its field. */
const COLUMNS = {
  date: 'movedOn',
  direction: 'direction',
  manure: 'manureName',
  quantity: 'quantity',
  unit: 'unit',
  own_store: 'store',
  other_farm: 'otherName',
  other_address: 'otherAddress',
  other_number: 'otherNumber',
  other_land: 'otherLand',
  transporter: 'transporterName',
  transporter_address: 'transporterAddress',
  vehicle_registration: 'vehicleReg',
  n_kg_per_unit: 'nPerUnit',
  p_kg_per_unit: 'pPerUnit',
  p_counted_as: 'pForm',
  content_from: 'contentFrom',
  notify_by: 'notifyBy',
  notified_on: 'notifiedOn',
  reference: 'notifiedRef',
  note: 'note',
  entered_by: 'createdByName',
} as const satisfies Record<string, keyof Movement>;

export const exportMovements = mutationOptions({
  mutationKey: ['movements-file'],
  mutationFn: async ({ ownerId, filter }: { ownerId: string; filter: MovementFilter }) => {
    const rows = await readMovements(ownerId, filter, new AbortController().signal);
    const csv = toCsv(Object.keys(COLUMNS), csvRowsOf(MOVEMENT, COLUMNS, rows));
    saveFile(new File([csv], 'manure-movements.csv', { type: 'text/csv' }));
  },
  meta: { failed: { title: 'Error', description: 'Could not make the file.' } },
});
