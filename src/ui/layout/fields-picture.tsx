/** Furrows: evenly spaced thin lines, straight or as rings around a point outside the field. */
function Furrows({
  id,
  ...line
}: { id: string; x2: number; y2: number } | { id: string; cx: number; cy: number; r: number }) {
  const stops = (
    <>
      <stop offset="0" stopColor="var(--pic-line)" />
      <stop offset=".04" stopColor="var(--pic-line)" />
      <stop offset=".1" stopColor="var(--pic-line)" stopOpacity="0" />
      <stop offset=".95" stopColor="var(--pic-line)" stopOpacity="0" />
      <stop offset="1" stopColor="var(--pic-line)" />
    </>
  );
  const rest = { id, gradientUnits: 'userSpaceOnUse', spreadMethod: 'repeat' } as const;
  return 'r' in line ? (
    <radialGradient {...rest} {...line}>
      {stops}
    </radialGradient>
  ) : (
    <linearGradient {...rest} x1="0" y1="0" {...line}>
      {stops}
    </linearGradient>
  );
}

// For each field: outline, colour, pattern. Neighbouring fields share their border, so that the hedges meet.
const FIELDS = [
  ['M-20-20Q96-40 212-20 213 69 186 158 87 140-20 146Z', 'grass', 'a'],
  ['M212-20H446Q435 54 404 116 295 145 186 158 213 69 212-20Z', 'straw', 'bales'],
  ['M446-20H668Q669 75 634 170 525 133 404 116 435 54 446-20Z', 'ley', 'b'],
  ['M668-20H880V118Q753 128 634 170 669 75 668-20Z', 'plough', 'c'],
  ['M-20 146Q87 140 186 158 193 268 244 362 112 374-20 338Z', 'ley', 'r'],
  ['M186 158Q295 145 404 116 417 214 458 304 357 351 244 362 193 268 186 158Z', 'straw', null],
  ['M186 158Q232 154 276 147 290 250 336 345 290 358 244 362 193 268 186 158Z', 'plough', 'd'],
  ['M404 116Q525 133 634 170 753 128 880 118V298Q778 335 676 352 561 348 458 304 417 214 404 116Z', 'grass', 's'],
  ['M-20 338Q112 374 244 362 237 462 198 542 89 525-20 536Z', 'straw', 'e'],
  [
    'M244 362Q357 351 458 304 561 348 676 352 678 462 640 560 540 516 428 508 313 511 198 542 237 462 244 362Z',
    'ley',
    'f',
  ],
  ['M676 352Q778 335 880 298V506Q752 509 640 560 678 462 676 352Z', 'straw', 'bales'],
  ['M-20 536Q89 525 198 542 201 631 224 720H-20Z', 'grass', 'g'],
  ['M198 542Q313 511 428 508 432 614 452 720H224Q201 631 198 542Z', 'plough', 'c'],
  ['M428 508Q540 516 640 560 634 640 652 720H452Q432 614 428 508Z', 'grass', 'r'],
  ['M640 560Q752 509 880 506V720H652Q634 640 640 560Z', 'oat', 'a'],
] as const;

const HEDGES =
  'M-20 146Q87 140 186 158 295 145 404 116 525 133 634 170 753 128 880 118M-20 536Q89 525 198 542 313 511 428 508 540 516 640 560 752 509 880 506M212-20Q213 69 186 158 193 268 244 362 237 462 198 542 201 631 224 720M446-20Q435 54 404 116 417 214 458 304M428 508Q432 614 452 720M668-20Q669 75 634 170M676 352Q678 462 640 560 634 640 652 720';
const LANE = 'M-20 338Q112 374 244 362 357 351 458 304 561 348 676 352 778 335 880 298';

/** Fields from above: hedges, furrows, bales, a lane, one yellow tractor at work. Decorative. */
export function FieldsPicture({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 860 700" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <Furrows id="fp-a" x2={11} y2={-6} />
        <Furrows id="fp-b" x2={5} y2={14} />
        <Furrows id="fp-c" x2={2} y2={-8} />
        <Furrows id="fp-d" x2={7} y2={-1.5} />
        <Furrows id="fp-e" x2={1} y2={10} />
        <Furrows id="fp-f" x2={7} y2={13} />
        <Furrows id="fp-g" x2={13} y2={2} />
        <Furrows id="fp-r" cx={-80} cy={620} r={14} />
        <Furrows id="fp-s" cx={660} cy={640} r={15} />
        <pattern id="fp-bales" width="92" height="64" patternUnits="userSpaceOnUse" patternTransform="rotate(-7)">
          <g fill="var(--pic-straw)" stroke="var(--pic-plough)" strokeWidth="1.6">
            <rect x="14" y="12" width="11" height="8" rx="3" />
            <rect x="58" y="44" width="11" height="8" rx="3" />
          </g>
          <path d="M14 22h13M58 54h13" stroke="var(--pic-line)" strokeWidth="3" />
        </pattern>
      </defs>
      {FIELDS.map(([outline, ground, furrows]) => (
        <g key={outline}>
          <path d={outline} fill={`var(--pic-${ground})`} />
          {furrows && <path d={outline} fill={`url(#fp-${furrows})`} />}
        </g>
      ))}
      <g fill="none" stroke="var(--pic-hedge)" strokeLinecap="round">
        <path d={LANE} strokeWidth="21" />
        <path d={HEDGES} strokeWidth="4.5" />
        <path d={HEDGES} strokeWidth="13" strokeDasharray="0 57 0 83 0 31" />
        <path d={LANE} stroke="var(--pic-oat)" strokeWidth="11" />
      </g>
      <g stroke="var(--pic-line)">
        <path d="M98 388h36v20h-36zM142 384h19v35h-19z" fill="var(--pic-roof)" />
        <path d="M98 398h36M151.500 384v35M100 416h22v14h-22z" fill="var(--pic-oat)" />
      </g>
      <g transform="translate(284 222) rotate(80) scale(1.3)" stroke="var(--on-ear-tag)" strokeWidth="1.5">
        <path d="M-18-6v12M-18 0h8" strokeWidth="2.5" />
        <rect x="-10" y="-6" width="19" height="12" rx="3" fill="var(--ear-tag)" />
        <rect x="-5" y="-4" width="7" height="8" rx="1.500" fill="var(--on-ear-tag)" />
      </g>
    </svg>
  );
}
