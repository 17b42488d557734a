import { useState } from 'react';
import { useOffline } from '@/lib/online';
import type { AbsenceRequest } from '@/records/absence-requests';
import { Button } from '@/ui/button';
import { AnswerDialog } from './answer-dialog';

/** Opens the dialog to answer a request. */
export function AnswerButton({ request }: { request: AbsenceRequest }) {
  const offline = useOffline();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button disabled={offline} aria-label={`Answer ${request.personName}`} onClick={() => setOpen(true)}>
        Answer
      </Button>
      {isOpen && <AnswerDialog request={request} onClose={() => setOpen(false)} />}
    </>
  );
}
