import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { crewQuery } from '@/data/account/profiles';
import { leftWords, otherWords, usedWords } from '@/domain/time-off/time-off-words';
import { useAccount } from '@/session/account';
import { Button, ButtonLink } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { Card } from '@/ui/layout/card';
import { LedgerCard, LedgerCards } from '@/ui/lists/ledger-cards';
import { EmptyState } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import type { useLeave } from '@/widgets/time-off/use-leave';
import { PersonDialog } from './person-dialog';

/** The balance of each employee. A press on one opens the days off and the settings of that person. */
export function PeopleLeave({ leave, onSettings }: { leave: ReturnType<typeof useLeave>; onSettings: () => void }) {
  const { ownerId, canWrite } = useAccount();
  const query = useQuery(crewQuery(ownerId));
  const crew = query.data;
  const [opened, setOpened] = useState<string | null>(null);
  const { settings } = leave;
  if (!crew || !settings) return <QueryList read={query} />;
  if (crew.length === 0)
    return (
      <EmptyState
        title="Nobody works here yet."
        text="The holidays of your crew are counted here."
        action={canWrite && <ButtonLink to="/manage-users">Invite somebody</ButtonLink>}
      />
    );
  const people = crew.map(({ id, firstName, lastName }) => ({
    id,
    name: [firstName, lastName].filter(Boolean).join(' ') || 'Somebody',
  }));
  const person = people.find(({ id }) => id === opened);
  return (
    <>
      {settings.farm.days === null && canWrite && (
        <Banner tone="note" action={<Button onClick={onSettings}>Set them</Button>}>
          How many days of holiday do people have in a year? Then this page says what is left.
        </Banner>
      )}
      <Card className="overflow-clip">
        <LedgerCards>
          {people.map(({ id, name }) => {
            const balance = leave.balance(id);
            return (
              balance && (
                <LedgerCard
                  key={id}
                  title={name}
                  lines={[usedWords(balance), otherWords(balance)].filter(Boolean)}
                  figure={balance.left === null ? undefined : leftWords(balance.left)}
                  onOpen={() => setOpened(id)}
                />
              )
            );
          })}
        </LedgerCards>
      </Card>
      {person && <PersonDialog key={person.id} person={person} leave={leave} onClose={() => setOpened(null)} />}
    </>
  );
}
