// Certificates of the farm and its people.
import { queryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import { readRecords } from '@/data/record-requests';
import { byName } from '@/domain/core/search';
import { CERTIFICATE, type Certificate } from '@/records/compliance';

/** All certificates if the user is the account holder, otherwise only the user's own. */
export const certificatesQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [CERTIFICATE.table, ownerId],
    queryFn: async ({ signal }): Promise<Certificate[]> => {
      return (await readRecords(CERTIFICATE, ownerId, (rows) => rows.order('name').order('id'), signal)).toSorted(
        byName,
      );
    },
    meta: { offline: 'list', failed: loadFailed },
  });
