import { mutationOptions, useMutation } from '@tanstack/react-query';
import { Download, Plus } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { Notice } from '@/data/notices';
import { useOffline } from '@/lib/online';
import { isLoading } from '@/lib/read-state';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { Chip, ChipSelect } from '@/ui/forms/chip';
import { UrlSearch } from '@/ui/lists/url-search';
import { EmptyState } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { SignalHint } from '@/widgets/signal-hint';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { NoticeCard } from './notice-card';
import type { ReceiptsRequest } from './receipts-file';
import { useBoard, type BoardList } from './use-board';

// Loaded on demand.
const NoticeDialog = lazy(async () => ({ default: (await import('./notice-dialog')).NoticeDialog }));
const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog')).DeleteDialog }));

const SHOW_OPTIONS = [
  { value: 'active', label: 'On the board' },
  { value: 'expired', label: 'Run out' },
  { value: 'all', label: 'All notices' },
];

/** Saves a file of who read and confirmed the notices. The code that creates it is loaded on demand. */
const saveReceipts = mutationOptions({
  mutationKey: ['board', 'receipts'],
  mutationFn: async (request: ReceiptsRequest, { client }) => {
    const { saveReceiptsFile } = await import('./receipts-file');
    await saveReceiptsFile(client, request);
  },
  meta: {
    failed: { title: 'Could not save the file', description: 'The crew did not load. Try again with signal.' },
  },
});

type OpenDialog = { kind: 'form'; notice: Notice | null } | { kind: 'delete'; notice: Notice };

/**
 * The account holder's notices to the crew, with the crew's "Got it" buttons. `below`: is read and shown only after the
 * notices, so that they never wait for it.
 */
export function Board({ today, below }: { today: string; below: ReactNode }) {
  const { role, canWrite, ownerId } = useAccount();
  const online = !useOffline();
  const list = useBoard(today);
  const saveReceiptsMutation = useMutation(saveReceipts);
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const admin = role === 'admin';
  const mayPost = admin && canWrite;
  const close = () => setOpenDialog(null);
  const postButton = mayPost && online && (
    <Button variant={list.empty ? 'main' : 'quiet'} onClick={() => setOpenDialog({ kind: 'form', notice: null })}>
      <Plus aria-hidden="true" />
      Post a notice
    </Button>
  );
  return (
    <>
      <section className="grid gap-3 lg:col-start-1" aria-labelledby="notices">
        <div className="flex flex-wrap items-center gap-x-3">
          <h2 id="notices" className="mr-auto text-4">
            Notices
          </h2>
          {!list.empty && postButton}
        </div>
        {mayPost && !online && <SignalHint />}
        {/* For the account holder the age of the copy is shown above, with the alerts. */}
        {!admin && <SnapshotAge at={list.at} />}
        <Filters list={list} admin={admin} />
        <QueryList
          card
          read={list.read}
          rows={list.read.data ? list.notices : []}
          loading={{ rows: 2, text: 'Loading the notices...' }}
          empty={
            list.view.show !== 'active' || list.view.search !== '' || list.view.toConfirm ? (
              <EmptyState title="No notice matches." />
            ) : admin ? (
              <EmptyState
                title="No notices."
                text="Post one so the crew sees it when they open the app."
                action={list.empty && postButton}
              />
            ) : (
              <EmptyState title="Nothing on the board. Have a safe day." />
            )
          }
        >
          <ul className="grid gap-3" aria-label="Notices">
            {list.notices.map((notice) => (
              <NoticeCard
                key={notice.id}
                notice={notice}
                today={today}
                onEdit={mayPost && online ? () => setOpenDialog({ kind: 'form', notice }) : undefined}
                onDelete={mayPost && online ? () => setOpenDialog({ kind: 'delete', notice }) : undefined}
              />
            ))}
          </ul>
        </QueryList>
        {list.more && (
          <Button
            wide
            busy={list.more.isFetchingNextPage}
            busyText="Loading..."
            onClick={() => void list.more?.fetchNextPage()}
          >
            Load more
          </Button>
        )}
        {admin && list.notices.length > 0 && (
          <p>
            <Button
              variant="quiet"
              className="-mx-quiet"
              busy={saveReceiptsMutation.isPending}
              busyText="Saving..."
              onClick={() => saveReceiptsMutation.mutate({ ownerId, notices: list.notices, today })}
            >
              <Download aria-hidden="true" />
              Confirmations as CSV
            </Button>
          </p>
        )}
        <Suspense fallback={null}>
          {openDialog?.kind === 'form' && <NoticeDialog notice={openDialog.notice} today={today} onClose={close} />}
          {openDialog?.kind === 'delete' && <DeleteDialog notice={openDialog.notice} onClose={close} />}
        </Suspense>
      </section>
      {!isLoading(list.read) && below}
    </>
  );
}

function Filters({ list: { view, set, showsSearch, hasUnconfirmed }, admin }: { list: BoardList; admin: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {showsSearch && <UrlSearch label="Search notices" className="min-w-0 flex-1" maxLength={100} />}
      <ChipSelect
        label="Which notices"
        all={null}
        value={view.show}
        options={SHOW_OPTIONS}
        onChange={(show) => set({ notices: show === 'active' ? '' : show })}
      />
      {!admin && hasUnconfirmed && (
        <Chip pressed={view.toConfirm} onClick={() => set({ confirm: view.toConfirm ? '' : '1' })}>
          Needs my confirmation
        </Chip>
      )}
    </div>
  );
}
