// The stocking rate form with the rules of another country.
import { Carrier, type Carried } from '@/domain/rules/other-rules';
import type { Rules } from '@/domain/rules/rules';
import { DEROGATION_KEYS } from './stocking';
import type { StockingForm } from './stocking-form';

/** The part of a form that stocking rate and N and P loading share. */
export function carryFarm(carrier: Carrier, form: StockingForm): StockingForm {
  const { after } = carrier;
  const { derogation } = form;
  const knowsDerogation = derogation === 'none' || DEROGATION_KEYS[derogation] in after.figures;
  if (!knowsDerogation) carrier.lose('Derogation');
  const knowsOutside = form.outside === '' || 'limit.outsideN' in after.figures;
  // Otherwise the area would count without being shown.
  if (!knowsOutside) carrier.lose(`Land outside the NVZ: ${form.outside}`);
  return {
    ...form,
    outside: knowsOutside ? form.outside : '',
    derogation: knowsDerogation ? derogation : 'none',
    luSet: after.luSets.some(([id]) => id === form.luSet) ? form.luSet : after.defaultLuSet,
    lines: form.lines.map((line) => ({ ...line, stock: carrier.stock(line.stock) })),
    moves: form.moves.map((move) => ({
      ...move,
      manure: carrier.manure(move.manure),
      p: carrier.phosphorus(move.p),
    })),
    own: carrier.own(form.own),
  };
}

export function carryStocking(form: StockingForm, before: Rules, after: Rules): Carried<StockingForm> {
  const carrier = new Carrier(before, after);
  return { form: carryFarm(carrier, form), lost: carrier.lost };
}
