import { useMutation, useQuery } from '@tanstack/react-query';
import { LocateFixed } from 'lucide-react';
import { useState } from 'react';
import { fieldsQuery } from '@/data/fields/fields';
import { fieldsAt, type FieldHere } from '@/domain/geometry/which-field';
import type { FarmField } from '@/records/fields';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { FieldError } from '@/ui/forms/field';
import { Choice, Choices } from '@/ui/forms/choice';
import { locateDevice } from './locate-device';

const MAX_SHOWN = 3;

const whereWords = ({ metres }: FieldHere<FarmField>) =>
  metres === 0 ? 'You are in this field' : `${Math.max(1, Math.round(metres))} m away`;

/**
 * "Which field am I in?": on a press compares the position of the device with the boundaries that are stored on it, and
 * proposes fields. Nothing is requested, and the position is not stored. Not shown on a device without boundaries.
 */
export function WhichField({ onChoose }: { onChoose: (field: FarmField) => void }) {
  const account = useAccount();
  // `enabled: false` reads the copy on this device alone, so that logging a job never waits for a request.
  const { data: fields = [] } = useQuery({ ...fieldsQuery(account.ownerId), enabled: false });
  const locate = useMutation(locateDevice('choose the customer'));
  const [found, setFound] = useState<readonly FieldHere<FarmField>[] | null>(null);
  const outlined = fields.filter(({ boundary, archivedOn }) => boundary !== null && archivedOn === null);
  if (outlined.length === 0) return null;
  return (
    <div className="grid gap-2">
      <Button
        variant="quiet"
        className="w-fit"
        busy={locate.isPending}
        busyText="Looking..."
        onClick={() =>
          locate.mutate(undefined, { onSuccess: (here) => setFound(fieldsAt(outlined, here).slice(0, MAX_SHOWN)) })
        }
      >
        <LocateFixed aria-hidden="true" />
        Which field am I in?
      </Button>
      {locate.isError && <FieldError>{locate.error.message}</FieldError>}
      <output>{found?.length === 0 && <p className="hint">None of the fields on this device is near here.</p>}</output>
      {found !== null && found.length > 0 && (
        <Choices label="Fields here">
          {found.map((here) => (
            <Choice
              key={here.field.id}
              title={here.field.name}
              detail={`${here.field.customer ?? 'Own land'}, ${whereWords(here)}`}
              onClick={() => {
                setFound(null);
                onChoose(here.field);
              }}
            />
          ))}
        </Choices>
      )}
    </div>
  );
}
