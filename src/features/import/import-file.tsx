import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { importRows, importsQuery, PORTION, type Imported } from '@/data/imports';
import { dateIn, formatDateDated } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import type { DateOrder } from '@/domain/import/formats';
import { guessMapping, headsOf, type Mapping } from '@/domain/import/mapping';
import { useAccount } from '@/session/account';
import { useDisabledReason } from '@/session/disabled-reason';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { CheckField } from '@/ui/forms/check-field';
import { SelectField } from '@/ui/forms/field';
import { Segmented } from '@/ui/forms/segmented';
import type { ChosenFile } from './choose-file';
import type { ImportKind, Known } from './kind';
import { MappingFields } from './mapping-fields';
import { formatsOf, splitHead, type PreviewRow } from './preview-rows';
import { PreviewTable } from './preview-table';
import { rememberedHeads, rememberHeads } from './remembered-heads';
import { usePreview } from './use-preview';

const sendable = (preview: readonly PreviewRow[]) =>
  preview.filter(({ state }) => state !== 'bad').map(({ at, columns }) => ({ ...columns, row: at }));

/** How far a long step has come, with what may be done meanwhile. */
function WaitingFor({
  words,
  done,
  total,
  children,
}: {
  words: string;
  done: number;
  total: number;
  children?: ReactNode;
}) {
  return (
    <div className="grid max-w-96 gap-2">
      <progress className="export-progress" aria-label={words} max={Math.max(total, 1)} value={done} />
      <output className="text-2">
        {words}: {done.toLocaleString('en-GB')} of {total.toLocaleString('en-GB')}
      </output>
      {children}
    </div>
  );
}

/** The columns of a file, a preview of its rows, and the button that imports them. */
export function ImportFile({
  kind,
  file,
  known: farm,
  onOther,
  onImported,
}: {
  kind: ImportKind;
  file: ChosenFile;
  known: Omit<Known, 'addMissing'>;
  onOther: () => void;
  onImported: (result: Imported) => void;
}) {
  const disabledReason = useDisabledReason();
  const { ownerId } = useAccount();
  const save = useMutation(importRows);
  // Customers and tasks are compared by their names; entries have none, so a second import would double them.
  const imports = useQuery(importsQuery(ownerId)).data ?? [];
  const again =
    kind.name === 'works' &&
    imports.find((one) => one.kind === 'works' && one.fileName === file.name && one.undoneAt === null);
  const [sheet, setSheet] = useState(0);
  const [changed, setChanged] = useState<Mapping>({});
  const [dateOrder, setDateOrder] = useState<DateOrder | null>(null);
  const [addMissing, setAddMissing] = useState(false);
  const [leavesOut, setLeavesOut] = useState(false);

  // A file may have twenty thousand rows: none of this is done again unless something changed.
  const { heads, rows } = useMemo(() => splitHead(kind, file.tables[sheet]?.rows ?? []), [kind, file, sheet]);
  const guessed = useMemo(() => guessMapping(kind.columns, heads, rememberedHeads(kind.name)), [kind, heads]);
  const mapping = useMemo(() => ({ ...guessed, ...changed }), [guessed, changed]);
  const formats = useMemo(() => formatsOf(kind, mapping, rows, dateOrder), [kind, mapping, rows, dateOrder]);
  const isMapped = kind.columns.every(({ key, required }) => !required || mapping[key] !== null);
  const given = useMemo(
    () => (isMapped ? { kind, mapping, rows, formats, known: { ...farm, addMissing } } : null),
    [isMapped, kind, mapping, rows, formats, farm, addMissing],
  );
  const { preview, checked } = usePreview(given);
  const count = (state: string) => (preview ?? []).filter((row) => row.state === state).length;
  const [added, there, bad] = [count('new'), count('there'), count('bad')];

  const [sent, setSent] = useState(0);
  const cancelling = useRef(new AbortController());
  const submit = () => {
    rememberHeads(kind.name, headsOf(mapping, heads));
    cancelling.current = new AbortController();
    setSent(0);
    save.mutate(
      {
        ...{ id: file.id, kind: kind.name, fileName: file.name, addMissing, onSent: setSent },
        signal: cancelling.current.signal,
        rows: sendable(preview ?? []),
      },
      { onSuccess: (imported) => imported && onImported(imported) },
    );
  };
  const sending = save.isPending ? save.variables.rows.length : 0;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <strong className="wrap-anywhere">
          {file.name}: {counted(rows.length, 'row', 'rows')}
        </strong>
        <Button variant="quiet" disabled={save.isPending} onClick={onOther}>
          Choose another file
        </Button>
      </p>
      {file.tables.length > 1 && (
        <SelectField
          label="Sheet"
          fieldClass="max-w-80"
          value={sheet}
          onChange={({ currentTarget }) => {
            setSheet(Number(currentTarget.value));
            setChanged({});
          }}
        >
          {file.tables.map((table, at) => (
            <option key={table.sheet} value={at}>
              {table.sheet}
            </option>
          ))}
        </SelectField>
      )}
      <MappingFields
        columns={kind.columns}
        heads={heads}
        mapping={mapping}
        guessed={guessed}
        onChange={(key, at) => setChanged({ ...changed, [key]: at })}
      />
      {formats.asks && (
        <Segmented
          label="The dates of this file"
          showLabel
          className="max-w-96"
          options={[
            { value: 'dmy', label: 'Day first (1/10 is 1 October)' },
            { value: 'mdy', label: 'Month first' },
          ]}
          value={formats.dateOrder}
          onChange={setDateOrder}
        />
      )}
      {kind.missing && (
        <CheckField
          {...kind.missing}
          checked={addMissing}
          onChange={({ currentTarget }) => setAddMissing(currentTarget.checked)}
        />
      )}
      {again && (
        <Banner tone="warn">
          “{file.name}” was imported on {formatDateDated(dateIn(farm.zone, again.createdAt))}:{' '}
          {counted(again.added, ...kind.words)}. If these are the same rows, they are added a second time.
        </Banner>
      )}
      {!isMapped ? (
        <p className="hint">Choose a column for each field that is marked as needed.</p>
      ) : !preview ? (
        <WaitingFor words="Checking the rows" done={checked} total={rows.length} />
      ) : (
        <>
          <output className="text-2">
            {`${added.toLocaleString('en-GB')} new, ${there.toLocaleString('en-GB')} already there, ${bad.toLocaleString('en-GB')} with errors`}
          </output>
          <PreviewTable columns={kind.columns} mapping={mapping} rows={rows} preview={preview} />
          {bad > 0 && (
            <CheckField
              label={`Leave out the ${counted(bad, 'row', 'rows')} with errors`}
              hint="Or mend them in your spreadsheet and choose the file again."
              checked={leavesOut}
              onChange={({ currentTarget }) => setLeavesOut(currentTarget.checked)}
            />
          )}
          {sending > PORTION && (
            <WaitingFor
              words={sent < sending ? 'Sending the rows' : 'Saving all rows together'}
              done={sent}
              total={sending}
            >
              {sent < sending && <Button onClick={() => cancelling.current.abort()}>Cancel</Button>}
            </WaitingFor>
          )}
          <Button
            variant="main"
            className="w-fit"
            disabled={disabledReason !== null || added === 0 || (bad > 0 && !leavesOut)}
            busy={save.isPending}
            busyText="Importing..."
            onClick={submit}
          >
            Import {counted(added, ...kind.words)}
          </Button>
          {disabledReason && <p className="hint">{disabledReason}</p>}
        </>
      )}
    </>
  );
}
