import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  restoreAccount,
  restoreStateQuery,
  takeBackRestore,
  type RestoreProgress,
  type RestoreState,
} from '@/data/account/account-restore';
import type { Archive } from '@/data/account/restore-archive';
import { FileProblem } from '@/domain/core/file-problem';
import { dateIn, formatDateDated } from '@/domain/core/time';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { FieldError } from '@/ui/forms/field';
import { FileButton } from '@/ui/forms/file-button';
import { ConfirmDialog } from '@/ui/popups/dialog';
import { AccountCard } from './account-card';
import { RestorePreview } from './restore-preview';
import { useOfflineReason } from './use-offline-reason';

const formatCount = (count: number) => count.toLocaleString('en-GB');

/** The message after a failure: of the ZIP or its files, of the database, or a general one if the connection failed. */
function problemOf(error: Error, isStopped: boolean): string {
  if (isStopped) return 'Stopped. Go on with the same ZIP, or take it back.';
  // Only a response of the database has a code.
  const isRefusal = Boolean(Reflect.get(error, 'code'));
  return error instanceof FileProblem || isRefusal
    ? error.message
    : 'The restore stopped. Try again with better signal: it goes on where it stopped.';
}

/** Runs a restore or takes it back; returns the progress, the problem and a function to stop it. */
function useRun() {
  const { ownerId } = useAccount();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<RestoreProgress | null>(null);
  const [running, setRunning] = useState<AbortController | null>(null);
  const restore = useMutation(restoreAccount);
  const back = useMutation(takeBackRestore);
  const begin = () => {
    const controller = new AbortController();
    setRunning(controller);
    setProgress(null);
    return { onProgress: setProgress, signal: controller.signal };
  };
  // Any query may have another result afterwards, also if it failed half way.
  const options = { onSettled: () => queries.invalidateQueries() };
  const failed = [restore, back].find(({ isError }) => isError)?.error;
  return {
    progress,
    isRunning: restore.isPending || back.isPending,
    isDone: restore.isSuccess,
    problem: failed ? problemOf(failed, running?.signal.aborted === true) : null,
    stop: () => running?.abort(),
    restore: (archive: Archive) => {
      back.reset();
      restore.mutate({ ownerId, archive, ...begin() }, options);
    },
    takeBack: () => {
      restore.reset();
      back.mutate(begin(), options);
    },
  };
}

/** The chosen ZIP. Only its manifest is read here. */
function useChosenArchive() {
  const [archive, setArchive] = useState<Archive | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async (file: File) => {
    setArchive(null);
    setProblem(null);
    try {
      setArchive(await (await import('@/data/account/restore-archive')).openArchive(file));
    } catch (error) {
      if (error instanceof FileProblem) setProblem(error.message);
      // The browser can't read the file, for example because it was moved meanwhile.
      else if (error instanceof DOMException) setProblem('The file could not be opened. Choose it again.');
      else throw error;
    }
  };
  return { archive, problem, choose, forget: () => setArchive(null) };
}

const intro = (stored: RestoreState) =>
  stored.refusal ??
  'Everything from the ZIP of an earlier export, into this empty account: records, invoices with their numbers, history, photos, documents and PDFs.';

/** Restores the ZIP of an export into an empty account, continues an interrupted restore, or takes it back. */
export function RestoreCard() {
  const { ownerId, settings } = useAccount();
  const { data: stored } = useQuery(restoreStateQuery(ownerId));
  const offline = useOfflineReason() !== null;
  const run = useRun();
  const { archive, problem, choose, forget } = useChosenArchive();
  const [asking, setAsking] = useState(false);
  if (!stored || (stored.state === 'done' && !run.isDone)) return null;
  const isUnfinished = stored.state === 'running' || stored.state === 'taking_back';
  const isOtherZip = isUnfinished && archive !== null && archive.id !== stored.archive;
  if (run.isRunning)
    return (
      <AccountCard title="Restore from a ZIP">
        <RunningRestore progress={run.progress} onCancel={run.stop} />
      </AccountCard>
    );
  if (run.isDone)
    return (
      <AccountCard
        title="Restore from a ZIP"
        text="Everything is restored. Invite your crew again, and set up notifications on each phone."
      >
        {null}
      </AccountCard>
    );
  return (
    <AccountCard title="Restore from a ZIP" text={isUnfinished ? null : intro(stored)}>
      {isUnfinished && (
        <output className="block">
          <strong>This account is half restored</strong>
          {stored.farm ? `, from the ZIP of ${stored.farm}` : ''}
          {stored.madeAt ? `, saved on ${formatDateDated(dateIn(settings.zone, stored.madeAt))}` : ''}. Nothing else can
          be saved until it is finished.{' '}
          {stored.state === 'running' ? 'Choose the same ZIP to go on, or take it back.' : 'Finish taking it back.'}
        </output>
      )}
      {archive && !isOtherZip && <RestorePreview archive={archive} zone={settings.zone} />}
      {(run.problem ?? problem) && <FieldError>{run.problem ?? problem}</FieldError>}
      {isOtherZip && <FieldError>This is another ZIP. Choose the one that was being restored.</FieldError>}
      {!stored.refusal && (
        <div className="flex flex-wrap gap-2">
          {stored.state !== 'taking_back' && (
            <>
              {archive && !isOtherZip && (
                <Button variant="main" disabled={offline} onClick={() => run.restore(archive)}>
                  {isUnfinished ? 'Go on' : 'Restore'}
                </Button>
              )}
              <FileButton
                name="ZIP of an export"
                accept=".zip,application/zip"
                label={archive ? 'Choose another ZIP' : 'Choose the ZIP'}
                disabled={offline}
                onChosen={(file) => void choose(file)}
              />
            </>
          )}
          {isUnfinished && (
            <Button disabled={offline} onClick={() => setAsking(true)}>
              Take it back
            </Button>
          )}
        </div>
      )}
      {offline && !stored.refusal && <p className="hint">You need signal to restore.</p>}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Take the restore back?"
        verb="Take it back"
        onConfirm={() => {
          setAsking(false);
          forget();
          run.takeBack();
        }}
      >
        Everything that was restored so far is deleted from this account. The ZIP itself stays on your device.
      </ConfirmDialog>
    </AccountCard>
  );
}

function RunningRestore({ progress, onCancel }: { progress: RestoreProgress | null; onCancel: () => void }) {
  return (
    <div className="grid gap-2" aria-busy="true">
      <progress
        className="export-progress"
        aria-label="How far the restore is"
        max={Math.max(progress?.total ?? 0, 1)}
        value={progress?.done ?? 0}
      />
      <output className="figure left text-2">{progressWords(progress)}</output>
      <p className="hint">Keep this page open. If it is cut off, nothing is lost: choose the same ZIP again.</p>
      <div>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  );
}

function progressWords(progress: RestoreProgress | null): string {
  if (!progress) return 'Looking at the ZIP...';
  const { phase, done, total } = progress;
  const numbers = `${formatCount(done)} of ${formatCount(total)}`;
  if (phase === 'checking') return `Checking the ZIP: ${numbers} rows`;
  if (phase === 'rows') return `Restoring: ${numbers} rows`;
  if (phase === 'files') return `Storing files: ${numbers}`;
  return total > 0 ? `Deleting files: ${numbers}` : 'Deleting what was restored...';
}
