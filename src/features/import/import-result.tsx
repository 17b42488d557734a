import { useMutation } from '@tanstack/react-query';
import { undoImport } from '@/data/imports';
import { counted } from '@/domain/core/word-list';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import type { ImportKind } from './kind';

/** What was just imported, with its undo. */
export function ImportResult({
  id,
  kind,
  added,
  skipped,
  onUndone,
}: {
  id: string;
  kind: ImportKind;
  added: number;
  skipped: number;
  onUndone: () => void;
}) {
  const undo = useMutation(undoImport);
  return (
    <Banner
      tone="good"
      action={
        <Button busy={undo.isPending} busyText="Undoing..." onClick={() => undo.mutate(id, { onSuccess: onUndone })}>
          Undo this import
        </Button>
      }
    >
      {counted(added, ...kind.words)} imported
      {skipped > 0 && `, ${counted(skipped, ...kind.words)} already there`}.
    </Banner>
  );
}
