import { mutationOptions, useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { counted } from '@/domain/core/word-list';
import { BusyChip } from '@/ui/forms/busy-chip';

const saveCsv = mutationOptions({
  mutationKey: ['list-csv'],
  // Offline, a list that is stored on the device can be saved; any other list fails at once.
  networkMode: 'always',
  mutationFn: (save: () => Promise<number>) => save(),
  meta: {
    saved: (rows: number) => ({
      title: 'CSV downloaded',
      description: counted(rows, 'row', 'rows'),
    }),
    failed: {
      title: 'No CSV was saved',
      description: 'Part of the list did not load. Check your signal and press CSV again.',
    },
  },
});

/** Saves a list as a CSV file. `save` writes the list with its current filters and order, and returns its rows. */
export function CsvChip({ save }: { save: () => Promise<number> }) {
  const { isPending, mutate } = useMutation(saveCsv);
  return (
    <BusyChip label="CSV" busy={isPending} onPress={() => mutate(save)}>
      <Download aria-hidden="true" />
    </BusyChip>
  );
}
