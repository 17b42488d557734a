import { useMutation } from '@tanstack/react-query';
import { FileSpreadsheet, Plus, SquarePen } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { DutyList } from '@/domain/compliance/duties';
import { daysBetween, formatDate } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import { useOffline } from '@/lib/online';
import type { Certificate } from '@/records/compliance';
import { useAccount } from '@/session/account';
import { useCurrentNames } from '@/session/current-names';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { StateBadge } from '@/ui/feedback/state-badge';
import { Card } from '@/ui/layout/card';
import { EmptyState } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { useCertificates, type DatedCertificate } from '@/widgets/compliance/use-certificates';
import { saveCertificatesFile } from './compliance-files';

// Loaded on demand.
const CertificateDialog = lazy(async () => ({ default: (await import('./certificate-dialog')).CertificateDialog }));

const BADGES = {
  overdue: ['overdue', 'Run out'],
  due_soon: ['sent', 'Runs out soon'],
  ok: ['paid', 'Valid'],
} as const;

/** Certificates of the farm and its people, the earliest expiry date first. */
export function CertificatesTab({ duties }: { duties: DutyList | undefined }) {
  const { canWrite } = useAccount();
  const offline = useOffline();
  const today = useToday();
  const query = useCertificates();
  const file = useMutation(saveCertificatesFile);
  const [edited, setEdited] = useState<Certificate | 'new' | null>(null);
  const { certificates } = query;
  const mayChange = canWrite && !offline;
  const addButton = mayChange && (
    <Button variant="main" onClick={() => setEdited('new')}>
      <Plus aria-hidden="true" />
      Add a certificate
    </Button>
  );
  return (
    <>
      <QueryList
        card
        read={query}
        rows={certificates}
        loading={{ rows: 3 }}
        empty={
          <EmptyState
            title="No certificates yet."
            text="Spraying, telehandler, first aid, insurance: add each with the day it runs out, and you are reminded."
            action={addButton}
          />
        }
      >
        <Card rows>
          {certificates.map((dated) => (
            <CertificateRow
              key={dated.certificate.id}
              dated={dated}
              today={today}
              onEdit={mayChange ? setEdited : null}
            />
          ))}
        </Card>
        <div className="flex flex-wrap gap-2">
          {addButton}
          <Button
            variant="quiet"
            busy={file.isPending}
            busyText="Saving..."
            onClick={() => file.mutate({ certificates: certificates.map(({ certificate }) => certificate), today })}
          >
            <FileSpreadsheet aria-hidden="true" />
            CSV
          </Button>
        </div>
      </QueryList>
      {edited && (
        <Suspense>
          <CertificateDialog
            certificate={edited === 'new' ? null : edited}
            suggestions={duties?.certificates ?? []}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** "Valid until 3 May 2027, for 159 days", or "Ran out 3 May 2026, 2 days ago". */
export function validWords({ expiresOn }: Pick<Certificate, 'expiresOn'>, today: string): string {
  if (expiresOn === null) return 'Does not run out';
  const days = daysBetween(today, expiresOn);
  const many = counted(Math.abs(days), 'day', 'days');
  if (days < 0) return `Ran out ${formatDate(expiresOn, today)}, ${many} ago`;
  return days === 0 ? 'Runs out today' : `Valid until ${formatDate(expiresOn, today)}, for ${many}`;
}

function CertificateRow({
  dated: { certificate, state },
  today,
  onEdit,
}: {
  dated: DatedCertificate;
  today: string;
  onEdit: ((certificate: Certificate) => void) | null;
}) {
  const { nameOf } = useCurrentNames();
  const [kind, label] = BADGES[state];
  const holder = certificate.holder === null ? 'The farm' : nameOf(certificate.personId, certificate.holder);
  return (
    <div className="flex flex-wrap items-center gap-3 px-4 py-3">
      <div className="grid min-w-0 flex-1 basis-60 gap-1">
        <b className="wrap-anywhere">{certificate.name}</b>
        <span className="text-2 text-muted">
          {[holder, certificate.number && `No. ${certificate.number}`, validWords(certificate, today)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {certificate.note !== null && <span className="text-2 text-muted">{certificate.note}</span>}
      </div>
      <StateBadge kind={kind} label={label} />
      {onEdit && (
        <Button
          variant="quiet"
          aria-label={`Change ${certificate.name}, ${holder}`}
          onClick={() => onEdit(certificate)}
        >
          <SquarePen aria-hidden="true" />
          Change
        </Button>
      )}
    </div>
  );
}
