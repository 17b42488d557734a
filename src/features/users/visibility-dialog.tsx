import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { setVisibility, type CrewPerson } from '@/data/account/crew';
import { farmSettingsQuery } from '@/data/account/farm-settings';
import { useAccount } from '@/session/account';
import { FormDialog } from '@/ui/popups/form-dialog';
import type { VisibilityText } from './invite-schema';
import { VisibilityFields } from './visibility-fields';

/** What employees see without a setting of their own, as a sentence for the hint. */
function useCrewVisibility(): string {
  // The settings as they apply to employees; the account holder always sees everything.
  const { data } = useQuery(farmSettingsQuery(useAccount().ownerId, 'employee'));
  if (!data) return '';
  const { seesAllWorks, seesRates } = data;
  return ` Now: ${seesAllWorks ? 'all jobs' : 'only their own jobs'}, prices ${seesRates ? 'shown' : 'hidden'}.`;
}

/**
 * Changes what one employee may see. Without a setting of their own the farm's settings apply, and both questions have
 * to be answered.
 */
export function VisibilityDialog({ person, name, onClose }: { person: CrewPerson; name: string; onClose: () => void }) {
  const save = useMutation(setVisibility);
  const [visibility, changeVisibility] = useState<VisibilityText>({
    works: person.seesAllWorks === null ? null : person.seesAllWorks ? 'all' : 'own',
    prices: person.seesRates === null ? null : person.seesRates ? 'shown' : 'hidden',
  });
  const [tried, setTried] = useState(false);
  const { works, prices } = visibility;
  const crewDefault = useCrewVisibility();
  return (
    <FormDialog
      title={`What ${name} may see`}
      verb="Save"
      busy={save.isPending}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        if (works === null || prices === null) return;
        const chosen = { id: person.id, seesAllWorks: works === 'all', seesRates: prices === 'shown' };
        save.mutate(chosen, { onSuccess: onClose });
      }}
    >
      {(person.seesAllWorks === null || person.seesRates === null) && (
        <p className="hint">
          Nothing is chosen for {name} yet: your farm’s settings hold.{crewDefault}
        </p>
      )}
      <VisibilityFields
        visibility={visibility}
        errors={{
          works: tried && works === null ? 'Choose whose jobs they see.' : undefined,
          prices: tried && prices === null ? 'Choose whether they see prices.' : undefined,
        }}
        onChange={(field, value) => changeVisibility((current) => ({ ...current, [field]: value }))}
      />
    </FormDialog>
  );
}
