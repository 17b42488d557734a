import { Coffee, History, LogIn, LogOut, RefreshCw, Undo2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { formatDate, localTimeIn, todayIn } from '@/domain/core/time';
import { isLong, skewWords } from '@/domain/hours/shift';
import { sendTimeNow } from '@/offline/outbox/save-entries';
import { jobWords } from '@/records/time';
import { useAccount } from '@/session/account';
import { usePassed } from '@/session/instant';
import { useToday } from '@/session/today';
import { Button, ButtonLink } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { Page } from '@/ui/layout/page';
import { ErrorState } from '@/ui/lists/list-states';
import { CopyNote } from '@/widgets/copy-note';
import { NotKept } from '@/widgets/unsent/not-kept';
import { ClockTag } from './clock-tag';
import { DayLine } from './day-line';
import { KeepScreenOn } from './keep-screen-on';
import { GENERAL, logAddress, useLogged } from './log-work';
import { type Job } from './time-entries';
import { useClock, type Clock } from './use-clock';
import { usePress, type Press } from './use-press';
import { WeekBars } from './week-bars';

// Loaded on demand; the clock itself is loaded with the page.
const JobDialog = lazy(async () => ({ default: (await import('./job-dialog')).JobDialog }));
const SetTimeDialog = lazy(async () => ({ default: (await import('./set-time-dialog')).SetTimeDialog }));

const NO_JOB: Job = { activity: GENERAL, customer: null };

/** /time-tracker: clock in, breaks, clock out. All of it works offline. */
export function TimeTrackerPage() {
  const clock = useClock();
  const press = usePress(clock);
  const { query, skewS, shift, now } = clock;
  const { zone } = useAccount().settings;
  const skewed = skewS === null ? null : skewWords(skewS);
  const broken = query.isError && query.data === undefined;
  return (
    <Page title="Time Tracker" narrow className="content-start">
      <CopyNote at={query.dataUpdatedAt} />
      {skewed !== null && <Banner tone="warn">{skewed}</Banner>}
      <Overdue {...clock} />
      <NotKept entry={press.refused} send={sendTimeNow} onSent={press.forget} />
      <Refused {...clock} />
      {broken && <ErrorState onRetry={() => void query.refetch()} />}
      <ClockTag {...clock} />
      {shift && clock.state === 'running' && <DayLine shift={shift.row} now={now} zone={zone} />}
      <Presses clock={clock} press={press} />
      <WeekBars shifts={clock.shifts} now={now} />
    </Page>
  );
}

const LATELY = 4;
/** The jobs of the person's last shifts, without duplicates and without the running one. */
function latelyOf(shifts: Clock['shifts'], running: Clock['shift']): Job[] {
  const jobs = new Map(
    shifts.map(({ row: { activity, customer } }) => [jobWords({ activity, customer }), { activity, customer }]),
  );
  if (running) jobs.delete(jobWords(running.row));
  return [...jobs.values()].slice(0, LATELY);
}

/** An entry the database refused, unless it is the running shift: the person has to correct it. */
function Refused({ shifts, shift }: Clock) {
  const one = shifts.find(({ row, entry }) => entry?.problem && row.id !== shift?.row.id);
  if (!one?.entry?.problem) return null;
  return (
    <Banner tone="warn" action={<ButtonLink to={`/time-diary?edit=${one.row.id}`}>Put it right</ButtonLink>}>
      Not sent: {one.entry.problem.sentence}
    </Banner>
  );
}

/** Asks about a clock that has been running for too long. It is never stopped automatically. */
function Overdue({ shift, state, now }: Clock) {
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

function Presses({ clock, press }: { clock: Clock; press: Press }) {
  const { shift, pause, state, unknown, shifts, now } = clock;
  const { canWrite } = useAccount();
  const [asking, setAsking] = useState<'job' | 'start' | 'time' | null>(null);
  const close = () => setAsking(null);
  const last = shifts[0]?.row;
  // The last job is the most likely next one.
  const job: Job = last ? { activity: last.activity, customer: last.customer } : NO_JOB;
  // Saved, but not in the list yet: a second tap would create a second shift.
  const over = usePassed(press.undoUntil);
  const arriving = press.pressed?.kind === 'in' && shift === null && !over;
  const held = !canWrite || unknown || press.busy || arriving;
  return (
    <div className="grid gap-2">
      {!canWrite && <Banner tone="note">Your account can read but not write at the moment.</Banner>}
      {shift ? (
        <>
          <Button
            variant="inverse"
            wide
            className="clock-press"
            disabled={held}
            onClick={() => (state === 'forgotten' ? setAsking('time') : press.clockOut())}
          >
            <LogOut aria-hidden="true" />
            Clock Out
          </Button>
          <Button
            size="xl"
            wide
            disabled={held || state === 'forgotten'}
            onClick={pause ? press.endBreak : press.startBreak}
          >
            <Coffee aria-hidden="true" />
            {pause ? 'End Break' : 'Start Break'}
          </Button>
          <div className="grid grid-cols-2 gap-2">
            <Button size="l" className="px-2" disabled={held || state === 'forgotten'} onClick={() => setAsking('job')}>
              <RefreshCw aria-hidden="true" />
              Change job
            </Button>
            <Button size="l" className="px-2" disabled={held} onClick={() => setAsking('time')}>
              <History aria-hidden="true" />
              Set a time
            </Button>
          </div>
          <KeepScreenOn />
        </>
      ) : (
        <>
          <Button variant="inverse" wide className="clock-press" disabled={held} onClick={() => press.clockIn(job)}>
            <LogIn aria-hidden="true" />
            Clock In
          </Button>
          <div className="grid grid-cols-2 gap-2">
            <Button size="l" className="px-2" disabled={held} onClick={() => setAsking('start')}>
              <RefreshCw aria-hidden="true" />
              Choose a job
            </Button>
            <Button size="l" className="px-2" disabled={held} onClick={() => setAsking('time')}>
              <History aria-hidden="true" />
              Forgot? Set a time
            </Button>
          </div>
        </>
      )}
      <Last press={press} shifts={shifts} />
      <Suspense fallback={null}>
        {(asking === 'job' || asking === 'start') && (
          <JobDialog
            title={asking === 'job' ? 'Change job' : 'What are you starting?'}
            verb={asking === 'job' ? 'Change job' : 'Clock In'}
            job={asking === 'job' && shift ? shift.row : job}
            lately={latelyOf(shifts, shift)}
            busy={press.busy}
            onClose={close}
            onChosen={(next) => {
              close();
              if (asking === 'job') press.changeJob(next);
              else press.clockIn(next);
            }}
          />
        )}
        {asking === 'time' && (
          <SetTimeDialog
            shift={shift?.row ?? null}
            others={shifts.map(({ row }) => row)}
            now={now}
            busy={press.busy}
            onClose={close}
            onSet={(at) => {
              close();
              if (shift) press.clockOut(at);
              else press.clockIn(job, at);
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

/** After a press: a few seconds to undo it, and a link to log the time as work. */
function Last({ press, shifts }: { press: Press } & Pick<Clock, 'shifts'>) {
  const { zone } = useAccount().settings;
  const { pressed, undoUntil } = press;
  const over = usePassed(undoUntil);
  const now = shifts.find(({ row }) => row.id === pressed?.id)?.row ?? null;
  const ended = now !== null && now.clockOutAt !== null ? now : null;
  const logged = useLogged(ended);
  if (!pressed) return null;
  // Undo edits the row in the list, so it is offered only once the row is there.
  const shown = pressed.kind === 'in' ? now !== null : ended !== null;
  return (
    <div className="grid gap-2">
      {!over && shown && pressed.kind !== 'job' && (
        <Button size="l" variant="quiet" onClick={press.undo}>
          <Undo2 aria-hidden="true" />
          {pressed.kind === 'in' ? 'Undo clocking in' : 'Undo clocking out'}
        </Button>
      )}
      {ended && pressed.kind !== 'in' && logged === null && (
        <Banner
          tone="note"
          onDismiss={press.forget}
          action={
            <ButtonLink to={logAddress(ended, zone)} variant="main">
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
