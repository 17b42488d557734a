import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { certificatesQuery } from '@/data/compliance/certificates';
import { certificateState } from '@/domain/compliance/certificate';
import type { Certificate } from '@/records/compliance';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';

const NONE: readonly never[] = [];

/** The certificates with their state, by expiry date: all for the account holder, their own for others. */
export function useCertificates() {
  const account = useAccount();
  const today = useToday();
  const query = useQuery(certificatesQuery(account.ownerId));
  const certificates = useMemo(
    () =>
      (query.data ?? NONE)
        .map((certificate) => ({ certificate, state: certificateState(certificate, today) }))
        .toSorted(
          (a, b) =>
            (a.certificate.expiresOn ?? '9999').localeCompare(b.certificate.expiresOn ?? '9999') ||
            a.certificate.name.localeCompare(b.certificate.name),
        ),
    [query.data, today],
  );
  return { ...query, certificates };
}

export type DatedCertificate = { certificate: Certificate; state: 'overdue' | 'due_soon' | 'ok' };
