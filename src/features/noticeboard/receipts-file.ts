import type { QueryClient } from '@tanstack/react-query';
import { crewQuery } from '@/data/account/profiles';
import type { Notice } from '@/data/notices';
import { toCsv } from '@/domain/core/csv';
import { RECEIPT_COLUMNS, receiptRows } from '@/domain/noticeboard/notice';
import { saveFile } from '@/lib/files/save-file';
import { queryNow } from '@/lib/query-now';
import { nameOf } from './notice-words';

export type ReceiptsRequest = { ownerId: string; notices: readonly Notice[]; today: string };

/** Saves who read and confirmed the notices as CSV, for example as proof of a safety briefing. */
export async function saveReceiptsFile(client: QueryClient, { ownerId, notices, today }: ReceiptsRequest) {
  const crew = await queryNow(client, crewQuery(ownerId));
  const rows = receiptRows(
    notices,
    crew.map((person) => ({ id: person.id, name: nameOf(person) })),
  );
  saveFile(new File([toCsv(RECEIPT_COLUMNS, rows)], `notices-${today}.csv`, { type: 'text/csv' }));
}
