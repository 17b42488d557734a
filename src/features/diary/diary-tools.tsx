import { ChevronLeft, ChevronRight, CloudRain, Download, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { VIEWS, type View } from '@/domain/core/calendar';
import { movableJobs } from '@/domain/diary/diary-event';
import { useOffline } from '@/lib/online';
import { useAccount } from '@/session/account';
import { Button, IconButton } from '@/ui/button';
import { Chip, ChipSelect } from '@/ui/forms/chip';
import { Segmented } from '@/ui/forms/segmented';
import { Menu } from '@/ui/popups/menu';
import type { Diary } from './use-diary';

const VIEW_WORDS: Record<View, string> = { day: 'Day', week: 'Week', month: 'Month', agenda: 'Agenda' };

const VIEW_OPTIONS = VIEWS.map((view) => ({ value: view, label: VIEW_WORDS[view] }));

/** Navigation on a wide screen: view, back, forward, and today. */
export function DiarySteps({ diary }: { diary: Diary }) {
  const { address, today, set, goToday } = diary;
  return (
    <div className="grid gap-3 md:grid-cols-[minmax(0,22rem)_1fr] md:items-center">
      <Segmented label="View" options={VIEW_OPTIONS} value={address.view} onChange={(view) => set({ view })} />
      <StepRow diary={diary}>
        <Button disabled={address.date === today} onClick={goToday}>
          Today
        </Button>
      </StepRow>
    </div>
  );
}

/** The days shown, between the buttons for the previous and the next ones. `compact`: in the row of chips of a phone. */
export function StepRow({
  diary: { title, shortTitle, step },
  compact = false,
  children,
}: {
  diary: Diary;
  compact?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className={compact ? 'diary-steps diary-steps-compact' : 'diary-steps'}>
      <IconButton label="Back" onClick={() => step(-1)}>
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <h2 className="text-4 font-bold" aria-live="polite">
        {compact ? shortTitle : title}
      </h2>
      <IconButton label="On" onClick={() => step(1)}>
        <ChevronRight aria-hidden="true" />
      </IconButton>
      {children}
    </div>
  );
}

/** On a phone, the view and "Today" are the first of the chips. */
export function ViewChips({ diary: { address, today, set, goToday } }: { diary: Diary }) {
  return (
    <>
      {address.date !== today && (
        <Chip pressed={false} onClick={goToday}>
          Today
        </Chip>
      )}
      <ChipSelect
        label="View"
        all={null}
        value={address.view}
        options={VIEW_OPTIONS}
        onChange={(view) => set({ view })}
      />
    </>
  );
}

const plannedOn = ({ all }: Diary, date: string) =>
  movableJobs(
    all.flat().flatMap(({ event }) => event ?? []),
    date,
  );

/** The day whose jobs "Rained off" moves: in the day view the visible day, else today; null if today is not visible. */
export const rainDay = ({ address, today, range }: Diary): string | null =>
  address.view === 'day' ? address.date : range.from <= today && today <= range.to ? today : null;

export function rainJobs(diary: Diary) {
  const day = rainDay(diary);
  return day === null ? [] : plannedOn(diary, day);
}

/** The menu of things to add. On a phone its button shows only a plus. */
export function AddMenu({
  diary: { address, today },
  onPlan,
  onAsk,
}: {
  diary: Diary;
  onPlan: () => void;
  onAsk: () => void;
}) {
  const { role, canWrite } = useAccount();
  const offline = useOffline();
  const dateQuery = address.view === 'day' && address.date < today ? `?date=${address.date}` : '';
  if (!canWrite) return null;
  return (
    <Menu
      className="btn btn-main"
      align="start"
      items={[
        { label: 'Add Work', to: `/add-work${dateQuery}` },
        role === 'admin'
          ? { label: 'Plan…', disabled: offline, onSelect: onPlan }
          : { label: 'Ask for time off…', disabled: offline, onSelect: onAsk },
        { label: 'Add Note', to: '/add-note' },
        { label: 'Time', to: '/time-tracker' },
      ]}
    >
      <Plus aria-hidden="true" />
      <span className="max-nav:sr-only">Add</span>
    </Menu>
  );
}

/** Opens the dialog that moves the open jobs of a wet day. Only for the account holder, and only if there are any. */
export function RainButton({ diary, onRain, chip = false }: { diary: Diary; onRain: () => void; chip?: boolean }) {
  const { role, canWrite } = useAccount();
  const offline = useOffline();
  if (role !== 'admin' || !canWrite || rainJobs(diary).length === 0) return null;
  return (
    <button type="button" className={chip ? 'chip' : 'btn btn-plain'} disabled={offline} onClick={onRain}>
      <CloudRain aria-hidden="true" />
      Rained off
    </button>
  );
}

/** Files of the days shown. */
export function ExportMenu({
  onFile,
  chip = false,
}: {
  onFile: (kind: 'csv' | 'ics' | 'pdf') => void;
  chip?: boolean;
}) {
  return (
    <Menu
      className={chip ? 'chip' : 'btn btn-plain'}
      align="start"
      items={[
        { label: 'Spreadsheet (CSV)', onSelect: () => onFile('csv') },
        { label: 'Paper (PDF)', onSelect: () => onFile('pdf') },
        { label: 'Calendar (ICS)', onSelect: () => onFile('ics') },
      ]}
    >
      <Download aria-hidden="true" />
      Export
    </Menu>
  );
}
