// The names of figures on the screen and in printed documents.
import { grassBandWords } from './grass-bands';
import type { Rules } from './rules';

const NAMES: Readonly<Record<string, string>> = {
  'limit.farmN': 'Nitrogen from livestock manure, for the farm',
  'limit.outsideN': 'Nitrogen on land outside the NVZ',
  'limit.fieldN': 'Organic nitrogen on a field',
  'limit.compost2Years': 'Nitrogen of certified compost',
  'limit.compost4Years': 'Nitrogen of certified compost in orchards',
  'limit.chemicalN.dairy': 'Chemical nitrogen on grass, dairy',
  'limit.chemicalN.other': 'Chemical nitrogen on grass, other farms',
  'derogation.grazingN': 'Nitrogen of grazing livestock with a derogation',
  'derogation.upperN': 'Nitrogen with a derogation',
  'derogation.reducedN': 'Nitrogen with a reduced derogation',
  'derogation.grassShare': 'Grass of a derogation farm',
  'derogation.pBalance': 'Phosphorus balance of a derogation farm',
  'derogation.soilYears': 'Years between soil analyses with a derogation',
  'derogation.soilHa': 'Grassland for each soil analysis with a derogation',
  'storage.cattle': 'Storage period, cattle and other stock',
  'storage.pigs': 'Storage period, pigs and poultry',
  'storage.months': 'Storage period',
  'storage.weeks.cattle': 'Storage period, cattle and other stock',
  'storage.weeks.pigs': 'Storage period, pigs and poultry',
  'storage.weeks.sheep': 'Storage period, sheep',
  'storage.extraWeeks': 'Extra week where slurry is spread in the period',
  'separator.cattle': 'Separated solids that may be left out',
  'separator.pigs': 'Separated solids that may be left out, pigs',
  'freeboard.open': 'Kept clear in an open store',
  'freeboard.covered': 'Kept clear in a covered store',
  'freeboard.lagoon': 'Kept clear in a lagoon',
  'freeboard.bag': 'Kept clear in a slurry bag',
  'rain.uplift': 'More rain in a wet year',
  'wash.cow': 'Washings of a cow',
  'share.grazing': 'Excreta on yards while grazing',
  'soiled.cow': 'Soiled water of a cow',
  'soiled.weeks': 'Storage of soiled water',
  'buffer.dairy': 'Advised extra room, dairy',
  'buffer.drystock': 'Advised extra room, drystock',
  'convert.pToP2o5': 'P to P₂O₅',
  'convert.kToK2o': 'K to K₂O',
  'concentrate.p': 'Phosphorus in concentrates',
  'grass.openTo': 'Stocking rate up to which the limits of grass need no approval',
  'soilIndex.rate': 'Stocking rate above which grass needs a soil test',
  'soilIndex.below': 'Index of grass without a soil test',
  'soilIndex.above': 'Index of grass without a soil test, above that rate',
  'soilIndex.tillage': 'Index of tillage without a soil test',
  'less.gsr': 'Low-emission spreading from a stocking rate of',
  'february.slurry': 'Slurry at one time until the end of February',
  'february.poultry': 'Poultry manure at one time until the end of February',
  'february.gap': 'Days between two applications until the end of February',
  'nMaxAdd.cereal': 'N-max, more for each tonne of cereals',
  'nMaxAdd.osr': 'N-max, more for each tonne of oilseed rape',
  'nMaxAdd.shallow': 'N-max, shallow soil',
  'nMaxAdd.milling': 'N-max, milling wheat',
  'nMaxAdd.cuts': 'N-max, three cuts or more',
  'nMaxAdd.straw': 'N-max, straw or paper crumble',
};

const PARTS: Readonly<Record<string, string>> = {
  n: 'nitrogen',
  p: 'phosphorus',
  nDay: 'nitrogen a day',
  pDay: 'phosphorus a day',
  slurry: 'slurry',
  months: 'months in the class',
  occupancy: 'time the places are filled',
  nMax: 'nitrogen that counts for the crop',
  available: 'available nitrogen',
  pAvailableLow: 'available phosphorus, index 1 and 2',
  pAvailableHigh: 'available phosphorus, index 3 and 4',
  yield: 'standard yield',
};

/** `fullKey`: the key of the figure; with `@` and a date for its value from that day on. */
export function figureName(rules: Rules, fullKey: string): string {
  const [key = '', from] = fullKey.split('@');
  const name = NAMES[key] ?? nameOf(rules, key);
  return from === undefined ? name : `${name}, from ${from}`;
}

function nameOf(rules: Rules, key: string): string {
  const [group = '', ...rest] = key.split('.');
  const [id = '', part = ''] = rest;
  const withPart = (label: string | undefined) => [label ?? id, PARTS[part] ?? part].filter(Boolean).join(', ');
  switch (group) {
    case 'livestock':
      return withPart(rules.livestock.find((row) => row.id === id)?.label);
    case 'manure':
      return withPart(rules.manures.find((row) => row.id === id)?.label);
    case 'nMax':
      return `N-max, ${withPart(rules.crops.find((row) => row.id === id)?.label)}`;
    case 'closed':
      return `Closed period: ${rules.closedPeriods.find((row) => `closed.${row.id}` === key)?.label ?? 'tillage on sandy soil, sown by 15 September'}`;
    case 'lu':
      return `Livestock unit, ${part.replaceAll('_', ' ')}, ${rules.luSets.find(([set]) => set === id)?.[1] ?? id}`;
    case 'storage':
      return `Storage period, ${part}`;
    case 'protein':
      return `Dairy cow, band ${part}, diet with up to ${id} % protein`;
    case 'grassN':
      return `Nitrogen for grass, stocking rate ${grassBandWords(rules, id)}`;
    case 'grassP':
      return `Phosphorus for grass, stocking rate ${grassBandWords(rules, id)}, index ${part}`;
    case 'grassPBuildUp':
      return `Phosphorus for grass with build-up, stocking rate ${grassBandWords(rules, id)}, index ${part}`;
    case 'tillageP':
      return `Phosphorus for ${rules.crops.find((row) => row.id === id)?.label.toLowerCase() ?? id}, index ${part}`;
    case 'buildUp':
      return `Phosphorus to build up, index ${id}`;
    case 'density':
      return `Density of solid manure, ${id}`;
    default:
      return key;
  }
}
