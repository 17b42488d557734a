import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { importFields } from '@/data/fields/boundaries';
import { FileProblem } from '@/domain/core/file-problem';
import { counted, plural } from '@/domain/core/word-list';
import type { FieldFile } from '@/domain/geometry/files/field-file';
import { areaOf } from '@/domain/geometry/measure';
import { FIELD, type FarmField } from '@/records/fields';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { CheckField } from '@/ui/forms/check-field';
import { FieldError, SelectField, TextAreaField, TextField } from '@/ui/forms/field';
import { FileButton } from '@/ui/forms/file-button';
import { Dialog } from '@/ui/popups/dialog';
import { CustomerSelect } from '@/widgets/pickers/customer-select';
import { areaWords, toHectares } from './area-words';
import {
  changesOf,
  customerOf,
  matchRows,
  offeredFields,
  rowNotes,
  rowProblem,
  rowsOf,
  type ImportRow,
} from './import-rows';
import { readInWorker } from './read-in-worker';

const NEW = 'new';
/**
 * An iPhone offers only files of types that it knows, and .kml, .kmz and .geojson are none unless an app has declared them.
 * `application/octet-stream` is any file there.
 */
const CHOOSABLE =
  '.geojson,.geojsonl,.json,.kml,.kmz,.gpx,.zip,application/geo+json,application/json,application/vnd.google-earth.kml+xml,application/vnd.google-earth.kmz,application/zip,application/octet-stream';

/** Reads a file or a pasted text, previews the fields it would add or change, and saves all ticked ones or none. */
export function ImportDialog({ fields, onClose }: { fields: readonly FarmField[]; onClose: () => void }) {
  const account = useAccount();
  const save = useMutation(importFields);
  const [pasted, setPasted] = useState('');
  const [customer, setCustomer] = useState('');
  const [source, setSource] = useState<{ file: Blob; found: FieldFile } | null>(null);
  const [reading, setReading] = useState<AbortController | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [rows, setRows] = useState<readonly ImportRow[]>([]);
  useEffect(() => () => reading?.abort(), [reading]);

  const read = async (file: Blob, swapped = false) => {
    const controller = new AbortController();
    setReading(controller);
    setProblem(null);
    try {
      const found = await readInWorker({ file, swapped }, controller.signal);
      setSource({ file, found });
      setRows(rowsOf(found, fields, customer));
    } catch (error) {
      if (controller.signal.aborted) return;
      if (!(error instanceof FileProblem)) throw error;
      setSource(null);
      setProblem(error.message);
    } finally {
      setReading(null);
    }
  };
  const change = (row: ImportRow, next: Partial<ImportRow>) =>
    setRows(rows.map((other) => (other === row ? { ...row, ...next } : other)));

  const included = rows.filter((row) => row.included && row.entry.checked.ok);
  const customerProblem =
    Array.from(customer.trim()).length > FIELD.fields.customer.max
      ? `Too long: ${FIELD.fields.customer.max} characters at most.`
      : undefined;
  const isReady =
    !customerProblem &&
    included.length > 0 &&
    included.every((row) => rowProblem(row, rows, fields, customer) === null);
  const submit = () =>
    save.mutate(changesOf(rows, { customer, region: account.settings.region }), { onSuccess: onClose });
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Import boundaries"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {source && !reading && (
            <Button variant="main" disabled={!isReady} busy={save.isPending} busyText="Saving..." onClick={submit}>
              {plural(included.length, 'Import 1 field', `Import ${included.length} fields`)}
            </Button>
          )}
        </>
      }
    >
      {reading ? (
        <div className="grid justify-items-start gap-3">
          <output>Reading the file...</output>
          <Button onClick={() => reading.abort()}>Cancel</Button>
        </div>
      ) : source ? (
        <Preview file={source.found} onSwap={() => void read(source.file, true)} onChooseOther={() => setSource(null)}>
          <CustomerSelect
            label="Whose fields are they? (optional)"
            hint="Empty means your own land, or the customer that the file names for a field."
            value={customer}
            error={customerProblem}
            onChange={(name) => {
              setCustomer(name);
              setRows(matchRows(rows, fields, name));
            }}
          />
          <ul className="ruled">
            {rows.map((row, at) => (
              <Row
                // The rows of a file keep their order.
                key={at}
                row={row}
                fields={fields}
                customer={customer}
                problem={rowProblem(row, rows, fields, customer)}
                onChange={(next) => change(row, next)}
              />
            ))}
          </ul>
        </Preview>
      ) : (
        <div className="grid gap-4">
          <p className="text-2 text-muted">
            GeoJSON, KML, KMZ or GPX, or a zip file with shapefiles or any of these. Nothing is saved before you have
            seen what is in it.
          </p>
          {/* The file never leaves the device. */}
          <FileButton name="File with boundaries" accept={CHOOSABLE} onChosen={(file) => void read(file)} />
          <TextAreaField
            label="Or paste a boundary"
            hint="GeoJSON or KML"
            value={pasted}
            onChange={({ currentTarget }) => setPasted(currentTarget.value)}
          />
          <Button className="w-fit" disabled={pasted.trim() === ''} onClick={() => void read(new Blob([pasted]))}>
            Read the text
          </Button>
          {problem && <FieldError>{problem}</FieldError>}
        </div>
      )}
    </Dialog>
  );
}

function Preview({
  file,
  onSwap,
  onChooseOther,
  children,
}: {
  file: FieldFile;
  onSwap: () => void;
  onChooseOther: () => void;
  children: React.ReactNode;
}) {
  const broken = file.fields.filter(({ checked }) => !checked.ok).length;
  const found = counted(file.fields.length, 'field', 'fields');
  return (
    <div className="grid gap-4">
      {file.isSwapped && (
        <Banner tone="warn" action={<Button onClick={onSwap}>Swap them</Button>}>
          These points are outside the UK and Ireland. Are latitude and longitude swapped?
        </Banner>
      )}
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <strong>
          {found} in the file{broken > 0 && `, ${broken} can’t be imported`}
        </strong>
        <Button variant="quiet" onClick={onChooseOther}>
          Choose another file
        </Button>
      </p>
      {file.notes.map((note) => (
        <p key={note} className="text-2 text-muted">
          {note}
        </p>
      ))}
      {children}
    </div>
  );
}

function Row({
  row,
  fields,
  customer,
  problem,
  onChange,
}: {
  row: ImportRow;
  fields: readonly FarmField[];
  customer: string;
  problem: string | null;
  onChange: (next: Partial<ImportRow>) => void;
}) {
  const { entry, name, fieldId, included } = row;
  const { checked } = entry;
  // Comparing two outlines is slow, and each letter typed in the dialog renders all rows.
  const { warnings, notes } = useMemo(() => rowNotes({ entry, fieldId }, fields), [entry, fieldId, fields]);
  if (!checked.ok) {
    return (
      <li className="grid gap-1 py-3">
        <strong className="wrap-anywhere">{name}</strong>
        <FieldError>{checked.problem}</FieldError>
      </li>
    );
  }
  return (
    <li className="grid gap-2 py-3">
      <CheckField
        label={`${entry.name}: ${areaWords(toHectares(areaOf(checked.boundary)))}`}
        checked={included}
        onChange={({ currentTarget }) => onChange({ included: currentTarget.checked })}
      />
      {warnings.map((warning) => (
        <p key={warning} className="text-2 text-warning">
          {warning}
        </p>
      ))}
      {notes.map((note) => (
        <p key={note} className="text-2 text-muted">
          {note}
        </p>
      ))}
      {included && <Target {...{ row, fields, customer, problem, onChange }} />}
    </li>
  );
}

/** Which field a row becomes, and whose. */
function Target({ row, fields, customer, problem, onChange }: Parameters<typeof Row>[0]) {
  const { entry, name, fieldId } = row;
  const owner = customerOf(row, customer);
  const offered = offeredFields(row, fields, customer);
  const field = offered.find(({ id }) => id === fieldId);
  const whose = owner === '' ? 'your own land' : owner;
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <SelectField
        label={`Save ${entry.name} as`}
        value={fieldId ?? NEW}
        error={fieldId !== null ? (problem ?? undefined) : undefined}
        // The select itself cuts long names off.
        hint={field ? `Replaces the boundary of ${field.name}, a field of ${whose}.` : `A new field of ${whose}.`}
        onChange={({ currentTarget: { value } }) => onChange({ fieldId: value === NEW ? null : value, isChosen: true })}
      >
        <option value={NEW}>A new field</option>
        {offered.map(({ id, name: known }) => (
          <option key={id} value={id}>
            Boundary of {known}
          </option>
        ))}
      </SelectField>
      {fieldId === null && (
        <TextField
          label="Name"
          value={name}
          error={problem ?? undefined}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
      )}
    </div>
  );
}
