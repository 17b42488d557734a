import { ChevronLeft, ChevronRight, CloudRain, Download, Plus } from 'lucide-react';
import { VIEWS, type View } from '@/domain/core/calendar';
import { movableJobs } from '@/domain/diary/diary-event';
import { useAccount } from '@/session/account';
import { useOffline } from '@/session/connection';
import { Button, IconButton } from '@/ui/button';
import { Segmented } from '@/ui/forms/segmented';
import { Menu } from '@/ui/popups/menu';
import type { Diary } from './use-diary';

const VIEW_WORDS: Record<View, string> = { day: 'Day', week: 'Week', month: 'Month', agenda: 'Agenda' };

/** Navigation: view, back, forward, and today. */
export function DiarySteps({ diary }: { diary: Diary }) {
  const { address, title, today, set, step, goToday } = diary;
  return (
    <div className="grid gap-3 md:grid-cols-[minmax(0,22rem)_1fr] md:items-center">
      <Segmented
        className="diary-views"
        label="View"
        options={VIEWS.map((view) => ({ value: view, label: VIEW_WORDS[view] }))}
        value={address.view}
        onChange={(view) => set({ view })}
      />
      <div className="diary-steps">
        <IconButton label="Back" onClick={() => step(-1)}>
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <h2 className="text-4 font-bold" aria-live="polite">
          {title}
        </h2>
        <IconButton label="On" onClick={() => step(1)}>
          <ChevronRight aria-hidden="true" />
        </IconButton>
        <Button disabled={address.date === today} onClick={goToday}>
          Today
        </Button>
      </div>
    </div>
  );
}

const plannedOn = ({ all }: Diary, date: string) =>
  movableJobs(
    all.flat().flatMap(({ event }) => event ?? []),
    date,
  );

/** The day whose jobs "Rained off" moves: in the day view the day shown, else today, or null if today is not shown. */
export const rainDay = ({ address, today, range }: Diary): string | null =>
  address.view === 'day' ? address.date : range.from <= today && today <= range.to ? today : null;

export function rainJobs(diary: Diary) {
  const day = rainDay(diary);
  return day === null ? [] : plannedOn(diary, day);
}

/** The menus and buttons to add, move and export. */
export function DiaryTools({
  diary,
  onPlan,
  onRain,
  onFile,
}: {
  diary: Diary;
  onPlan: () => void;
  onRain: () => void;
  onFile: (kind: 'csv' | 'ics' | 'pdf') => void;
}) {
  const { role, canWrite } = useAccount();
  const offline = useOffline();
  const { address, today } = diary;
  const admin = role === 'admin' && canWrite;
  const dateQuery = address.view === 'day' && address.date < today ? `?date=${address.date}` : '';
  const rainJobCount = admin ? rainJobs(diary).length : 0;
  return (
    <div className="flex flex-wrap gap-2">
      {canWrite && (
        <Menu
          className="btn btn-main"
          align="start"
          items={[
            { label: 'Add Work', to: `/add-work${dateQuery}` },
            ...(admin ? [{ label: 'Plan…', disabled: offline, onSelect: onPlan }] : []),
            { label: 'Add Note', to: '/add-note' },
            { label: 'Time', to: '/time-tracker' },
          ]}
        >
          <Plus aria-hidden="true" />
          Add
        </Menu>
      )}
      {rainJobCount > 0 && (
        <Button disabled={offline} onClick={onRain}>
          <CloudRain aria-hidden="true" />
          Rained off
        </Button>
      )}
      <Menu
        className="btn btn-plain"
        align="start"
        items={[
          { label: 'Spreadsheet (CSV)', onSelect: () => onFile('csv') },
          { label: 'Paper (PDF)', onSelect: () => onFile('pdf') },
          { label: 'Calendar (ICS)', onSelect: () => onFile('ics') },
        ]}
      >
        <Download aria-hidden="true" />
        <span className="max-nav:sr-only">Export</span>
      </Menu>
    </div>
  );
}
