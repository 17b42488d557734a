import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { Notice } from '@/data/notices';
import { crewQuery } from '@/data/profiles';
import { toCsv } from '@/domain/csv';
import { RECEIPT_COLUMNS, receiptRows } from '@/domain/notice';
import { saveFile } from '@/lib/save-file';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { nameOf } from './notice-words';

/** Who read and confirmed the notices that are shown, as a spreadsheet: the proof of a talk on safety. */
export function ReceiptsButton({ notices, today }: { notices: readonly Notice[]; today: string }) {
  const { ownerId } = useAccount();
  const { data: crew } = useQuery(crewQuery(ownerId));
  if (!crew) return null;
  const people = crew.map((person) => ({ id: person.id, name: nameOf(person) }));
  return (
    <p>
      <Button
        variant="quiet"
        className="-mx-3"
        onClick={() =>
          saveFile(
            new File([toCsv(RECEIPT_COLUMNS, receiptRows(notices, people))], `notices-${today}.csv`, {
              type: 'text/csv',
            }),
          )
        }
      >
        <Download aria-hidden="true" />
        Confirmations as CSV
      </Button>
    </p>
  );
}
