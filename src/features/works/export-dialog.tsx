import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { exportWorks } from '@/data/works-export';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { FieldError } from '@/ui/field';
import { entriesWords } from './work-words';
import { whoIs, type WorksList } from './use-works-list';

const number = (count: number) => count.toLocaleString('en-GB');

const whatComes = (entries: number, filtered: boolean): string =>
  entries === 0
    ? 'No entry matches these filters. The file will hold the names of the columns only.'
    : `${filtered ? 'What the filters leave' : 'Everything'}: ${entriesWords(entries)}, one row each, for a spreadsheet.`;

/** Says what will be in the file, how far it has come, and that a file which is not whole is none. */
export function ExportDialog({ list, onClose }: { list: WorksList; onClose: () => void }) {
  const { account, today, totals, view } = list;
  const all = totals?.entries ?? 0;
  const save = useMutation(exportWorks);
  const [running, setRunning] = useState<AbortController | null>(null);
  const [written, setWritten] = useState(0);
  const start = () => {
    const controller = new AbortController();
    setRunning(controller);
    setWritten(0);
    save.mutate(
      {
        who: whoIs(account),
        filter: view.filter,
        zone: account.settings.zone,
        fileName: `works-${today}.csv`,
        onProgress: setWritten,
        signal: controller.signal,
      },
      { onSuccess: (rows) => rows !== null && onClose() },
    );
  };
  const cancel = () => {
    running?.abort();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={save.isPending ? cancel : onClose}
      title="Entries as CSV"
      actions={
        save.isPending ? (
          <Button onClick={cancel}>Cancel</Button>
        ) : (
          <>
            <Button onClick={onClose}>Close</Button>
            <Button variant="main" onClick={start}>
              {save.isError ? 'Try again' : 'Save CSV'}
            </Button>
          </>
        )
      }
    >
      {save.isPending ? (
        <div className="grid gap-2">
          <progress
            className="export-progress"
            aria-label="Entries written"
            max={Math.max(all, written, 1)}
            value={written}
          />
          <output className="n left">
            {number(written)} of {number(Math.max(all, written))}
          </output>
        </div>
      ) : save.isError ? (
        <FieldError>
          The export stopped after {number(written)} of {number(all)}. No file was saved.
        </FieldError>
      ) : (
        <p>{whatComes(all, view.filtered)}</p>
      )}
    </Dialog>
  );
}
