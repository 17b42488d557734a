import { formatDate } from '@/domain/core/time';
import { plural } from '@/domain/core/word-list';
import { WORKING_TIME } from '@/domain/hours/working-time';
import { useAccount } from '@/session/account';
import { Banner } from '@/ui/feedback/banner';
import type { Rows } from './filtered-rows';
import type { Sheet } from './use-sheet';

/** Warnings about rest and breaks, and entries to review. They do not prevent any action. */
export function DiaryWarnings({ sheet: { warnings, rows: all, shown }, rows }: { sheet: Sheet; rows: Rows }) {
  const { settings, role } = useAccount();
  const people = new Set(rows.map(({ person }) => person));
  const shownWarnings = warnings.filter(({ person }) => people.has(person));
  const queryNotes = new Set(shown.map(({ row }) => row.queryNote).filter((note) => note !== null));
  const { law } = WORKING_TIME[settings.region];
  return (
    <>
      {role !== 'admin' &&
        [...queryNotes].map((note) => (
          <Banner key={note} tone="warn">
            {note}
          </Banner>
        ))}
      {all.some(({ state }) => state === 'needs_review') && (
        <Banner tone="warn">Some time overlaps or was never clocked out. It is not paid until it is put right.</Banner>
      )}
      {shownWarnings.length > 0 && (
        <details>
          <summary className="min-h-tap">
            {shownWarnings.length} {plural(shownWarnings.length, 'warning', 'warnings')} about breaks and rest
          </summary>
          <ul className="grid gap-1">
            {shownWarnings.map(({ person, name, kind, date, words }) => (
              <li key={`${person} ${kind} ${date} ${words}`}>
                <b>{name}</b>, {formatDate(date)}: {words}
              </li>
            ))}
          </ul>
          <p className="hint">{law}. Check with your adviser: farm work may be a special case.</p>
        </details>
      )}
    </>
  );
}
