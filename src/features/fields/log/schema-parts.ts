// Parts of the schemas of this feature: areas typed as text.
import { commaQuestion, type Decimal, NOT_A_NUMBER } from '@/domain/core/money';
import { typedAs } from '@/domain/core/typed';
import { typedArea, type AreaUnit } from '@/domain/core/area';
import { MAX_AREA_HA } from '@/domain/fields/field';

/** Typed text as hectares, or the error message. */
function areaOf(text: string, unit: AreaUnit, stored: Decimal | null): Decimal | string {
  const question = commaQuestion(text);
  if (question !== null) return question;
  const ha = typedArea(text, unit, stored);
  if (ha === null) return NOT_A_NUMBER;
  if (ha <= 0) return 'Area must be more than 0.';
  return ha > MAX_AREA_HA ? 'A field has 2,000 ha at most.' : ha;
}

/** An optional area, typed in the shown unit, as hectares. A text that was not changed gives exactly `stored`. */
export const optionalArea = (unit: AreaUnit, stored: Decimal | null) =>
  typedAs((text) => (text.trim() === '' ? null : areaOf(text, unit, stored)));

/** A typed area; an empty input is an error. */
export const requiredArea = (unit: AreaUnit, stored: Decimal | null) =>
  typedAs((text) => (text.trim() === '' ? 'Area must be more than 0.' : areaOf(text, unit, stored)));
