// Enters what the words of "What would make it comply" propose.
import { hectares, type AreaUnit } from '@/domain/core/area';
import { withFewer, type Option } from '@/domain/stocking/options';
import type { StockingInputs } from '@/domain/stocking/stocking';
import { optionWords } from '@/domain/stocking/stocking-words';
import { present } from './farms';

/** The farm with the amount that the words name. */
export function enter(inputs: StockingInputs, option: Option, unit: AreaUnit): StockingInputs {
  const amount = Number(present(/[\d,]+(\.\d+)?/.exec(optionWords(option, unit)))[0].replaceAll(',', ''));
  switch (option.kind) {
    case 'land': {
      const ha = hectares(amount, unit);
      const { areaHa, derogationGrassHa } = inputs;
      return {
        ...inputs,
        areaHa: areaHa + ha,
        derogationGrassHa: derogationGrassHa === null ? null : derogationGrassHa + ha,
      };
    }
    case 'export': {
      const known = inputs.moves.find(({ direction, manure }) => direction === 'export' && manure === option.manure);
      const more = {
        id: 'more',
        direction: 'export',
        manure: option.manure,
        amount,
        n: known?.n ?? null,
        p: null,
      } as const;
      return { ...inputs, moves: [...inputs.moves, more] };
    }
    case 'stock':
      return { ...inputs, lines: inputs.lines.map((one) => (one.id === option.line ? withFewer(one, amount) : one)) };
  }
}

/** The farm with what the words about a condition of its derogation ask for. */
export function meet(inputs: StockingInputs, words: string, unit: AreaUnit): StockingInputs {
  const numbers = (words.match(/[\d,]+(\.\d+)?/g) ?? []).map((text) => Number(text.replaceAll(',', '')));
  const { areaHa, outsideHa, derogationGrassHa } = inputs;
  const first = present(numbers[0]);
  if (words.startsWith('Turn '))
    return { ...inputs, derogationGrassHa: present(derogationGrassHa) + hectares(first, unit) };
  if (words.startsWith('Enter how much of the farm is grass'))
    return { ...inputs, derogationGrassHa: ((areaHa + outsideHa) * first) / 100 };
  if (/phosphorus balance/.test(words)) return { ...inputs, pBalance: first };
  return { ...inputs, soilAnalysed: true };
}
