import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { exportAccount, type ExportProgress } from '@/data/account/account-export';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { CheckField } from '@/ui/forms/check-field';
import { FieldError } from '@/ui/forms/field';
import { AccountCard } from './account-card';
import { useOfflineReason } from './use-offline-reason';

const formatCount = (count: number) => count.toLocaleString('en-GB');
const tableLabel = (table: string) => table.replaceAll('_', ' ');

/**
 * Exports the whole account as one archive. Available in every state of the subscription: the records are the farm's.
 */
export function DataCard() {
  const { ownerId, settings } = useAccount();
  const today = useToday();
  const offline = useOfflineReason() !== null;
  const save = useMutation(exportAccount);
  const [withFiles, setWithFiles] = useState(true);
  const [running, setRunning] = useState<AbortController | null>(null);
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const start = () => {
    const controller = new AbortController();
    setRunning(controller);
    setProgress(null);
    save.mutate({
      ownerId,
      farmName: settings.farmName,
      fileName: `farm-diary-${today}.zip`,
      withFiles,
      onProgress: setProgress,
      signal: controller.signal,
    });
  };
  return (
    <AccountCard
      title="Your data"
      text="Every record of this account in one ZIP: each table for spreadsheets (CSV) and exactly as stored (JSON). You can take it at any time, also after your subscription has ended."
    >
      {save.isPending ? (
        <RunningExport progress={progress} onCancel={() => running?.abort()} />
      ) : (
        <>
          {save.isError && (
            <FieldError>The export stopped, so no file was saved. Try again with better signal.</FieldError>
          )}
          <CheckField
            label="Photos and invoices as files too"
            checked={withFiles}
            onChange={({ currentTarget }) => setWithFiles(currentTarget.checked)}
          />
          <div className="grid gap-2 sm:justify-items-start">
            <Button disabled={offline} onClick={start}>
              <Download aria-hidden="true" />
              {save.isError ? 'Try again' : 'Export everything'}
            </Button>
            {offline && <p className="hint">You need signal to export.</p>}
          </div>
        </>
      )}
    </AccountCard>
  );
}

function RunningExport({ progress, onCancel }: { progress: ExportProgress | null; onCancel: () => void }) {
  return (
    <div className="grid gap-2" aria-busy="true">
      <progress
        className="export-progress"
        aria-label="How far the export is"
        max={Math.max(progress?.total ?? 0, 1)}
        value={progress?.done ?? 0}
      />
      <output className="figure left text-2">{progressWords(progress)}</output>
      <p className="hint">Keep this page open until the file is saved.</p>
      <div>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  );
}

function progressWords(progress: ExportProgress | null): string {
  if (!progress) return 'Looking at what there is...';
  const { phase, current, done, total } = progress;
  return phase === 'rows'
    ? `Reading ${tableLabel(current)}: ${formatCount(done)} of ${formatCount(total)} rows`
    : `Fetching photos and invoices: ${formatCount(done)} of ${formatCount(total)}`;
}
