import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, FilePlus, FileText, Trash2 } from 'lucide-react';
import { useId } from 'react';
import {
  addDocuments,
  documentAddress,
  documentsQuery,
  MAX_DOCUMENTS,
  removeDocument,
} from '@/data/documents/documents';
import { CHOOSABLE, formatBytes, typeWords } from '@/domain/documents/document-types';
import { historyTime } from '@/domain/history/history';
import { startDownload } from '@/lib/files/save-file';
import { useOffline } from '@/lib/online';
import type { DocumentTable, StoredDocument } from '@/records/documents';
import { useAccount } from '@/session/account';
import { useCurrentNames } from '@/session/current-names';
import { Button } from '@/ui/button';
import { FieldError } from '@/ui/forms/field';
import { ErrorState } from '@/ui/lists/list-states';

/**
 * The documents of a record. The account holder adds and removes them, with signal only. `kept`: none can be removed.
 * `level`: of its heading.
 */
export function Documents({
  table,
  parent,
  kept = false,
  level: Heading = 'h2',
}: {
  table: DocumentTable;
  parent: string;
  kept?: boolean;
  level?: 'h2' | 'h3';
}) {
  const { ownerId, role, canWrite } = useAccount();
  const offline = useOffline();
  const documents = useQuery(documentsQuery(ownerId, parent));
  const mayChange = role === 'admin' && canWrite;
  const stored = documents.data ?? [];
  // Employees see the section only if there is something in it.
  if (!mayChange && stored.length === 0) return null;
  return (
    <section className="grid gap-2">
      <Heading className="text-3">Documents</Heading>
      {documents.isError && <ErrorState onRetry={() => void documents.refetch()} />}
      {stored.length > 0 && (
        <ul className="ruled" aria-label="Documents">
          {stored.map((document) => (
            <DocumentRow key={document.id} document={document} offline={offline} removable={mayChange && !kept} />
          ))}
        </ul>
      )}
      {mayChange && !offline && <AddDocuments table={table} parent={parent} full={stored.length >= MAX_DOCUMENTS} />}
      {offline && (
        <p className="hint">
          Documents are added and opened with signal: they are too large to wait on the phone.
          {table !== 'customers' && ' A photo of the paper can be taken without.'}
        </p>
      )}
    </section>
  );
}

function DocumentRow({
  document,
  offline,
  removable,
}: {
  document: StoredDocument;
  offline: boolean;
  removable: boolean;
}) {
  const { ownerId, settings } = useAccount();
  const { nameOf } = useCurrentNames();
  const address = useMutation(documentAddress);
  const remove = useMutation(removeDocument);
  const { name, mime, bytes, createdBy, createdByName, createdAt } = document;
  const details = [
    typeWords(mime),
    formatBytes(bytes),
    `${nameOf(createdBy, createdByName)}, ${historyTime(createdAt, settings.zone)}`,
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <FileText aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="grid min-w-0 flex-1 basis-52">
        <b className="wrap-anywhere">{name}</b>
        <span className="text-2 text-muted">{details.join(' · ')}</span>
      </div>
      <div className="flex gap-1">
        <Button
          variant="quiet"
          disabled={offline}
          busy={address.isPending}
          busyText="Fetching..."
          aria-label={`Download ${name}`}
          onClick={() => address.mutate(document, { onSuccess: startDownload })}
        >
          <Download aria-hidden="true" />
          Download
        </Button>
        {removable && (
          <Button
            variant="quiet"
            disabled={offline}
            busy={remove.isPending}
            busyText="Removing..."
            aria-label={`Remove ${name}`}
            onClick={() => remove.mutate({ ownerId, id: document.id })}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        )}
      </div>
    </li>
  );
}

function AddDocuments({ table, parent, full }: { table: DocumentTable; parent: string; full: boolean }) {
  const { ownerId } = useAccount();
  const id = useId();
  const add = useMutation(addDocuments);
  if (full) return <p className="hint">{MAX_DOCUMENTS} documents are the most here.</p>;
  return (
    <div className="grid justify-items-start gap-1">
      <input
        id={id}
        type="file"
        className="peer sr-only"
        accept={CHOOSABLE}
        multiple
        disabled={add.isPending}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          if (files.length > 0) add.mutate({ ownerId, table, parent, files });
          // Allow the same file to be chosen again.
          currentTarget.value = '';
        }}
      />
      <label
        htmlFor={id}
        className="btn btn-plain flex-wrap peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2"
      >
        <FilePlus aria-hidden="true" />
        Add documents
      </label>
      <p className="hint">PDF, picture, Word, Excel, OpenDocument, CSV or text, 20 MB at most each.</p>
      <output className="grid gap-1">
        {add.isPending && <p className="hint">Checking and sending...</p>}
        {(add.data ?? []).map(({ name, sentence }, at) => (
          <FieldError key={at}>
            {name}: {sentence}
          </FieldError>
        ))}
      </output>
    </div>
  );
}
