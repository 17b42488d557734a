import { mutationOptions, useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { formatDate } from '@/domain/core/time';
import { useAccount } from '@/session/account';
import { useOffline } from '@/session/connection';
import { useNow, useToday } from '@/session/today';
import { Button, ButtonLink } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { Page } from '@/ui/layout/page';
import { useWide } from '@/ui/layout/use-wide';
import { EmptyState, ErrorState, LoadingRows } from '@/ui/lists/list-states';
import { Dialog } from '@/ui/popups/dialog';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { DayCard } from './day-card';
import { DayList } from './day-list';
import { DayView } from './day-view';
import { sumWords } from './day-words';
import { filterWords } from './diary-address';
import type { DiaryFile } from './diary-file';
import { DiaryFilters } from './diary-filters';
import { AddMenu, DiarySteps, ExportMenu, RainButton, rainDay, rainJobs, StepRow, ViewChips } from './diary-tools';
import { MonthView } from './month-view';
import { useDiary, type Diary } from './use-diary';
import { useSwipe } from './use-swipe';
import { WeekView } from './week-view';

// Loaded on demand.
const EventDialog = lazy(async () => ({ default: (await import('./event-dialog')).EventDialog }));
const PlanDialog = lazy(async () => ({ default: (await import('./plan-dialog')).PlanDialog }));
const RainDialog = lazy(async () => ({ default: (await import('./rain-dialog')).RainDialog }));

/** Exports the diary. The code that creates the files is loaded on demand. */
const downloadDiary = mutationOptions({
  mutationKey: ['diary', 'file'],
  // Created on the device: works offline.
  networkMode: 'always',
  mutationFn: async (file: DiaryFile) => (await import('./diary-file')).saveDiary(file),
  meta: { failed: { title: 'Error Saving File' } },
});

/** /diary: logged work, planned events, shifts, notes and due dates by day, week or month, or as an agenda. */
export function DiaryPage() {
  const account = useAccount();
  const now = useNow();
  const offline = useOffline();
  const diary = useDiary();
  const wide = useWide();
  const [dialog, setDialog] = useState<'rain' | { startTime: string; day: string } | null>(null);
  const { days, range, address, today } = diary;
  const file = useMutation(downloadDiary);
  const saveAs = (kind: 'csv' | 'ics' | 'pdf') =>
    file.mutate({ kind, days, range, title: diary.title, filters: filterWords(address), account, now });
  const canPlan = account.role === 'admin' && account.canWrite && !offline;
  const close = () => setDialog(null);
  const addMenu = <AddMenu diary={diary} onPlan={() => setDialog({ startTime: '', day: address.date })} />;
  return (
    <Page
      title="Diary"
      actions={
        wide && (
          <div className="flex flex-wrap gap-2">
            {addMenu}
            <RainButton diary={diary} onRain={() => setDialog('rain')} />
            <ExportMenu onFile={saveAs} />
          </div>
        )
      }
    >
      <SnapshotAge at={diary.at} />
      {wide ? (
        <>
          <DiarySteps diary={diary} />
          <DiaryFilters diary={diary} />
        </>
      ) : (
        // Two rows, so that the day itself begins at the top of the screen.
        <>
          <StepRow diary={diary}>{addMenu}</StepRow>
          <DiaryFilters
            diary={diary}
            first={
              <>
                <RainButton chip diary={diary} onRain={() => setDialog('rain')} />
                <ViewChips diary={diary} />
              </>
            }
            last={<ExportMenu chip onFile={saveAs} />}
          />
        </>
      )}
      <Days diary={diary} onPlan={canPlan ? (day, startTime = '') => setDialog({ startTime, day }) : null} />
      <Suspense fallback={null}>
        {diary.opened !== null && <OpenEvent diary={diary} id={diary.opened} />}
        {dialog !== null && dialog !== 'rain' && (
          <PlanDialog event={null} day={dialog.day} startTime={dialog.startTime} onClose={close} />
        )}
        {dialog === 'rain' && (
          <RainDialog jobs={rainJobs(diary)} from={rainDay(diary) ?? today} today={today} onClose={close} />
        )}
      </Suspense>
    </Page>
  );
}

/** Opens the event in the URL, or says that it is deleted or on another day. */
function OpenEvent({ diary, id }: { diary: Diary; id: string }) {
  const event = diary.all.flat().find((item) => item.event?.id === id)?.event;
  if (event) return <EventDialog event={event} onClose={diary.close} />;
  if (diary.isPending) return null;
  return (
    <Dialog open onClose={diary.close} title="Diary" actions={<Button onClick={diary.close}>Close</Button>}>
      <p>This is not in the diary any more, or on another day.</p>
    </Dialog>
  );
}

type PlanProps = { onPlan: ((day: string, startTime?: string) => void) | null };

function Days({ diary, onPlan }: PlanProps & { diary: Diary }) {
  const { days, address, range, today, isPending, isError, retry, open, openDay } = diary;
  const wide = useWide();
  const isEmpty = days.every(({ items }) => items.length === 0);
  if (isError && isEmpty) return <ErrorState onRetry={retry} />;
  if (isPending && isEmpty) return <LoadingRows />;
  return (
    <>
      {isError && (
        <Banner tone="warn" action={<Button onClick={retry}>Try again</Button>}>
          Not everything of these days did load.
        </Banner>
      )}
      {address.view === 'month' ? (
        <MonthView days={days} range={range} month={address.date} today={today} onDay={openDay} />
      ) : address.view === 'day' ? (
        <OneDay diary={diary} onPlan={onPlan} />
      ) : address.view === 'week' && wide ? (
        <WeekView days={days} today={today} onOpen={open} onDay={openDay} onPlan={onPlan} />
      ) : isEmpty ? (
        <EmptyDay words="these days" />
      ) : (
        days
          .filter(({ items }) => items.length > 0)
          .map((day) => <DayCard key={day.date} day={day} today={today} onOpen={open} onDay={openDay} />)
      )}
    </>
  );
}

/** One day: by its hours or, on a phone, as a list until the hours are asked for. */
function OneDay({ diary, onPlan }: PlanProps & { diary: Diary }) {
  const { settings } = useAccount();
  const wide = useWide();
  const [byHour, setByHour] = useState(false);
  const { days, today, open, step } = diary;
  const swipe = useSwipe(step);
  const [day] = days;
  if (!day) return null;
  const sum = sumWords(day, settings.currency);
  const showsHours = wide || byHour;
  return (
    <div className="grid grid-cols-1 gap-4" {...swipe}>
      {showsHours && sum !== '' && <p className="text-center text-muted tabular-nums">{sum}</p>}
      {day.items.length === 0 && <EmptyDay words={formatDate(day.date, today)} day={day.date} onPlan={onPlan} />}
      {showsHours ? (
        <DayView
          key={day.date}
          day={day}
          today={today}
          onOpen={open}
          onPlan={onPlan && ((startTime) => onPlan(day.date, startTime))}
        />
      ) : (
        <DayList day={day} today={today} sum={sum} onOpen={open} />
      )}
      {!wide && (
        <Button onClick={() => setByHour(!byHour)}>
          {byHour ? 'Show the day as a list' : 'Show the day by hours'}
        </Button>
      )}
    </div>
  );
}

/** `day` is set if a single day is shown. Future days offer planning instead of logging. */
function EmptyDay({ words, day, onPlan = null }: { words: string; day?: string; onPlan?: PlanProps['onPlan'] }) {
  const { canWrite } = useAccount();
  const today = useToday();
  const isFuture = day !== undefined && day > today;
  return (
    <EmptyState
      title={isFuture ? `Nothing planned for ${words}.` : `Nothing logged on ${words}.`}
      action={
        isFuture
          ? onPlan && <Button onClick={() => onPlan(day)}>Plan a job</Button>
          : canWrite && (
              <ButtonLink to={day === undefined || day === today ? '/add-work' : `/add-work?date=${day}`}>
                Add work.
              </ButtonLink>
            )
      }
    />
  );
}
