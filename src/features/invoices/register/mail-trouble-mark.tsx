import { MailWarning } from 'lucide-react';
import { TROUBLE_NAMES, type MailTrouble } from '@/domain/invoices/invoice-mail';

/** In the register: the last mail of this document did not arrive. Its page says what to do. */
export const MailTroubleMark = ({ trouble }: { trouble: MailTrouble | null }) =>
  trouble && (
    <span className="inline-flex items-center gap-1 text-1 font-bold text-danger">
      <MailWarning aria-hidden="true" className="size-4" />
      {TROUBLE_NAMES[trouble]}
    </span>
  );
