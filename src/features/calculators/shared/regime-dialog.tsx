import { useQuery } from '@tanstack/react-query';
import type { Regime } from '@/domain/rules/regimes';
import { REGIME_NAMES } from '@/domain/rules/rules';
import { ErrorState, LoadingRows } from '@/ui/lists/list-states';
import { ConfirmDialog } from '@/ui/popups/dialog';
import { rulesQuery } from '@/widgets/rules/rules-query';
import type { AnyForm, Calculator } from './use-calculator';

/** Asks before the rules change, and names what the other rules do not know. */
export function RegimeDialog<Form extends AnyForm>({
  calculator,
  regime,
  onClose,
}: {
  calculator: Calculator<Form>;
  regime: Regime;
  onClose: () => void;
}) {
  const rules = useQuery(rulesQuery(regime, null));
  const carried = rules.data && calculator.carriedTo(rules.data);
  return (
    <ConfirmDialog
      open
      title={`Use the rules of ${REGIME_NAMES[regime]}?`}
      verb="Change rules"
      keep="Stay as it is"
      tone="main"
      busy={rules.isPending}
      busyText="Loading..."
      onClose={onClose}
      onConfirm={() => {
        if (!carried) return;
        calculator.chooseRegime(regime, carried.form);
        onClose();
      }}
    >
      {rules.error ? (
        <ErrorState title="The rules did not load" text={rules.error.message} />
      ) : !carried ? (
        <LoadingRows />
      ) : carried.lost.length === 0 ? (
        <p>What you entered stays.</p>
      ) : (
        <>
          <p>What you entered stays, but these rules do not have:</p>
          <ul className="options">
            {carried.lost.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </>
      )}
    </ConfirmDialog>
  );
}
