import { ABSENCE_WORDS } from '@/domain/diary/diary-event';
import { rangeWords } from '@/domain/time-off/request';
import type { AbsenceRequest } from '@/records/absence-requests';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { StateBadge } from '@/ui/feedback/state-badge';
import { Card } from '@/ui/layout/card';
import { LedgerCard, LedgerCards } from '@/ui/lists/ledger-cards';

/** The open requests of any year. A press on one opens the dialog to answer it. */
export function AskedCard({
  requests,
  onAnswer,
}: {
  requests: readonly AbsenceRequest[];
  onAnswer: (id: string) => void;
}) {
  const { canWrite } = useAccount();
  const today = useToday();
  return (
    <Card className="overflow-clip">
      <LedgerCards title="Asked for">
        {requests.map((request) => (
          <LedgerCard
            key={request.id}
            title={`${request.personName}: ${ABSENCE_WORDS[request.absenceType]}`}
            lines={[rangeWords(request, today), ...(request.note === null ? [] : [request.note])]}
            state={<StateBadge kind="ready" label={canWrite ? 'Answer' : 'Asked'} />}
            onOpen={canWrite ? () => onAnswer(request.id) : undefined}
          />
        ))}
      </LedgerCards>
    </Card>
  );
}
