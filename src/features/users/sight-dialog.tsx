import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { setSight, type CrewPerson } from '@/data/crew';
import { FormDialog } from '@/ui/form-dialog';
import type { SightText } from './invite-schema';
import { SightFields } from './sight-fields';

/** Changes what one of the crew may see. Of whom nothing was chosen yet the farm's settings hold, and both are asked. */
export function SightDialog({ person, name, onClose }: { person: CrewPerson; name: string; onClose: () => void }) {
  const save = useMutation(setSight);
  const [sight, setText] = useState<SightText>({
    works: person.seesAllWorks === null ? null : person.seesAllWorks ? 'all' : 'own',
    prices: person.seesRates === null ? null : person.seesRates ? 'shown' : 'hidden',
  });
  const [tried, setTried] = useState(false);
  const { works, prices } = sight;
  return (
    <FormDialog
      title={`What ${name} may see`}
      verb="Save"
      busy={save.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (works === null || prices === null) return;
        const chosen = { id: person.id, seesAllWorks: works === 'all', seesRates: prices === 'shown' };
        save.mutate(chosen, { onSuccess: onClose });
      }}
    >
      {(person.seesAllWorks === null || person.seesRates === null) && (
        <p className="hint">Until now this is as your farm settings say for the whole crew.</p>
      )}
      <SightFields
        sight={sight}
        errors={{
          works: tried && works === null ? 'Choose whose jobs they see.' : undefined,
          prices: tried && prices === null ? 'Choose whether they see prices.' : undefined,
        }}
        onChange={(field, value) => setText((now) => ({ ...now, [field]: value }))}
      />
    </FormDialog>
  );
}
