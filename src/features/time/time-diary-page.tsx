import { Plus, Settings } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { Page } from '@/ui/layout/page';
import { useWide } from '@/ui/layout/use-wide';
import { EmptyState } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { useAddress } from '@/ui/use-address';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { paramsOf, viewOf, type DiaryView } from './diary-address';
import { DiaryDownloads } from './diary-downloads';
import { DiaryFilters, DiarySteps } from './diary-tools';
import { DiaryWarnings } from './diary-warnings';
import { filterRows, type Rows } from './filtered-rows';
import { PrintedDiary } from './printed-diary';
import { SheetGrid } from './sheet-grid';
import { SheetList } from './sheet-list';
import { useSheet, type Sheet } from './use-sheet';

// Loaded on demand.
const ShiftDialog = lazy(async () => ({ default: (await import('./shift/shift-dialog')).ShiftDialog }));
const DayDialog = lazy(async () => ({ default: (await import('./day-dialog')).DayDialog }));
const TimeSettingsDialog = lazy(async () => ({
  default: (await import('./time-settings-dialog')).TimeSettingsDialog,
}));

/** /time-diary: the timesheet of a week or month; the crew's for the account holder, their own for employees. */
export function TimeDiaryPage() {
  const { role, canWrite } = useAccount();
  const today = useToday();
  const [params, change] = useAddress();
  const view = viewOf(params, today);
  const changeView = (next: (view: DiaryView) => DiaryView) =>
    change((current) => paramsOf(next(viewOf(current, today))), { replace: true });
  const sheet = useSheet(view.span);
  const { query, now, settings } = sheet;
  const [openDialog, setOpenDialog] = useState<{ person: string; date: string } | 'settings' | null>(null);
  const [newShiftDate, setNewShiftDate] = useState<string | null>(null);
  const rows = filterRows(sheet, view);
  const title = role === 'admin' ? 'Time Diary' : 'My Time';
  const close = () => changeView((current) => ({ ...current, edit: null }));
  return (
    <Page
      title={title}
      actions={
        <>
          {sheet.isRead && <DiaryDownloads rows={rows} view={view} now={now} overtimeKnown={settings !== null} />}
          {canWrite && (
            <Button variant={role === 'admin' ? 'main' : 'plain'} onClick={() => setNewShiftDate(today)}>
              <Plus aria-hidden="true" />
              Add time
            </Button>
          )}
        </>
      }
    >
      <SnapshotAge at={query.dataUpdatedAt} />
      {sheet.settingsFailed && (
        <Banner tone="warn" action={<Button onClick={sheet.retrySettings}>Try again</Button>}>
          Overtime is not known: the time settings did not load.
        </Banner>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <DiarySteps view={view} changeView={changeView} today={today} />
        {role === 'admin' && canWrite && settings && (
          <Button onClick={() => setOpenDialog('settings')}>
            <Settings aria-hidden="true" />
            Time settings
          </Button>
        )}
      </div>
      <DiaryFilters view={view} changeView={changeView} sheet={sheet} />
      <DiaryWarnings sheet={sheet} rows={rows} />
      <DiaryBody
        sheet={sheet}
        rows={rows}
        view={view}
        onDay={(person, date) => setOpenDialog({ person, date })}
        onOpen={(id) => changeView((current) => ({ ...current, edit: id }))}
      />
      {sheet.isRead && <PrintedDiary title={title} rows={rows} span={view.span} now={now} />}
      <Suspense fallback={null}>
        {openDialog === 'settings' && settings && (
          <TimeSettingsDialog settings={settings} sheet={sheet} onClose={() => setOpenDialog(null)} />
        )}
        {openDialog !== null && openDialog !== 'settings' && (
          <OpenDay
            day={openDialog}
            sheet={sheet}
            onClose={() => setOpenDialog(null)}
            onAdd={() => {
              setOpenDialog(null);
              setNewShiftDate(openDialog.date);
            }}
            onOpen={(id) => {
              setOpenDialog(null);
              changeView((current) => ({ ...current, edit: id }));
            }}
          />
        )}
        <ShiftEditor
          key={view.edit ?? newShiftDate ?? ''}
          view={view}
          sheet={sheet}
          newShiftDate={newShiftDate}
          onClose={() => (view.edit === null ? setNewShiftDate(null) : close())}
        />
      </Suspense>
    </Page>
  );
}

function DiaryBody({
  sheet,
  rows,
  view,
  onDay,
  onOpen,
}: {
  sheet: Sheet;
  rows: Rows;
  view: DiaryView;
  onDay: (person: string, date: string) => void;
  onOpen: (id: string) => void;
}) {
  const { query, shown, now, warnings, isRead } = sheet;
  const overtimeKnown = sheet.settings !== null;
  const { role } = useAccount();
  const wide = useWide();
  const empty = rows.every(({ days }) => days.every(({ shifts }) => shifts.length === 0));
  if (!isRead && empty) return <QueryList read={query} />;
  if (wide && role === 'admin' && isRead)
    return <SheetGrid rows={rows} span={view.span} warnings={warnings} overtimeKnown={overtimeKnown} onDay={onDay} />;
  if (empty) return <EmptyState title={`No time recorded this ${view.span.kind}.`} />;
  return (
    <div className="grid gap-4">
      {!isRead && (
        <Banner tone="note">
          The hours of this {view.span.kind} are not on this device yet, only what waits on it.
        </Banner>
      )}
      {rows
        .filter(({ days }) => days.some(({ shifts }) => shifts.length > 0))
        .map((row) => (
          <SheetList
            key={row.person}
            row={row}
            shown={shown}
            span={view.span}
            complete={isRead}
            overtimeKnown={overtimeKnown}
            now={now}
            onOpen={onOpen}
          />
        ))}
    </div>
  );
}

function OpenDay({
  day: { person, date },
  sheet: { rows, shown, now },
  ...callbacks
}: {
  day: { person: string; date: string };
  sheet: Sheet;
  onClose: () => void;
  onAdd: () => void;
  onOpen: (id: string) => void;
}) {
  const { userId } = useAccount();
  const name = rows.find((row) => row.person === person)?.name ?? '';
  const shifts = shown.filter(({ row }) => row.employeeId === person && row.workDate === date);
  return <DayDialog {...callbacks} name={name} date={date} shifts={shifts} isOwn={person === userId} now={now} />;
}

function ShiftEditor({
  view: { edit },
  sheet: { shown },
  newShiftDate,
  onClose,
}: {
  view: DiaryView;
  sheet: Sheet;
  newShiftDate: string | null;
  onClose: () => void;
}) {
  const { userId } = useAccount();
  const today = useToday();
  const shift = shown.find(({ row }) => row.id === edit) ?? null;
  if (shift === null && newShiftDate === null) return null;
  const person = shift?.row.employeeId ?? userId;
  const others = shown.filter(({ row }) => row.employeeId === person).map(({ row }) => row);
  return (
    <ShiftDialog
      key={shift?.row.id ?? 'new'}
      shift={shift}
      date={newShiftDate ?? today}
      others={others}
      onClose={onClose}
    />
  );
}
