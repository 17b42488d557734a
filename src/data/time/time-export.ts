// Exports all of a user's own hours as a file, also when the account has lapsed.
import { mutationOptions } from '@tanstack/react-query';
import { toCsv } from '@/domain/core/csv';
import type { Zone } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import { SHIFT_COLUMNS, shiftRows } from '@/domain/hours/timesheet-csv';
import { saveFile } from '@/lib/files/save-file';
import { readOwnHours } from './time';

type HoursExportRequest = {
  reader: { ownerId: string; userId: string };
  zone: Zone;
  now: Date;
  fileName: string;
  signal: AbortSignal;
};

export const exportOwnHours = mutationOptions({
  mutationKey: ['time-export'],
  mutationFn: async ({ reader, zone, now, fileName, signal }: HoursExportRequest) => {
    const shifts = await readOwnHours(reader, signal);
    const text = toCsv(SHIFT_COLUMNS, shiftRows(shifts, zone, now));
    saveFile(new File([text], fileName, { type: 'text/csv;charset=utf-8' }));
    return shifts.length;
  },
  // Offline it fails at once, instead of starting an hour later.
  networkMode: 'always',
  meta: {
    saved: (rows: number) => ({
      title: `${counted(rows, 'shift', 'shifts')} saved as CSV.`,
    }),
    failed: { title: 'The export stopped', description: 'Not all hours could be read, so no file was saved.' },
  },
});
