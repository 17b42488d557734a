import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { FileProblem } from '@/domain/core/file-problem';
import { firstCharacters } from '@/domain/core/first-characters';
import { toCsv } from '@/domain/core/csv';
import { counted } from '@/domain/core/word-list';
import { readTables, refuseLarge } from '@/domain/import/read-file';
import type { Table } from '@/domain/import/table';
import { saveFile } from '@/lib/files/save-file';
import { nextTurn } from '@/lib/next-turn';
import { Button } from '@/ui/button';
import { FieldError, TextAreaField } from '@/ui/forms/field';
import type { ImportKind } from './kind';

/** `id`: of the import, so that a second attempt after a lost response adds no row twice. */
export type ChosenFile = { id: string; name: string; tables: readonly Table[] };

const MAX_NAME_LENGTH = 200;

/** The heads by which the app knows the columns at once, with one row. */
function exampleOf({ name, columns, example }: ImportKind): File {
  const shown = columns.filter(({ key }) => key in example);
  const text = toCsv(
    shown.map(({ label }) => label),
    [shown.map(({ key }) => example[key] ?? '')],
  );
  return new File([text], `${name}-example.csv`, { type: 'text/csv' });
}

/** Reads a file or a pasted table; neither leaves the device before its rows are imported. */
export function ChooseFile({ kind, onChosen }: { kind: ImportKind; onChosen: (file: ChosenFile) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [pasted, setPasted] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(false);
  const read = async (name: string, size: number, bytesOf: () => Promise<ArrayBuffer>) => {
    setProblem(null);
    setIsReading(true);
    try {
      refuseLarge(size);
      const tables = await readTables(new Uint8Array(await bytesOf()), { maxRows: kind.maxRows, rest: nextTurn });
      onChosen({ id: crypto.randomUUID(), name: firstCharacters(name, MAX_NAME_LENGTH), tables });
    } catch (error) {
      // The device can't read it, for example because it was moved meanwhile.
      if (error instanceof DOMException) setProblem('The file could not be opened. Choose it again.');
      else if (error instanceof FileProblem) setProblem(error.message);
      else throw error;
    } finally {
      setIsReading(false);
    }
  };
  const readPasted = () => {
    const text = new Blob([pasted]);
    void read('Pasted rows', text.size, () => text.arrayBuffer());
  };
  return (
    <>
      <p className="text-2 text-muted">
        {kind.hint} At most {counted(kind.maxRows, 'row', 'rows')} at a time.
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Excel or CSV file"
        accept=".csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.files?.[0];
          currentTarget.value = '';
          if (chosen) void read(chosen.name, chosen.size, () => chosen.arrayBuffer());
        }}
      />
      <p className="flex flex-wrap gap-3">
        <Button variant="main" busy={isReading} busyText="Reading..." onClick={() => input.current?.click()}>
          <FileUp aria-hidden="true" />
          Choose a file
        </Button>
        <Button onClick={() => saveFile(exampleOf(kind))}>Save an example file</Button>
      </p>
      <TextAreaField
        label="Or paste rows from your spreadsheet"
        hint="With the names of the columns in the first row"
        value={pasted}
        onChange={({ currentTarget }) => setPasted(currentTarget.value)}
      />
      <Button className="w-fit" disabled={pasted.trim() === '' || isReading} onClick={readPasted}>
        Read the rows
      </Button>
      {problem && <FieldError>{problem}</FieldError>}
    </>
  );
}
