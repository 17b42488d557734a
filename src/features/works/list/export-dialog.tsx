import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { readerOf } from '@/data/works/works';
import { exportWorks } from '@/data/works/works-export';
import { exportWords } from '@/domain/works/work-words';
import { Button } from '@/ui/button';
import { FieldError } from '@/ui/forms/field';
import { Dialog } from '@/ui/popups/dialog';
import type { ListAddress } from './use-list-address';

const formatCount = (count: number) => count.toLocaleString('en-GB');

/** Exports the filtered entries as CSV, with progress. If it is interrupted, no file is saved. */
export function ExportDialog({
  address: { account, today, view },
  entries,
  onClose,
}: {
  address: ListAddress;
  /** The number of entries that match the filters; undefined until they are counted. */
  entries: number | undefined;
  onClose: () => void;
}) {
  const save = useMutation(exportWorks);
  const [running, setRunning] = useState<AbortController | null>(null);
  const [written, setWritten] = useState(0);
  const start = () => {
    const controller = new AbortController();
    setRunning(controller);
    setWritten(0);
    save.mutate(
      {
        reader: readerOf(account),
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
            max={Math.max(entries ?? 0, written, 1)}
            value={written}
          />
          <output className="figure left">
            {formatCount(written)}
            {entries !== undefined && ` of ${formatCount(Math.max(entries, written))}`}
          </output>
        </div>
      ) : save.isError ? (
        <FieldError>
          The export stopped after {formatCount(written)}
          {entries !== undefined && ` of ${formatCount(entries)}`}. No file was saved.
        </FieldError>
      ) : (
        <p>{exportWords(entries, view.filtered)}</p>
      )}
    </Dialog>
  );
}
