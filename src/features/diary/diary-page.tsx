import { mutationOptions, useIsMutating, useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import type { Target } from '@/data/diary/diary-events';
import { formatDate } from '@/domain/core/time';
import { useOffline } from '@/lib/online';
import type { DiaryEvent } from '@/records/diary';
import { useAccount } from '@/session/account';
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
import { sumWords } from './day-words';
import { filterWords } from './diary-address';
import type { DiaryFile } from './diary-file';
import { DiaryFilters } from './diary-filters';
import { AddMenu, DiarySteps, ExportMenu, RainButton, rainDay, rainJobs, StepRow, ViewChips } from './diary-tools';
import { useDiary, type Diary } from './use-diary';
import { useSwipe } from './use-swipe';
import { WeekView } from './week-view';

// Loaded on demand: dialogs, and the views that the diary does not open with.
const DayView = lazy(async () => ({ default: (await import('./day-view')).DayView }));
const MonthView = lazy(async () => ({ default: (await import('./month-view')).MonthView }));
const DragLayer = lazy(async () => ({ default: (await import('./drag-layer')).DragLayer }));
const Dropped = lazy(async () => ({ default: (await import('./move-dialog')).Dropped }));
const EventDialog = lazy(async () => ({ default: (await import('./event-dialog')).EventDialog }));
const PlanDialog = lazy(async () => ({ default: (await import('./plan-dialog')).PlanDialog }));
const AskDialog = lazy(async () => ({ default: (await import('@/widgets/time-off/ask-dialog')).AskDialog }));
const RainDialog = lazy(async () => ({ default: (await import('./rain-dialog')).RainDialog }));

// Only in a build that names a weather service.
const ForecastStrip = import.meta.env.VITE_WEATHER_URL
  ? lazy(async () => ({ default: (await import('./weather/forecast-strip')).ForecastStrip }))
  : null;

/** Exports the diary. The code that creates the files is loaded on demand. */
const downloadDiary = mutationOptions({
  mutationKey: ['diary', 'file'],
  // Created on the device: works offline.
  networkMode: 'always',
  mutationFn: async (file: DiaryFile) => (await import('./diary-file')).saveDiary(file),
  meta: { failed: { title: 'Error Saving File' } },
});

type Planned = { startTime: string; day: string };
/** The event that was dragged last; `key` counts the drags. */
type Drop = { event: DiaryEvent; target: Target; key: number };

/** /diary: logged work, planned events, shifts, notes and due dates by day, week or month, or as an agenda. */
export function DiaryPage() {
  const account = useAccount();
  const now = useNow();
  const offline = useOffline();
  const diary = useDiary();
  const wide = useWide();
  const [dialog, setDialog] = useState<'rain' | 'ask' | Planned | null>(null);
  const [dropped, setDropped] = useState<Drop | null>(null);
  const { days, range, address, today } = diary;
  const area = useRef<HTMLDivElement>(null);
  const file = useMutation(downloadDiary);
  const saveAs = (kind: 'csv' | 'ics' | 'pdf') =>
    file.mutate({ kind, days, range, title: diary.title, filters: filterWords(address), account, now });
  const canPlan = account.role === 'admin' && account.canWrite && !offline;
  const close = () => setDialog(null);
  const addMenu = (
    <AddMenu
      diary={diary}
      onPlan={() => setDialog({ startTime: '', day: address.date })}
      onAsk={() => setDialog('ask')}
    />
  );
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
        // One row, so that the day itself begins at the top of the screen.
        <DiaryFilters
          diary={diary}
          first={
            <>
              <StepRow compact diary={diary}>
                {addMenu}
              </StepRow>
              <ViewChips diary={diary} />
              <RainButton chip diary={diary} onRain={() => setDialog('rain')} />
            </>
          }
          last={<ExportMenu chip onFile={saveAs} />}
        />
      )}
      {ForecastStrip && (address.view === 'day' || address.view === 'week') && (
        <Suspense fallback={null}>
          <ForecastStrip dates={days.map(({ date }) => date)} today={today} />
        </Suspense>
      )}
      <div ref={area} className="contents">
        <Suspense fallback={<LoadingRows />}>
          <Days diary={diary} onPlan={canPlan ? (day, startTime = '') => setDialog({ startTime, day }) : null} />
        </Suspense>
      </div>
      <Suspense fallback={null}>
        {canPlan && wide && (
          <DragLayer
            area={area}
            diary={diary}
            onDrop={(event, target) => setDropped((last) => ({ event, target, key: (last?.key ?? 0) + 1 }))}
          />
        )}
        {diary.opened !== null && <OpenEvent key={diary.opened} diary={diary} id={diary.opened} />}
        {dialog === 'ask' && <AskDialog day={address.date} onClose={close} />}
        {dialog !== null && typeof dialog === 'object' && <PlanDialog event={null} {...dialog} onClose={close} />}
        {dropped && <Dropped {...dropped} key={dropped.key} onClose={() => setDropped(null)} />}
        {dialog === 'rain' && (
          <RainDialog jobs={rainJobs(diary)} from={rainDay(diary) ?? today} today={today} onClose={close} />
        )}
      </Suspense>
    </Page>
  );
}

/** Opens the event in the URL, or says that it is deleted or on another day. */
function OpenEvent({ diary, id }: { diary: Diary; id: string }) {
  const found = diary.all.flat().find((item) => item.event?.id === id)?.event;
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  // A change that deletes the event or moves it to another day closes its dialog when it has been saved.
  const isChanging = useIsMutating({ mutationKey: ['diary-events'] }) > 0;
  const event = found ?? (isChanging ? last : undefined);
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
        <MonthView
          days={days}
          range={range}
          month={address.date}
          today={today}
          canMove={onPlan !== null}
          onOpen={open}
          onDay={openDay}
        />
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

/** One day by its hours; on a phone, a list until the user asks for the hours. */
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
          onlyUsed={!wide}
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
