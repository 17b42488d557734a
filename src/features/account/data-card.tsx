import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { exportAccount, type ExportProgress } from '@/data/account/account-export';
import { FileProblem } from '@/domain/core/file-problem';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button, ButtonLink } from '@/ui/button';
import { RunningExport } from '@/ui/feedback/running-export';
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
        <RunningExport
          done={progress?.done ?? 0}
          total={progress?.total ?? 0}
          words={progressWords(progress)}
          onCancel={() => running?.abort()}
        />
      ) : (
        <>
          {save.isError && (
            <FieldError>
              {save.error instanceof FileProblem
                ? save.error.message
                : 'The export stopped, so no file was saved. Try again with better signal.'}
            </FieldError>
          )}
          <CheckField
            label="Photos, documents and invoices as files too"
            checked={withFiles}
            onChange={({ currentTarget }) => setWithFiles(currentTarget.checked)}
          />
          <div className="grid gap-2 sm:justify-items-start">
            <Button disabled={offline} onClick={start}>
              <Download aria-hidden="true" />
              {save.isError ? 'Try again' : 'Export everything'}
            </Button>
            {offline && <p className="hint">You need signal to export.</p>}
            <ButtonLink variant="quiet" to="/import">
              Import from a file
            </ButtonLink>
            <ButtonLink variant="quiet" to="/files">
              Photos and documents
            </ButtonLink>
          </div>
        </>
      )}
    </AccountCard>
  );
}

function progressWords(progress: ExportProgress | null): string {
  if (!progress) return 'Looking at what there is...';
  const { phase, current, done, total } = progress;
  return phase === 'rows'
    ? `Reading ${tableLabel(current)}: ${formatCount(done)} of ${formatCount(total)} rows`
    : `Fetching photos, documents and invoices: ${formatCount(done)} of ${formatCount(total)}`;
}
