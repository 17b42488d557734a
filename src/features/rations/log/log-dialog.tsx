import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { mayEdit } from '@/domain/fields/activity';
import type { NewEntry } from '@/offline/outbox/entry';
import { bringBackMutation, strikeMutation } from '@/offline/outbox/save-entries';
import type { Struck } from '@/records/struck';
import { useAccount } from '@/session/account';
import { useNow } from '@/session/today';
import { Button } from '@/ui/button';
import { StrikeEntry } from '@/ui/forms/strike-entry';
import { Dialog } from '@/ui/popups/dialog';
import { StruckBanner } from '@/widgets/struck-banner';

/** A feeding or a batch as it was logged. One that was logged by mistake is struck out here, or brought back. */
export function LogDialog({
  record,
  row,
  title,
  name,
  entryOf,
  onClose,
  children,
}: {
  /** Its type, as messages name it. */
  record: { name: string };
  row: Struck & { createdBy: string | null; createdAt: string };
  title: string;
  /** In a question: "this feeding". */
  name: string;
  /** The entry that strikes it out, or brings it back. */
  entryOf: (struck: boolean) => NewEntry;
  onClose: () => void;
  children: ReactNode;
}) {
  const maySave = mayEdit(useAccount(), row, useNow());
  const strike = useMutation(strikeMutation(record));
  const bringBack = useMutation(bringBackMutation(record));
  return (
    <Dialog open wide onClose={onClose} title={title} actions={<Button onClick={onClose}>Close</Button>}>
      <div className="grid gap-3">
        {row.struck && (
          <StruckBanner
            record={row}
            busy={bringBack.isPending}
            onBringBack={maySave ? () => bringBack.mutate([entryOf(false)]) : null}
          />
        )}
        {children}
        {maySave && !row.struck && (
          <StrikeEntry
            name={name}
            busy={strike.isPending}
            onConfirm={() => strike.mutate([entryOf(true)], { onSuccess: onClose })}
          />
        )}
      </div>
    </Dialog>
  );
}
