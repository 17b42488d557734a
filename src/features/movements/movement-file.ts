// The movements of a filter as a CSV file, for the form of the authority.
import { mutationOptions } from '@tanstack/react-query';
import { readMovements, type MovementFilter } from '@/data/movements';
import { toCsv } from '@/domain/core/csv';
import { saveFile } from '@/lib/files/save-file';
import { MOVEMENT, MOVEMENT_CSV } from '@/records/movements';
import { csvRowsOf } from '@/records/record';

export const exportMovements = mutationOptions({
  mutationKey: ['movements-file'],
  mutationFn: async ({ ownerId, filter }: { ownerId: string; filter: MovementFilter }) => {
    const rows = await readMovements(ownerId, filter, new AbortController().signal);
    const csv = toCsv(Object.keys(MOVEMENT_CSV), csvRowsOf(MOVEMENT, MOVEMENT_CSV, rows));
    saveFile(new File([csv], 'manure-movements.csv', { type: 'text/csv' }));
  },
  meta: { failed: { title: 'Error', description: 'Could not make the file.' } },
});
