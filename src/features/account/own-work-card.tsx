import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { exportOwnHours } from '@/data/time/time-export';
import { NO_WORKS_FILTER } from '@/data/works/works-filter';
import { exportWorks } from '@/data/works/works-export';
import type { AccountSettings } from '@/domain/account/account';
import { todayIn } from '@/domain/core/time';
import { useNow } from '@/session/today';
import { Button } from '@/ui/button';
import { FieldError } from '@/ui/forms/field';
import { AccountCard } from './account-card';
import { useOfflineReason } from './use-offline-reason';

const TITLE = 'Your hours and jobs';
const formatCount = (count: number) => count.toLocaleString('en-GB');

/** Employees can always export what they logged, also when the account has lapsed. */
export function OwnWorkCard({
  userId,
  ownerId,
  settings,
}: {
  userId: string;
  ownerId: string;
  /** Null if the farm's settings could not be read, for example because access is suspended. */
  settings: AccountSettings | null;
}) {
  const now = useNow();
  const offline = useOfflineReason() !== null;
  const save = useMutation(exportWorks);
  const hours = useMutation(exportOwnHours);
  const [running, setRunning] = useState<AbortController | null>(null);
  const [written, setWritten] = useState(0);
  if (!settings)
    return (
      <AccountCard title={TITLE}>
        <p>They can’t be read at the moment. Ask the main account holder for them.</p>
      </AccountCard>
    );
  const start = () => {
    const controller = new AbortController();
    const today = todayIn(settings.zone, now);
    setRunning(controller);
    setWritten(0);
    save.mutate({
      reader: { ownerId, userId, seesRates: settings.seesRates },
      filter: { ...NO_WORKS_FILTER, people: [userId], today },
      zone: settings.zone,
      fileName: `my-hours-and-jobs-${today}.csv`,
      onProgress: setWritten,
      signal: controller.signal,
    });
  };
  const startHours = () => {
    const fileName = `my-clocked-hours-${todayIn(settings.zone, now)}.csv`;
    const { signal } = new AbortController();
    hours.mutate({ reader: { ownerId, userId }, zone: settings.zone, now, fileName, signal });
  };
  return (
    <AccountCard
      title={TITLE}
      text="Every job you logged on this farm and every hour you clocked, each as a table for spreadsheets (CSV)."
    >
      {save.isPending ? (
        <div className="flex flex-wrap items-center gap-3" aria-busy="true">
          <Button onClick={() => running?.abort()}>Cancel</Button>
          <output className="figure left text-2">Writing your jobs: {formatCount(written)}</output>
        </div>
      ) : (
        <div className="grid gap-2 sm:justify-items-start">
          {save.isError && (
            <FieldError>The export stopped, so no file was saved. Try again with better signal.</FieldError>
          )}
          <Button disabled={offline} onClick={start}>
            <Download aria-hidden="true" />
            Download my hours and jobs
          </Button>
          <Button disabled={offline} busy={hours.isPending} busyText="Writing your hours..." onClick={startHours}>
            <Download aria-hidden="true" />
            Download my clocked hours
          </Button>
          {offline && <p className="hint">You need signal to export.</p>}
        </div>
      )}
    </AccountCard>
  );
}
