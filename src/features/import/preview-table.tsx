import type { ImportColumn, Mapping } from '@/domain/import/mapping';
import type { TableRow } from '@/domain/import/table';
import { FieldError } from '@/ui/forms/field';
import { HeadCell, Ledger, LedgerRow } from '@/ui/lists/ledger';
import { Paged } from '@/ui/lists/paged';
import type { PreviewRow } from './preview-rows';

const STATE_WORDS = { new: 'New', there: 'Already there', bad: 'Error' } as const;

/** The rows of the file as they would be imported, those with errors first. */
export function PreviewTable({
  columns,
  mapping,
  rows,
  preview,
}: {
  columns: readonly ImportColumn[];
  mapping: Mapping;
  rows: readonly TableRow[];
  preview: readonly PreviewRow[];
}) {
  const shown = columns.flatMap(({ key, label }) => {
    const at = mapping[key];
    return at == null ? [] : [{ key, label, at }];
  });
  const withCells = preview.map((row, place) => ({ ...row, cells: rows[place]?.cells ?? [] }));
  const items = [
    ...withCells.filter(({ state }) => state === 'bad'),
    ...withCells.filter(({ state }) => state !== 'bad'),
  ];
  return (
    <Paged items={items}>
      {(part) => (
        <Ledger
          caption="Rows of the file"
          head={
            <>
              <HeadCell figure>Row</HeadCell>
              <HeadCell>Import</HeadCell>
              {shown.map(({ key, label }) => (
                <HeadCell key={key}>{label}</HeadCell>
              ))}
            </>
          }
        >
          <tbody>
            {part.map(({ at, state, problems, notes, cells }) => (
              <LedgerRow key={at}>
                <td className="figure">{at}</td>
                <td className="min-w-40">
                  {STATE_WORDS[state]}
                  {problems.map((problem) => (
                    <FieldError key={problem}>{problem}</FieldError>
                  ))}
                  {notes.map((note) => (
                    <p key={note} className="hint">
                      {note}
                    </p>
                  ))}
                </td>
                {shown.map(({ key, at: place }) => {
                  const cell = cells[place] ?? '';
                  return (
                    <td key={key} className="max-w-80 wrap-anywhere">
                      {typeof cell === 'string' ? cell : ''}
                    </td>
                  );
                })}
              </LedgerRow>
            ))}
          </tbody>
        </Ledger>
      )}
    </Paged>
  );
}
