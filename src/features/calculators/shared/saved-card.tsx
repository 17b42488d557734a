import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteCalculation } from '@/data/calculations/calculations';
import { formatDateNumeric } from '@/domain/core/time';
import { formatCell, type Cell } from '@/domain/rules/printout';
import { REGIME_NAMES } from '@/domain/rules/rules';
import { useOffline } from '@/lib/online';
import type { Calculation } from '@/records/calculations';
import { useAccount } from '@/session/account';
import { Button, IconButton } from '@/ui/button';
import { Card } from '@/ui/layout/card';
import { ConfirmDialog } from '@/ui/popups/dialog';
import { HeadCell } from '@/ui/lists/ledger';

/** A row of the comparison: a name in `results`, and what it is called. */
export type Compared = readonly [name: string, label: string];

const cellOf = (value: Calculation['results'][string] | undefined): Cell =>
  typeof value === 'boolean' ? (value ? 'Yes' : 'No') : (value ?? null);

/** Saved years beside each other. Opening one brings its form and its rules back. */
export function SavedCard({
  saved,
  compared,
  onOpen,
}: {
  saved: readonly Calculation[];
  compared: readonly Compared[];
  onOpen: (calculation: Calculation) => void;
}) {
  const { ownerId, canWrite } = useAccount();
  const offline = useOffline();
  const remove = useMutation(deleteCalculation);
  const [toDelete, setToDelete] = useState<Calculation | null>(null);
  if (saved.length === 0) return null;
  const rows = compared.filter(([name]) => saved.some(({ results }) => cellOf(results[name]) !== null));
  return (
    <Card className="relative overflow-x-auto">
      <table className="ledger saved-years">
        <caption className="saved-caption">Saved years</caption>
        <thead>
          <tr>
            <HeadCell hideText>Figure</HeadCell>
            {saved.map((one) => (
              <HeadCell key={one.id} figure>
                {one.year}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Name</th>
            {saved.map((one) => (
              <td key={one.id} className="figure">
                <Button variant="quiet" onClick={() => onOpen(one)}>
                  {one.name}
                </Button>
              </td>
            ))}
          </tr>
          {rows.map(([name, label]) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              {saved.map((one) => (
                <td key={one.id} className="figure tabular-nums">
                  {formatCell(cellOf(one.results[name]))}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">Rules</th>
            {saved.map((one) => (
              <td key={one.id} className="figure">
                {REGIME_NAMES[one.regime]}, {formatDateNumeric(one.ruleVersion)}
              </td>
            ))}
          </tr>
          {!offline && canWrite && (
            <tr>
              <th scope="row">
                <span className="sr-only">Delete</span>
              </th>
              {saved.map((one) => (
                <td key={one.id} className="figure">
                  <IconButton label={`Delete ${one.name}`} onClick={() => setToDelete(one)}>
                    <Trash2 aria-hidden="true" />
                  </IconButton>
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
      <ConfirmDialog
        open={toDelete !== null}
        title={`Delete ${toDelete?.name ?? ''}?`}
        verb="Delete"
        busy={remove.isPending}
        busyText="Deleting..."
        onClose={() => setToDelete(null)}
        onConfirm={() => {
          if (toDelete) remove.mutate({ id: toDelete.id, ownerId }, { onSettled: () => setToDelete(null) });
        }}
      >
        <p>The calculation and what was entered for it go. This can&apos;t be undone.</p>
      </ConfirmDialog>
    </Card>
  );
}
