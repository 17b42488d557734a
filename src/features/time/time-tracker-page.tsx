import { Coffee, History, LogIn, LogOut, RefreshCw, Undo2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { formatDate, localTimeIn, todayIn } from '@/domain/core/time';
import { isLong, skewWords } from '@/domain/hours/shift';
import { canStayAwake, stayAwake } from '@/lib/device/wake-lock';
import { useOffline } from '@/lib/online';
import { jobWords } from '@/records/time';
import { useAccount } from '@/session/account';
import { READ_ONLY } from '@/session/disabled-reason';
import { usePassed } from '@/session/use-passed';
import { useToday } from '@/session/today';
import { Button, ButtonLink } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { CheckField } from '@/ui/forms/check-field';
import { Page } from '@/ui/layout/page';
import { ErrorState } from '@/ui/lists/list-states';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { UnstoredEntry } from '@/widgets/unsent/unstored-entry';
import { ClockTag } from './clock-tag';
import { DayLine } from './day-line';
import { GENERAL, logAddress, useLoggedWorkId } from './log-work';
import { type Job, sendTimeNow } from './time-entries';
import { useClock, type Clock } from './use-clock';
import { useClockActions, type ClockActions } from './use-clock-actions';
import { WeekBars } from './week-bars';

// Loaded on demand; the clock itself is loaded with the page.
const JobDialog = lazy(async () => ({ default: (await import('./job-dialog')).JobDialog }));
const SetTimeDialog = lazy(async () => ({ default: (await import('./shift/set-time-dialog')).SetTimeDialog }));

const NO_JOB: Job = { activity: GENERAL, customer: null };

/** /time-tracker: clock in, breaks, clock out. All of it works offline. */
export function TimeTrackerPage() {
  const clock = useClock();
  const actions = useClockActions(clock);
  const [unstoredEntry, ...followingEntries] = actions.unstoredEntries;
  const { query, skewS, shift, now } = clock;
  const { zone } = useAccount().settings;
  const skewWarning = skewS === null ? null : skewWords(skewS);
  const offline = useOffline();
  const isRead = query.data !== undefined;
  return (
    <Page title="Time Tracker" narrow className="content-start">
      <SnapshotAge at={query.dataUpdatedAt} />
      {skewWarning !== null && <Banner tone="warn">{skewWarning}</Banner>}
      <OverdueClock {...clock} />
      <UnstoredEntry
        entry={unstoredEntry ?? null}
        following={followingEntries}
        sendMutation={sendTimeNow}
        onSent={actions.dropSent}
      />
      <RefusedShift {...clock} />
      {!isRead && query.isError && !offline && <ErrorState onRetry={() => void query.refetch()} />}
      <ClockTag {...clock} />
      {shift && clock.state === 'running' && <DayLine shift={shift.row} now={now} zone={zone} />}
      <ClockButtons clock={clock} actions={actions} />
      <WeekBars shifts={clock.shifts} now={now} isRead={isRead} />
    </Page>
  );
}

const MAX_LAST_JOBS = 4;
/** The jobs of the person's last shifts, without duplicates and without the running one. */
function lastJobsOf(shifts: Clock['shifts'], running: Clock['shift']): Job[] {
  const jobs = new Map(
    shifts.map(({ row: { activity, customer } }) => [jobWords({ activity, customer }), { activity, customer }]),
  );
  if (running) jobs.delete(jobWords(running.row));
  return [...jobs.values()].slice(0, MAX_LAST_JOBS);
}

/** An entry the database refused, unless it is the running shift: the person has to correct it. */
function RefusedShift({ shifts, shift }: Clock) {
  const refusedShift = shifts.find(({ row, entry }) => entry?.problem && row.id !== shift?.row.id);
  if (!refusedShift?.entry?.problem) return null;
  return (
    <Banner tone="warn" action={<ButtonLink to={`/time-diary?edit=${refusedShift.row.id}`}>Put it right</ButtonLink>}>
      Not taken: {refusedShift.entry.problem.sentence}
    </Banner>
  );
}

/** Asks about a clock that has been running for too long. It is never stopped automatically. */
function OverdueClock({ shift, state, now }: Clock) {
  const { zone } = useAccount().settings;
  const today = useToday();
  if (!shift) return null;
  const day = todayIn(zone, new Date(shift.row.clockInAt));
  const date = formatDate(day, today).replace(/^\w+ /, '');
  if (state === 'forgotten') return <Banner tone="bad">You didn't clock out on {date}. When did you finish?</Banner>;
  if (!isLong(shift.row, now)) return null;
  return (
    <Banner tone="warn">
      You have been clocked in since {localTimeIn(zone, new Date(shift.row.clockInAt))} on {date}. Clock out, or set the
      time at which you finished.
    </Banner>
  );
}

function ClockButtons({ clock, actions }: { clock: Clock; actions: ClockActions }) {
  const { shift, currentBreak, state, outboxLoading, shifts, now } = clock;
  const { canWrite } = useAccount();
  const [openDialog, setOpenDialog] = useState<'job' | 'start' | 'time' | null>(null);
  const close = () => setOpenDialog(null);
  const last = shifts[0]?.row;
  // The last job is the most likely next one.
  const job: Job = last ? { activity: last.activity, customer: last.customer } : NO_JOB;
  // Saved, but not in the list yet: a second press would create a second shift.
  const undoExpired = usePassed(actions.undoUntil);
  const isAppearing = actions.lastAction?.kind === 'in' && shift === null && !undoExpired;
  const disabled = !canWrite || outboxLoading || actions.busy || isAppearing;
  return (
    <div className="grid gap-2">
      {!canWrite && <Banner tone="note">{READ_ONLY}</Banner>}
      {shift ? (
        <>
          <Button
            variant="inverse"
            wide
            className="clock-button"
            disabled={disabled}
            onClick={() => (state === 'forgotten' ? setOpenDialog('time') : actions.clockOut())}
          >
            <LogOut aria-hidden="true" />
            Clock Out
          </Button>
          <Button
            size="xl"
            wide
            disabled={disabled || state === 'forgotten'}
            onClick={currentBreak ? actions.endBreak : actions.startBreak}
          >
            <Coffee aria-hidden="true" />
            {currentBreak ? 'End Break' : 'Start Break'}
          </Button>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2">
            <Button
              size="l"
              className="px-2"
              disabled={disabled || state === 'forgotten'}
              onClick={() => setOpenDialog('job')}
            >
              <RefreshCw aria-hidden="true" />
              Change job
            </Button>
            <Button size="l" className="px-2" disabled={disabled} onClick={() => setOpenDialog('time')}>
              <History aria-hidden="true" />
              Set a time
            </Button>
          </div>
          <KeepScreenOn />
        </>
      ) : (
        <>
          <Button
            variant="inverse"
            wide
            className="clock-button"
            disabled={disabled}
            onClick={() => actions.clockIn(job)}
          >
            <LogIn aria-hidden="true" />
            Clock In
          </Button>
          {jobWords(job) !== jobWords(NO_JOB) && (
            <p className="hint text-center wrap-anywhere">For {jobWords(job)}, as last time.</p>
          )}
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2">
            <Button size="l" className="px-2" disabled={disabled} onClick={() => setOpenDialog('start')}>
              <RefreshCw aria-hidden="true" />
              Choose a job
            </Button>
            <Button size="l" className="px-2" disabled={disabled} onClick={() => setOpenDialog('time')}>
              <History aria-hidden="true" />
              Forgot? Set a time
            </Button>
          </div>
        </>
      )}
      <LastActionButtons actions={actions} shifts={shifts} />
      <Suspense fallback={null}>
        {(openDialog === 'job' || openDialog === 'start') && (
          <JobDialog
            title={openDialog === 'job' ? 'Change job' : 'What are you starting?'}
            verb={openDialog === 'job' ? 'Change job' : 'Clock In'}
            job={openDialog === 'job' && shift ? shift.row : job}
            lastJobs={lastJobsOf(shifts, shift)}
            busy={actions.busy}
            onClose={close}
            onChoose={(next) => {
              close();
              if (openDialog === 'job') actions.changeJob(next);
              else actions.clockIn(next);
            }}
          />
        )}
        {openDialog === 'time' && (
          <SetTimeDialog
            shift={shift?.row ?? null}
            others={shifts.map(({ row }) => row)}
            now={now}
            busy={actions.busy}
            onClose={close}
            onSet={(at) => {
              close();
              if (shift) actions.clockOut(at);
              else actions.clockIn(job, at);
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

/** Keeps the screen on while this page is open, for a phone in its holder. Hidden if the device does not support it. */
function KeepScreenOn() {
  const [on, setOn] = useState(false);
  useEffect(() => (on ? stayAwake() : undefined), [on]);
  if (!canStayAwake()) return null;
  return <CheckField label="Keep the screen on" checked={on} onChange={({ target }) => setOn(target.checked)} />;
}

/** After clocking in or out: a button to undo it for a few seconds, and a link to log the time as work. */
function LastActionButtons({ actions, shifts }: { actions: ClockActions } & Pick<Clock, 'shifts'>) {
  const { zone } = useAccount().settings;
  const { lastAction, undoUntil } = actions;
  const undoExpired = usePassed(undoUntil);
  const lastShift = shifts.find(({ row }) => row.id === lastAction?.id)?.row ?? null;
  const finishedShift = lastShift !== null && lastShift.clockOutAt !== null ? lastShift : null;
  const loggedWorkId = useLoggedWorkId(finishedShift);
  if (!lastAction) return null;
  // Undo edits the row in the list, so it is offered only once the row is there.
  const shown = lastAction.kind === 'in' ? lastShift !== null : finishedShift !== null;
  return (
    <div className="grid gap-2">
      {!undoExpired && shown && lastAction.kind !== 'job' && (
        <Button size="l" variant="quiet" onClick={actions.undo}>
          <Undo2 aria-hidden="true" />
          {lastAction.kind === 'in' ? 'Undo clocking in' : 'Undo clocking out'}
        </Button>
      )}
      {finishedShift && lastAction.kind !== 'in' && loggedWorkId === null && (
        <Banner
          tone="note"
          onDismiss={actions.dismiss}
          action={
            <ButtonLink to={logAddress(finishedShift, zone)} variant="main">
              Log work
            </ButtonLink>
          }
        >
          Log this as work?
        </Banner>
      )}
    </div>
  );
}
