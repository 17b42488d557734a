import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { crewQuery } from '@/data/account/profiles';
import { approveWeek, queryWeek, reopenWeek, takeBackWeek } from '@/data/time/time';
import type { Row } from '@/domain/hours/timesheet';
import { useOffline } from '@/lib/online';
import type { TimeEntry } from '@/records/time';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { TextAreaField } from '@/ui/forms/field';
import { Dialog } from '@/ui/popups/dialog';
import { SignalHint } from '@/widgets/signal-hint';

const HandInDialog = lazy(async () => ({ default: (await import('./hand-in-dialog')).HandInDialog }));

/**
 * The next step of a person's week: handed in and taken back by that person; approved, queried or reopened by the
 * account holder.
 */
export function WeekStep({ row, monday }: { row: Row<TimeEntry>; monday: string }) {
  const { role, ownerId, userId, canWrite } = useAccount();
  const { data: crew } = useQuery({ ...crewQuery(ownerId), enabled: role === 'admin' });
  const offline = useOffline();
  const [openDialog, setOpenDialog] = useState<'hand in' | 'query' | 'reopen' | null>(null);
  const takeBack = useMutation(takeBackWeek);
  const approve = useMutation(approveWeek);
  const step = { employeeId: row.person, monday };
  const canDecide = row.state === 'open' || row.state === 'submitted';
  const isOwn = row.person === userId;
  // Active employees submit their week first; until then they may add more hours.
  const isActiveEmployee = crew?.some(({ id, personStatus }) => id === row.person && personStatus === 'active');
  const isAwaited = row.state === 'open' && !isOwn && isActiveEmployee !== false;
  if (!canWrite || row.state === 'none') return null;
  if (offline) return <SignalHint />;
  return (
    <div className="flex flex-wrap gap-2">
      {isOwn && row.state === 'open' && role !== 'admin' && (
        <Button variant="main" onClick={() => setOpenDialog('hand in')}>
          Hand in week
        </Button>
      )}
      {isOwn && row.state === 'submitted' && role !== 'admin' && (
        <Button busy={takeBack.isPending} busyText="Taking back..." onClick={() => takeBack.mutate(step)}>
          Take back
        </Button>
      )}
      {role === 'admin' && canDecide && (
        <>
          {isAwaited ? (
            <p className="hint self-center">Not handed in yet.</p>
          ) : (
            <Button busy={approve.isPending} busyText="Approving..." onClick={() => approve.mutate(step)}>
              Approve
            </Button>
          )}
          {!isOwn && <Button onClick={() => setOpenDialog('query')}>Query</Button>}
        </>
      )}
      {role === 'admin' && row.state === 'approved' && <Button onClick={() => setOpenDialog('reopen')}>Reopen</Button>}
      {openDialog === 'hand in' && (
        <Suspense>
          <HandInDialog row={row} monday={monday} onClose={() => setOpenDialog(null)} />
        </Suspense>
      )}
      {(openDialog === 'query' || openDialog === 'reopen') && (
        <ReasonDialog kind={openDialog} step={step} name={row.name} onClose={() => setOpenDialog(null)} />
      )}
    </div>
  );
}

const KINDS = {
  query: { title: 'Ask about the week of', label: 'Question', verb: 'Send back', mutation: queryWeek },
  reopen: { title: 'Reopen the week of', label: 'Why is it reopened?', verb: 'Reopen', mutation: reopenWeek },
};

function ReasonDialog({
  kind,
  step,
  name,
  onClose,
}: {
  kind: keyof typeof KINDS;
  step: { employeeId: string; monday: string };
  name: string;
  onClose: () => void;
}) {
  const { title, label, verb, mutation } = KINDS[kind];
  const change = useMutation(mutation);
  const [words, setWords] = useState('');
  const [tried, setTried] = useState(false);
  const empty = words.trim() === '';
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${title} ${name}`}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="main"
            busy={change.isPending}
            busyText="Saving..."
            onClick={() => {
              setTried(true);
              if (!empty) change.mutate({ ...step, words: words.trim() }, { onSuccess: onClose });
            }}
          >
            {verb}
          </Button>
        </>
      }
    >
      <TextAreaField
        label={label}
        rows={3}
        maxLength={300}
        value={words}
        error={tried && empty ? 'Write something.' : undefined}
        onChange={({ target }) => setWords(target.value)}
      />
    </Dialog>
  );
}
