import { Plus, SquarePen, Wrench } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { formatDate } from '@/domain/core/time';
import type { DueItem } from '@/domain/machinery/due';
import { formatReading } from '@/domain/machinery/machine';
import { dueWords, intervalWords } from '@/domain/machinery/machine-words';
import { useOffline } from '@/lib/online';
import type { Machine } from '@/records/machines';
import type { Schedule } from '@/records/services';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button, ButtonLink } from '@/ui/button';
import { Card } from '@/ui/layout/card';
import { EmptyState } from '@/ui/lists/list-states';
import { newServicePath } from './machinery-address';
import { DueBadge } from './machine-state';

// Loaded on demand.
const PlanDialog = lazy(async () => ({ default: (await import('./plan-dialog')).PlanDialog }));
const ScheduleDialog = lazy(async () => ({ default: (await import('./schedule-dialog')).ScheduleDialog }));

/** A machine's planned services and document dates, most urgent first. The account holder changes the plan. */
export function DueTab({
  machine,
  due,
  schedules,
}: {
  machine: Machine;
  due: readonly DueItem[];
  schedules: readonly Schedule[];
}) {
  const { role, canWrite } = useAccount();
  const offline = useOffline();
  const today = useToday();
  const [edited, setEdited] = useState<Schedule | 'new' | null>(null);
  const [choosing, setChoosing] = useState(false);
  const mayPlan = role === 'admin' && canWrite && !offline && machine.status !== 'sold';
  const plan = schedules.filter(({ machineId }) => machineId === machine.id);
  const inactive = plan.filter(({ active }) => !active);
  const buttons = mayPlan && (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setChoosing(true)} variant={plan.length === 0 ? 'main' : 'plain'}>
        <Plus aria-hidden="true" />
        Ready-made plan
      </Button>
      <Button onClick={() => setEdited('new')}>
        <Plus aria-hidden="true" />
        Add a service
      </Button>
    </div>
  );
  return (
    <div className="grid gap-4">
      {due.length === 0 ? (
        <Card>
          <EmptyState
            title="No service plan yet."
            text={
              mayPlan ? 'Start from a ready-made one and follow your manual.' : 'The account holder plans services.'
            }
            action={buttons}
          />
        </Card>
      ) : (
        <>
          <Card rows>
            {due.map((item) => {
              const schedule = plan.find(({ id }) => id === item.scheduleId);
              return (
                <div key={item.key} className="grid gap-2 px-4 py-3">
                  <div className="flex flex-wrap items-center justify-between gap-2">
                    <h2 className="text-3">{item.name}</h2>
                    <DueBadge state={item.due.state} />
                  </div>
                  <p className="text-2 text-muted">
                    {[
                      dueWords(item.due, item.meterType, today, (date) => formatDate(date, today)),
                      schedule && intervalWords(schedule, machine.meterType),
                      schedule?.lastDoneAt && `last done ${formatDate(schedule.lastDoneAt, today)}`,
                      schedule && countedWords(schedule, machine),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                  {schedule && (
                    <div className="flex flex-wrap gap-2">
                      {canWrite && (
                        <ButtonLink to={newServicePath(machine.id, { schedule: schedule.id })}>
                          <Wrench aria-hidden="true" />
                          Done
                          <span className="sr-only">: {item.name}</span>
                        </ButtonLink>
                      )}
                      {mayPlan && (
                        <Button variant="quiet" onClick={() => setEdited(schedule)} aria-label={`Change ${item.name}`}>
                          <SquarePen aria-hidden="true" />
                          Change
                        </Button>
                      )}
                    </div>
                  )}
                </div>
              );
            })}
          </Card>
          {buttons}
        </>
      )}
      {mayPlan && inactive.length > 0 && (
        <p className="flex flex-wrap items-center gap-2 text-2 text-muted">
          Not in use:
          {inactive.map((schedule) => (
            <Button key={schedule.id} variant="quiet" onClick={() => setEdited(schedule)}>
              {schedule.name}
            </Button>
          ))}
        </p>
      )}
      {choosing && (
        <Suspense>
          <PlanDialog machine={machine} planned={plan} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
      {edited && (
        <Suspense>
          <ScheduleDialog
            machine={machine}
            schedule={edited === 'new' ? null : edited}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** From which reading a service is counted whose own reading is not known; null if it is known. */
function countedWords({ intervalMeter, countsFrom, countsFromEstimated }: Schedule, machine: Machine): string | null {
  if (intervalMeter === null || countsFrom === null || !countsFromEstimated) return null;
  const reading = countsFrom - machine.meterOffset;
  return `without a reading then, counted from ${reading < 0 ? 'the old meter' : formatReading(reading, machine.meterType)}`;
}
