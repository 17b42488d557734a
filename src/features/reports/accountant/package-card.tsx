import { mutationOptions, useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { counted } from '@/domain/core/word-list';
import { issuedIn } from '@/domain/reports/accountant';
import { useOffline } from '@/lib/online';
import { Button } from '@/ui/button';
import { RunningExport } from '@/ui/feedback/running-export';
import { CheckField } from '@/ui/forms/check-field';
import { FieldError } from '@/ui/forms/field';
import { Card } from '@/ui/layout/card';
import type { Accounts } from './use-accountant';
import type { PackageProgress, PackageRequest } from './write-package';

export const documentsWords = (count: number) => counted(count, 'document', 'documents');

const savePackage = mutationOptions({
  mutationKey: ['reports', 'accountant'],
  // Without signal it fails at once, instead of waiting for signal and starting then.
  networkMode: 'always',
  mutationFn: async (request: PackageRequest, { client }) =>
    (await import('./write-package')).writePackage(request, client),
  meta: {
    saved: (written: number | null) =>
      written === null
        ? { title: 'No file was saved.' }
        : { title: 'The package is saved', description: `With ${documentsWords(written)} as PDF.` },
    failed: { title: 'The package stopped', description: 'Not everything could be read, so no file was saved.' },
  },
});

/** Makes the ZIP of the period: cover, tables, workbook and the documents as PDF. */
export function PackageCard({ accounts }: { accounts: Accounts }) {
  const offline = useOffline();
  const save = useMutation(savePackage);
  const [withDocuments, setWithDocuments] = useState(true);
  const [running, setRunning] = useState<AbortController | null>(null);
  const [progress, setProgress] = useState<PackageProgress | null>(null);
  const issued = issuedIn(accounts.documents, accounts.period).length;
  const start = () => {
    const controller = new AbortController();
    setRunning(controller);
    setProgress(null);
    save.mutate({ accounts, withDocuments, onProgress: setProgress, signal: controller.signal });
  };
  return (
    <Card className="report-card">
      <h2 className="text-4">The package for this period</h2>
      <p>
        One ZIP: this page as cover, the sales day book, payments, what is owed, VAT by rate and hours, each as CSV and
        all in one Excel file.
      </p>
      {save.isPending ? (
        <RunningExport
          done={progress?.done ?? 0}
          total={progress?.total ?? 0}
          words={progress ? `Invoices: ${progress.done} of ${progress.total}` : 'Making the tables...'}
          onCancel={() => running?.abort()}
        />
      ) : (
        <>
          {save.isError && (
            <FieldError>The package stopped, so no file was saved. Try again with better signal.</FieldError>
          )}
          {issued > 0 && (
            <CheckField
              label={`Invoices and credit notes as PDF too (${issued.toLocaleString('en-GB')})`}
              checked={withDocuments}
              onChange={({ currentTarget }) => setWithDocuments(currentTarget.checked)}
            />
          )}
          <div className="grid gap-2 sm:justify-items-start">
            <Button variant="main" disabled={offline} onClick={start}>
              <Download aria-hidden="true" />
              {save.isError ? 'Try again' : 'Save the package'}
            </Button>
            {offline && <p className="hint">You need signal to save the package.</p>}
          </div>
        </>
      )}
    </Card>
  );
}
