import { useMutation } from '@tanstack/react-query';
import { Download, Eye, FileText, Image, Lock, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { fileAddress, removeStoredFile, type StoredFile } from '@/data/documents/stored-files';
import { formatBytes, typeWords } from '@/domain/documents/document-types';
import { historyTime } from '@/domain/history/history';
import { startDownload } from '@/lib/files/save-file';
import { useAccount } from '@/session/account';
import { useCurrentNames } from '@/session/current-names';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/popups/dialog';
import { downloadName, kindWords, recordPath } from './file-kinds';

/** A photo or document with its buttons: open (pictures only), download, and remove unless it has to stay. */
export function FileRow({ file, disabled }: { file: StoredFile; disabled: boolean }) {
  const { ownerId, settings, canWrite } = useAccount();
  const { nameOf } = useCurrentNames();
  const open = useMutation(fileAddress);
  const download = useMutation(fileAddress);
  const remove = useMutation(removeStoredFile);
  const [opened, setOpened] = useState<string | null>(null);
  const { parentTable, parentName, mime, bytes, createdBy, createdByName, createdAt, kept } = file;
  const isPicture = mime.startsWith('image/');
  const title = file.name ?? (file.table === 'documents' ? 'Document' : 'Photo');
  const path = recordPath(file);
  const record = parentName ?? 'deleted since';
  const Icon = isPicture ? Image : FileText;
  // Several photos of a record have the same title, so the time tells them apart for screen readers.
  const spoken = `${title}, ${record}, ${historyTime(createdAt, settings.zone)}`;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <b className="wrap-anywhere">{title}</b>
        <span className="wrap-anywhere">
          {kindWords(parentTable)}:{' '}
          {path === null ? (
            record
          ) : (
            <Link className="link" to={path}>
              {record}
            </Link>
          )}
        </span>
        <span className="text-2 text-muted">
          {[
            typeWords(mime),
            formatBytes(bytes),
            `${nameOf(createdBy, createdByName)}, ${historyTime(createdAt, settings.zone)}`,
          ].join(' · ')}
        </span>
        {kept !== null && (
          <span className="flex items-center gap-1 text-2 text-muted">
            <Lock aria-hidden="true" className="size-4 shrink-0" />
            Has to stay. {kept}
          </span>
        )}
      </div>
      <div className="flex flex-wrap gap-1">
        {isPicture && (
          <Button
            variant="quiet"
            disabled={disabled}
            busy={open.isPending}
            busyText="Fetching..."
            aria-label={`Open ${spoken}`}
            onClick={() => open.mutate({ file }, { onSuccess: setOpened })}
          >
            <Eye aria-hidden="true" />
            Open
          </Button>
        )}
        <Button
          variant="quiet"
          disabled={disabled}
          busy={download.isPending}
          busyText="Fetching..."
          aria-label={`Download ${spoken}`}
          onClick={() =>
            download.mutate({ file, name: downloadName(file, settings.zone) }, { onSuccess: startDownload })
          }
        >
          <Download aria-hidden="true" />
          Download
        </Button>
        {kept === null && canWrite && (
          <Button
            variant="quiet"
            disabled={disabled}
            busy={remove.isPending}
            busyText="Removing..."
            aria-label={`Remove ${spoken}`}
            onClick={() => remove.mutate({ ownerId, file })}
          >
            <Trash2 aria-hidden="true" />
            Remove
          </Button>
        )}
      </div>
      {opened !== null && (
        <Dialog
          open
          wide
          title={title}
          onClose={() => setOpened(null)}
          actions={
            <Button variant="main" onClick={() => setOpened(null)}>
              Close
            </Button>
          }
        >
          <img src={opened} alt={spoken} className="w-full rounded-2 bg-sunken object-contain" />
        </Dialog>
      )}
    </div>
  );
}
