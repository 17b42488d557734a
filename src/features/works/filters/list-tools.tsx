import { FileSpreadsheet, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { GROUPINGS } from '@/features/works/list/list-address';
import type { ListAddress } from '@/features/works/list/use-list-address';
import { ChipSelect } from '@/ui/forms/chip';

const ExportDialog = lazy(async () => ({
  default: (await import('@/features/works/list/export-dialog')).ExportDialog,
}));

const DeletedDialog = lazy(async () => ({
  default: (await import('@/features/works/list/deleted-dialog')).DeletedDialog,
}));

/** Selects the grouping. */
export function GroupChip({ address: { view, set } }: { address: ListAddress }) {
  return (
    <ChipSelect
      label="Group by"
      all="None"
      value={view.group ?? ''}
      options={GROUPINGS.map(({ value, label }) => ({ value, label: `By ${label.toLowerCase()}` }))}
      onChange={(group) => set({ group, order: '', open: '' })}
    />
  );
}

/** Opens the CSV export, which is loaded on demand. */
export function ExportButton({ address, entries }: { address: ListAddress; entries: number | undefined }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="chip" onClick={() => setOpen(true)}>
        <FileSpreadsheet aria-hidden="true" />
        CSV
      </button>
      {open && (
        <Suspense fallback={null}>
          <ExportDialog address={address} entries={entries} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Opens the deleted entries, for the account holder. */
export function DeletedButton({ address: { account, today } }: { address: ListAddress }) {
  const [open, setOpen] = useState(false);
  if (account.role !== 'admin') return null;
  return (
    <>
      <button type="button" className="chip" onClick={() => setOpen(true)}>
        <Trash2 aria-hidden="true" />
        Deleted entries
      </button>
      {open && (
        <Suspense fallback={null}>
          <DeletedDialog account={account} today={today} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
