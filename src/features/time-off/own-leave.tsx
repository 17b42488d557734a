import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { takeBackRequest } from '@/data/time-off/time-off';
import { ABSENCE_WORDS, timeWords } from '@/domain/diary/diary-event';
import { dayNumber, leaveYearWords, leftWords, otherWords } from '@/domain/time-off/time-off-words';
import { rangeWords } from '@/domain/time-off/request';
import { useOffline } from '@/lib/online';
import { ABSENCE_REQUEST, type AbsenceRequest } from '@/records/absence-requests';
import type { DiaryEvent } from '@/records/diary';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { StateBadge } from '@/ui/feedback/state-badge';
import { Card } from '@/ui/layout/card';
import { Facts } from '@/ui/layout/facts';
import { LedgerCard, LedgerCards } from '@/ui/lists/ledger-cards';
import { EmptyState } from '@/ui/lists/list-states';
import { ConfirmDialog } from '@/ui/popups/dialog';
import type { useLeave } from '@/widgets/time-off/use-leave';

type Leave = ReturnType<typeof useLeave>;

/** The signed-in person's balance, absences and requests. */
export function OwnLeave({ leave }: { leave: Leave }) {
  const { userId } = useAccount();
  const balance = leave.balance(userId);
  if (!balance) return null;
  const { entitlement, taken, booked, asked, left } = balance;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[20rem_1fr]">
      <Facts
        title={`Holiday ${leaveYearWords(leave.year)}`}
        lines={[
          { label: 'Days a year', value: entitlement === null ? 'Not set yet' : dayNumber(entitlement) },
          { label: 'Taken', value: dayNumber(taken) },
          { label: 'Booked', value: dayNumber(booked) },
          { label: 'Asked', value: dayNumber(asked) },
          { label: 'Left', value: left === null ? '' : <strong>{leftWords(left)}</strong> },
          { label: 'Besides', value: otherWords(balance) },
        ]}
      />
      <DaysOff leave={leave} />
    </div>
  );
}

type Row = { startDate: string; absence?: DiaryEvent; request?: AbsenceRequest };

function DaysOff({ leave: { absences, requests } }: { leave: Leave }) {
  const { userId, canWrite } = useAccount();
  const offline = useOffline();
  const today = useToday();
  const [takenBack, setTakenBack] = useState<AbsenceRequest | null>(null);
  // Unlike a job, an absence always names its people.
  const rows: Row[] = [
    ...absences.filter(({ assignedTo }) => assignedTo.includes(userId)).map((absence) => ({ ...absence, absence })),
    ...requests.map((request) => ({ ...request, request })),
  ].toSorted((a, b) => b.startDate.localeCompare(a.startDate));
  return (
    <Card className="overflow-clip">
      {rows.length === 0 ? (
        <EmptyState title="No time off in this year." />
      ) : (
        <LedgerCards title="Days off">
          {rows.map(({ absence, request }) =>
            absence ? (
              <LedgerCard
                key={absence.id}
                title={absence.title ?? ABSENCE_WORDS[absence.absenceType ?? 'other']}
                lines={[rangeWords({ ...absence, half: null }, today), timeWords(absence) ?? ''].filter(Boolean)}
                state={<StateBadge kind="paid" label="In the diary" />}
                to={canWrite ? `/diary?view=day&date=${absence.startDate}` : undefined}
              />
            ) : (
              request && (
                <LedgerCard
                  key={request.id}
                  title={ABSENCE_WORDS[request.absenceType]}
                  lines={[
                    rangeWords(request, today),
                    ...(request.note === null ? [] : [request.note]),
                    ...(request.status === 'declined'
                      ? [[`${request.answeredByName ?? ''} declined it`, request.answer].filter(Boolean).join(': ')]
                      : []),
                    ...(request.status === 'asked' && canWrite && !offline ? ['Press to take it back.'] : []),
                  ]}
                  state={
                    request.status === 'asked' ? (
                      <StateBadge kind="ready" label="Asked" />
                    ) : (
                      <StateBadge kind="cancelled" label="Declined" />
                    )
                  }
                  onOpen={request.status === 'asked' && canWrite && !offline ? () => setTakenBack(request) : undefined}
                />
              )
            ),
          )}
        </LedgerCards>
      )}
      {takenBack && <TakeBackDialog request={takenBack} onClose={() => setTakenBack(null)} />}
    </Card>
  );
}

function TakeBackDialog({ request, onClose }: { request: AbsenceRequest; onClose: () => void }) {
  const { ownerId } = useAccount();
  const today = useToday();
  const client = useQueryClient();
  const takeBack = useMutation(takeBackRequest);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Take back ${ABSENCE_WORDS[request.absenceType].toLowerCase()}, ${rangeWords(request, today)}?`}
      verb="Take it back"
      busy={takeBack.isPending}
      busyText="Taking back..."
      onConfirm={() =>
        takeBack.mutate(
          { id: request.id, ownerId },
          {
            onSettled: onClose,
            // If it was answered meanwhile, the list shows the answer.
            onError: () => void client.invalidateQueries({ queryKey: [ABSENCE_REQUEST.table] }),
          },
        )
      }
    >
      <p>You can ask again.</p>
    </ConfirmDialog>
  );
}
