import type { FileUse } from '@/data/documents/stored-files';
import { counted } from '@/domain/core/word-list';
import { formatBytes } from '@/domain/documents/document-types';
import { Chip } from '@/ui/forms/chip';
import { Card, CardHead } from '@/ui/layout/card';
import { kindWords } from './file-kinds';

/** How much of the account's space is used, and by what; a press on a kind lists its files. */
export function SpaceCard({
  use: { quota, kinds },
  kind,
  onKind,
}: {
  use: { quota: number; kinds: readonly FileUse[] };
  kind: string;
  onKind: (kind: string) => void;
}) {
  const used = kinds.reduce((sum, { bytes }) => sum + bytes, 0);
  const words = `${formatBytes(used)} of ${formatBytes(quota)} used`;
  return (
    <Card>
      <CardHead title="Space" />
      <div className="grid gap-3 p-4">
        <p>
          <b>{words}</b>
        </p>
        <progress className="export-progress" aria-label={words} max={Math.max(quota, 1)} value={used} />
        {kinds.length > 0 && (
          <ul className="flex flex-wrap gap-2" aria-label="What uses the space">
            {kinds.map((one) => (
              <li key={one.kind}>
                <Chip pressed={one.kind === kind} onClick={() => onKind(one.kind === kind ? '' : one.kind)}>
                  {kindWords(one.kind)}: {counted(one.files, 'file', 'files')}, {formatBytes(one.bytes)}
                </Chip>
              </li>
            ))}
          </ul>
        )}
        <p className="hint">
          Photos and documents count. Invoices, logos and people’s pictures do not. A removed file makes room at once,
          and is deleted for good within two days.
        </p>
      </div>
    </Card>
  );
}
