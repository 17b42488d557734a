// Numbers in the form schemas of machines and services.
import * as v from 'valibot';
import { NOT_A_NUMBER } from '@/domain/core/money';
import { ABOVE_ZERO, asPlain, optionalNumber, TOO_LARGE, type NumberRule } from '@/domain/core/typed';

const LARGE: NumberRule = { max: 9_999_999, message: NOT_A_NUMBER, above: TOO_LARGE };

/** A number from 0, with one decimal unless said otherwise. `positive`: 0 is refused too. */
export const figure = ({
  decimals = 1,
  positive = false,
  ...rule
}: Partial<Pick<NumberRule, 'decimals' | 'max' | 'percent'>> & { positive?: boolean } = {}) =>
  v.pipe(optionalNumber({ ...LARGE, decimals, min: positive ? ABOVE_ZERO : 0, ...rule }), asPlain);

export const optionalMoney = optionalNumber({ ...LARGE, decimals: 2, max: 9_999_999.99 });
