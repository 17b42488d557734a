import { OctagonX } from 'lucide-react';
import { useAccount } from '@/session/account';
import { ButtonLink } from '@/ui/button';

/** Shown after a critical question failed, instead of everything else. */
export function CriticalFailure({ name }: { name: string }) {
  const { role, ownerFirstName } = useAccount();
  return (
    <div className="state-panel" role="alert">
      <span className="icon-square bg-danger-soft text-danger">
        <OctagonX aria-hidden="true" />
      </span>
      <h2 className="text-danger">
        Do not use this machine.{role === 'employee' && ` Tell ${ownerFirstName ?? 'the account holder'} now.`}
      </h2>
      <p>{name} failed. It is saved, and everybody on the farm is shown it.</p>
      <div className="state-panel-action">
        <ButtonLink to="/completed-checklists" variant="main">
          Completed checklists
        </ButtonLink>
      </div>
    </div>
  );
}
