import type { Archive } from '@/data/account/restore-archive';
import { dateIn, formatDateDated, type Zone } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';

/** The kinds of records that a farmer would count, by table, with the words for one and for several. */
const KINDS: readonly (readonly [table: string, one: string, several: string])[] = [
  ['customers', 'customer', 'customers'],
  ['tasks', 'price', 'prices'],
  ['works', 'entry in the job log', 'entries in the job log'],
  ['invoices', 'invoice or credit note', 'invoices and credit notes'],
  ['diary_events', 'diary event', 'diary events'],
  ['time_entries', 'shift', 'shifts'],
  ['notes', 'note', 'notes'],
  ['fields', 'field', 'fields'],
  ['machines', 'machine', 'machines'],
  ['checklist_completions', 'completed checklist', 'completed checklists'],
  ['compliance_completions', 'done duty', 'done duties'],
];

/** What a ZIP contains, before anything is written. */
export function RestorePreview({ archive: { manifest, rows: total }, zone }: { archive: Archive; zone: Zone }) {
  const rows = new Map(manifest.tables.map((table) => [table.name, table.rows]));
  return (
    <div className="grid gap-2">
      <p>
        <strong className="wrap-anywhere">{manifest.farm ?? 'A farm without a name'}</strong>, saved on{' '}
        {formatDateDated(dateIn(zone, manifest.madeAt))}
      </p>
      <ul className="grid list-disc gap-1 pl-5">
        {KINDS.map(([table, one, several]) => {
          const count = rows.get(table) ?? 0;
          return count > 0 && <li key={table}>{counted(count, one, several)}</li>;
        })}
        <li>{counted(manifest.files.length, 'file', 'files')}</li>
        <li>{counted(total, 'row', 'rows')} in all, with the history of changes</li>
      </ul>
      {manifest.missing.length > 0 && (
        <p>{counted(manifest.missing.length, 'file was', 'files were')} missing when the ZIP was saved.</p>
      )}
      <p className="text-2 text-muted">
        Not in it: sign-ins of your crew (their names stay on their work), your subscription, your own name and picture,
        and notifications on phones.
      </p>
    </div>
  );
}
