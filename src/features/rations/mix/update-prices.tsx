import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { feedsQuery } from '@/data/rations/feeds';
import type { MixFeed } from '@/domain/rations/feed';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { ConfirmDialog, Dialog } from '@/ui/popups/dialog';
import { withCurrentFeeds } from './mix-feeds';

/** Brings the prices and analyses of a mix up to date with its feeds, after showing what changes. */
export function UpdatePrices<Item extends MixFeed>({
  items,
  busy,
  onSave,
}: {
  items: readonly Item[];
  busy: boolean;
  onSave: (items: Item[], done: () => void) => void;
}) {
  const { ownerId, settings } = useAccount();
  const feeds = useQuery(feedsQuery(ownerId)).data;
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (!feeds) return null;
  const update = withCurrentFeeds(items, feeds, settings.currency);
  const upToDate = update.changes.length === 0;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <RefreshCw aria-hidden="true" />
        Update prices
      </Button>
      {upToDate ? (
        <Dialog
          open={open}
          onClose={close}
          title="Prices and analyses are up to date"
          actions={<Button onClick={close}>Close</Button>}
        >
          The mix has what its feeds have.
        </Dialog>
      ) : (
        <ConfirmDialog
          open={open}
          onClose={close}
          title="Update prices and analyses?"
          verb="Update the mix"
          tone="main"
          busy={busy}
          busyText="Saving..."
          onConfirm={() => onSave(update.items, close)}
        >
          <ul className="grid list-disc gap-1 pl-5">
            {update.changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </>
  );
}
