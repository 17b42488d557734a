import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { correctStock } from '@/data/rations/feeds';
import type { Feed } from '@/records/rations/feeds';
import { NumberField } from '@/ui/forms/number-field';
import { FormDialog } from '@/ui/popups/form-dialog';
import { stockTonnes } from './feed-schema';
import { stockWords } from './stock-words';

/** Sets a feed's stock to what was counted. The field starts empty: the stored stock may change meanwhile. */
export function StockDialog({ feed, onClose }: { feed: Feed; onClose: () => void }) {
  const correct = useMutation(correctStock);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  return (
    <FormDialog
      title={`Stock of ${feed.name}`}
      verb="Save stock"
      busy={correct.isPending}
      onClose={onClose}
      onSubmit={() => {
        const checked = v.safeParse(stockTonnes, text);
        setError(checked.issues?.[0].message);
        if (checked.success) correct.mutate({ id: feed.id, kg: checked.output }, { onSuccess: onClose });
      }}
    >
      <p>In stock now: {stockWords(feed)}.</p>
      <NumberField
        label="Counted today"
        after="t"
        hint="Leave it empty to stop counting. What was fed before this count and arrives later is not taken off again."
        error={error}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </FormDialog>
  );
}
