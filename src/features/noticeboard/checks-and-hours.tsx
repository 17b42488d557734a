import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck, Clock } from 'lucide-react';
import { checklistsQuery } from '@/data/checklists/checklists';
import { dueChecksOn, machinesOfDay } from '@/domain/checklists/own-checks';
import { formatDate, formatDuration } from '@/domain/core/time';
import { toServerTime } from '@/domain/hours/shift';
import type { DiaryEvent } from '@/records/diary';
import { useAccount } from '@/session/account';
import { useNow, useSkew } from '@/session/today';
import { AlertList, AlertRow } from '@/ui/feedback/alert-row';
import { fillAddress } from '@/widgets/checklists/fill-address';
import { useLatestChecks } from '@/widgets/checklists/use-latest-checks';
import { useOwnShifts, weekOf } from '@/widgets/hours/own-shifts';
import { useMachines } from '@/widgets/machines/use-fleet';

/**
 * The checks that are due and the hours of this week, shown below an employee's jobs. Offline from the copies on this
 * device.
 */
export function ChecksAndHours({ jobs, today }: { jobs: readonly DiaryEvent[]; today: string }) {
  return (
    <>
      <ChecksDue jobs={jobs} today={today} />
      <MyHours today={today} />
    </>
  );
}

/** The checks that are due today on the machines that an employee takes out. Each opens its checklist. */
function ChecksDue({ jobs, today }: { jobs: readonly DiaryEvent[]; today: string }) {
  const account = useAccount();
  const { data: templates = [] } = useQuery(checklistsQuery(account));
  const checks = useLatestChecks();
  const { machines } = useMachines();
  // A lapsed account can open no other page.
  if (!account.canWrite) return null;
  // A planned job has no machines of its own: the account holder names them in its title or its note.
  const texts = jobs.map(({ title, taskName, notes }) => [title, taskName, notes].filter(Boolean).join(' '));
  const person = [account.firstName, account.lastName].filter(Boolean).join(' ');
  const due = dueChecksOn(machinesOfDay(machines, texts, checks, person, today), templates, checks, today);
  if (due.length === 0) return null;
  return (
    <AlertList label="Checks due today">
      {due.map(({ templateId, name, machine, lastOn }) => (
        <AlertRow
          key={`${templateId} ${machine ?? ''}`}
          tone="warn"
          icon={<ClipboardCheck />}
          title={`Check due: ${machine ?? name}`}
          detail={[name, lastOn === null ? 'never done' : `last done ${formatDate(lastOn, today)}`].join(', ')}
          to={fillAddress(templateId, machine)}
        />
      ))}
    </AlertList>
  );
}

/** An employee's hours of this week so far, with the running shift. Opens the time diary. */
function MyHours({ today }: { today: string }) {
  const { canWrite } = useAccount();
  const now = toServerTime(useNow(), useSkew() ?? 0);
  const { query, shifts } = useOwnShifts();
  if (query.data === undefined) return null;
  const days = weekOf(shifts, today, now);
  const minutesToday = days.find(({ date }) => date === today)?.paid ?? 0;
  return (
    <AlertList label="My hours">
      <AlertRow
        tone="note"
        icon={<Clock />}
        title="My hours this week"
        detail={`${formatDuration(minutesToday)} today`}
        figure={formatDuration(days.reduce((sum, { paid }) => sum + paid, 0))}
        // A lapsed account can open no other page.
        to={canWrite ? '/time-diary' : undefined}
      />
    </AlertList>
  );
}
