import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { feedsQuery, updateFeed } from '@/data/rations/feeds';
import { updateTmrMix } from '@/data/rations/tmr-mixes';
import { formatQuantity, decimalIn, toInputText, toNumeric } from '@/domain/core/money';
import { DRY_MATTER_REFUSED } from '@/domain/rations/feed';
import { freshAtDryMatter, type TmrItem } from '@/domain/rations/tmr';
import type { TmrMix } from '@/records/rations/tmr-mixes';
import { useAccount } from '@/session/account';
import { CheckField } from '@/ui/forms/check-field';
import { Field } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { FormDialog } from '@/ui/popups/form-dialog';

/** Changes the dry matter of one ingredient, and its fresh kg so that a head still gets the same kg of dry matter. */
export function DryMatterDialog({ mix, item, onClose }: { mix: TmrMix; item: TmrItem; onClose: () => void }) {
  const { ownerId } = useAccount();
  const feed = useQuery(feedsQuery(ownerId)).data?.find(({ id }) => id === item.feed);
  const [text, setText] = useState(() => toInputText(item.dm));
  const [alsoFeed, setAlsoFeed] = useState(true);
  const [submitted, setSubmitted] = useState(false);
  const changeFeed = useMutation(updateFeed);
  const changeMix = useMutation(updateTmrMix);
  const dm = decimalIn(text, { decimals: 2, percent: true });
  const fresh = dm === null ? null : freshAtDryMatter(item.fresh, item.dm, dm);
  const error = fresh === null && submitted ? DRY_MATTER_REFUSED : undefined;
  const save = async () => {
    setSubmitted(true);
    if (dm === null || fresh === null) return;
    // The feed first: if the mix is refused, trying again writes the same value.
    if (alsoFeed && feed && feed.dm !== dm) {
      const { name, category, me, cp, basis, cost, analysisDate, labRef, source } = feed;
      const fields = { name, category, dm, me, cp, basis, cost, analysisDate, labRef, source };
      await changeFeed.mutateAsync({ id: feed.id, fields });
    }
    const items = mix.items.map((one) => (one.order === item.order ? { ...one, dm, fresh } : one));
    await changeMix.mutateAsync({ id: mix.id, updatedAt: mix.updatedAt, fields: { items } });
    onClose();
  };
  return (
    <FormDialog
      title={`Dry matter of ${item.name}`}
      verb="Change the mix"
      busy={changeFeed.isPending || changeMix.isPending}
      onClose={onClose}
      onSubmit={() => {
        // The mutations report their own errors; the dialog stays open.
        save().catch(() => undefined);
      }}
    >
      <NumberField
        label="Dry matter"
        after="%"
        error={error}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Field label="Dry matter, slider" hideLabel>
        {(wiring) => (
          <input
            {...wiring}
            type="range"
            className="dry-matter-slider"
            min={10}
            max={95}
            step={0.5}
            value={dm === null ? toNumeric(item.dm) : toNumeric(dm)}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <p aria-live="polite">
        {formatQuantity(item.fresh)} kg at {formatQuantity(item.dm)} %
        {fresh !== null && (
          <>
            {' → '}
            <b className="figure">{formatQuantity(fresh)} kg</b> a head
          </>
        )}
      </p>
      {feed && (
        <CheckField
          label="Also change the feed"
          hint="Other mixes keep theirs until you press “Update prices” there."
          checked={alsoFeed}
          onChange={({ target }) => setAlsoFeed(target.checked)}
        />
      )}
    </FormDialog>
  );
}
