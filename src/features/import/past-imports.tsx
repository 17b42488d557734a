import { useMutation, useQuery } from '@tanstack/react-query';
import { importsQuery, undoImport } from '@/data/imports';
import { dateIn, formatDateDated } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import { useAccount } from '@/session/account';
import { useDisabledReason } from '@/session/disabled-reason';
import { Button } from '@/ui/button';
import { Card, CardHead } from '@/ui/layout/card';
import { Paged } from '@/ui/lists/paged';
import { QueryList } from '@/ui/lists/query-list';
import type { ImportKind } from './kind';

/** Earlier imports, each with its undo. Nothing is shown before the first one. */
export function PastImports({ kinds }: { kinds: readonly ImportKind[] }) {
  const { ownerId, settings } = useAccount();
  const disabledReason = useDisabledReason();
  const imports = useQuery(importsQuery(ownerId));
  const undo = useMutation(undoImport);
  if (imports.data?.length === 0) return null;
  return (
    <Card className="mt-4">
      <CardHead title="Earlier imports" />
      <QueryList read={imports}>
        <Paged items={imports.data ?? []}>
          {(part) => (
            <ul className="ruled px-4">
              {part.map(({ id, kind, fileName, added, createdAt, createdByName, undoneAt }) => (
                <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
                  <div className="min-w-0">
                    <strong className="wrap-anywhere">{fileName}</strong>
                    <p className="text-2 text-muted">
                      {counted(
                        added,
                        ...(kinds.find(({ name }) => name === kind)?.words ?? (['row', 'rows'] as const)),
                      )}
                      , {formatDateDated(dateIn(settings.zone, createdAt))}, {createdByName}
                    </p>
                  </div>
                  {undoneAt === null ? (
                    <Button
                      aria-label={`Undo the import of ${fileName}`}
                      disabled={disabledReason !== null || undo.isPending}
                      onClick={() => undo.mutate(id)}
                    >
                      Undo
                    </Button>
                  ) : (
                    <span className="text-2 text-muted">
                      Undone on {formatDateDated(dateIn(settings.zone, undoneAt))}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Paged>
      </QueryList>
    </Card>
  );
}
