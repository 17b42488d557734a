import { useMutation, useQuery } from '@tanstack/react-query';
import { Crosshair, Download, FileUp, PencilLine, Ruler, SquarePen, Trash2 } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { updateField } from '@/data/fields/field-changes';
import { fieldsQuery } from '@/data/fields/fields';
import { importFields } from '@/data/fields/boundaries';
import type { Boundary } from '@/domain/fields/boundary';
import { LAND_USE_WORDS } from '@/domain/fields/field';
import type { FarmField } from '@/records/fields';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { FieldError } from '@/ui/forms/field';
import { Page } from '@/ui/layout/page';
import { EmptyState } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { ConfirmDialog } from '@/ui/popups/dialog';
import { Menu } from '@/ui/popups/menu';
import { useAddress } from '@/ui/use-address';
import { locateDevice } from '@/widgets/position/locate-device';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { FIELDS } from '@/features/fields/fields-address';
import { useOffline } from '@/lib/online';
import { areaWords } from './area-words';
import { EXPORT_FORMATS, exportFields } from './export-fields';
import { FieldMap } from './field-map';
import { Legend, MapList } from './map-list';
import type { MapField } from './map-view';
import { outlineOf } from './outline-of';
import { ToolPanel } from './tool-panel';
import { useMapTools, type MapTools } from './use-map-tools';

// Loaded on demand: the dialogs bring the file readers and the forms.
const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog')).ImportDialog }));
const SaveDialog = lazy(async () => ({ default: (await import('./save-dialog')).SaveDialog }));

const NO_FIELDS: readonly FarmField[] = [];

/** /fields/map: every field of the account on a map, beside the same fields in a list. */
export function MapPage() {
  const account = useAccount();
  const today = useToday();
  const list = useQuery(fieldsQuery(account.ownerId));
  const fields = useMemo(() => list.data?.filter(({ archivedOn }) => archivedOn === null) ?? NO_FIELDS, [list.data]);
  const [isImporting, setImporting] = useState(false);
  const offline = useOffline();
  const canEdit = account.role === 'admin' && account.canWrite && !offline;
  return (
    <Page
      title="Map of fields"
      back={FIELDS}
      actions={
        list.data && (
          <>
            {canEdit && (
              <Button onClick={() => setImporting(true)}>
                <FileUp aria-hidden="true" />
                Import
              </Button>
            )}
            {fields.length > 0 && (
              <Menu
                className="btn btn-plain"
                items={EXPORT_FORMATS.map((format) => ({
                  label: format,
                  onSelect: () => exportFields(fields, format, today),
                }))}
              >
                <Download aria-hidden="true" />
                Export
              </Menu>
            )}
          </>
        )
      }
    >
      <SnapshotAge at={list.dataUpdatedAt} />
      <QueryList read={list}>
        <FieldsOnMap fields={fields} canEdit={canEdit} />
      </QueryList>
      <Suspense>{isImporting && <ImportDialog fields={fields} onClose={() => setImporting(false)} />}</Suspense>
    </Page>
  );
}

const toMapFields = (fields: readonly FarmField[]): MapField[] =>
  fields.flatMap(({ id, name, boundary, landUse, areaHa }) =>
    boundary
      ? [
          {
            id,
            name,
            boundary,
            landUse,
            detail: [landUse && LAND_USE_WORDS[landUse], areaWords(areaHa)].filter(Boolean).join(', '),
          },
        ]
      : [],
  );

function FieldsOnMap({ fields, canEdit }: { fields: readonly FarmField[]; canEdit: boolean }) {
  const [params, changeAddress] = useAddress();
  const selected = fields.find(({ id }) => id === params.get('field')) ?? null;
  const select = (id: string) =>
    changeAddress(
      (next) => {
        next.set('field', id);
        return next;
      },
      { replace: true },
    );
  const tools = useMapTools();
  const shown = useMemo(() => {
    // The boundary that is being edited would show through its own drawing.
    const editedId = tools.tool.kind === 'edit' ? tools.tool.fieldId : null;
    return toMapFields(fields.filter(({ id }) => id !== editedId));
  }, [fields, tools.tool]);
  const [toSave, setToSave] = useState<Boundary | null>(null);
  const save = useMutation(importFields);
  const { tool } = tools;
  const finish = (boundary: Boundary) => {
    if (tool.kind !== 'edit') setToSave(boundary);
    else {
      save.mutate(
        { added: [], changed: [{ id: tool.fieldId, ...outlineOf(boundary) }] },
        { onSuccess: () => tools.stop() },
      );
    }
  };
  return (
    <div className="map-layout">
      <div className="grid content-start gap-3">
        {tool.kind === 'none' && <Toolbar tools={tools} canEdit={canEdit} />}
        <ToolPanel tools={tools} saveLabel={tool.kind === 'edit' ? 'Save boundary' : 'Save...'} onSave={finish} />
        <FieldMap
          tall
          label="Map of fields"
          fields={shown}
          selected={selected?.id ?? null}
          onSelect={select}
          {...tools.canvas}
        />
        <Legend fields={fields} />
      </div>
      <div className="grid content-start gap-3">
        {selected && tool.kind === 'none' && <Selected field={selected} tools={tools} canEdit={canEdit} />}
        {fields.length === 0 ? (
          <EmptyState title="No fields yet." text="Draw one on the map, or import a file with boundaries." />
        ) : (
          <MapList fields={fields} selected={selected?.id ?? null} onSelect={select} />
        )}
      </div>
      <Suspense>
        {toSave && (
          <SaveDialog
            boundary={toSave}
            fields={fields}
            target={selected?.boundary === null ? selected.id : null}
            onClose={() => setToSave(null)}
            onSaved={(id) => {
              setToSave(null);
              tools.stop();
              select(id);
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

function Toolbar({ tools, canEdit }: { tools: MapTools; canEdit: boolean }) {
  const locate = useMutation(locateDevice('choose the field from the list'));
  return (
    <div className="grid gap-2">
      <div role="toolbar" aria-label="Map tools" className="flex flex-wrap gap-2">
        {canEdit && (
          <Button disabled={!tools.map} onClick={tools.draw}>
            <SquarePen aria-hidden="true" />
            Draw a field
          </Button>
        )}
        <Button disabled={!tools.map} onClick={tools.measure}>
          <Ruler aria-hidden="true" />
          Measure
        </Button>
        <Button
          disabled={!tools.map}
          busy={locate.isPending}
          busyText="Looking..."
          onClick={() => locate.mutate(undefined, { onSuccess: (here) => tools.map?.showPosition(here) })}
        >
          <Crosshair aria-hidden="true" />
          My position
        </Button>
      </div>
      {locate.isError && <FieldError>{locate.error.message}</FieldError>}
    </div>
  );
}

/** The chosen field, and what can be done with its boundary. */
function Selected({ field, tools, canEdit }: { field: FarmField; tools: MapTools; canEdit: boolean }) {
  const remove = useMutation(updateField);
  const [isConfirming, setIsConfirming] = useState(false);
  const { boundary } = field;
  return (
    <section aria-label={field.name} className="map-panel">
      <h2 className="text-4 wrap-anywhere">{field.name}</h2>
      <p>
        {areaWords(field.areaHa)}
        {field.drawnAreaHa !== null && <span className="text-muted"> (drawn: {areaWords(field.drawnAreaHa)})</span>}
      </p>
      {canEdit && !boundary && (
        <Button className="w-fit" disabled={!tools.map} onClick={tools.draw}>
          <SquarePen aria-hidden="true" />
          Draw its boundary
        </Button>
      )}
      {canEdit && boundary && (
        <div className="flex flex-wrap gap-2">
          <Button disabled={!tools.map} onClick={() => tools.edit(field.id, boundary)}>
            <PencilLine aria-hidden="true" />
            Edit boundary
          </Button>
          <Button variant="quiet" onClick={() => setIsConfirming(true)}>
            <Trash2 aria-hidden="true" />
            Remove boundary
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={`Remove the boundary of ${field.name}?`}
        verb="Remove"
        busy={remove.isPending}
        busyText="Removing..."
        onConfirm={() =>
          remove.mutate(
            { id: field.id, fields: { boundary: null, centroidLat: null, centroidLng: null, drawnAreaHa: null } },
            { onSuccess: () => setIsConfirming(false) },
          )
        }
      >
        The field stays, with its area and everything recorded for it.
      </ConfirmDialog>
    </section>
  );
}
