import type { Store, Level } from '@/domain/slurry/store';

const WIDTH = 400;
const TOP = 58;
const FLOOR = 240;

/** Cross-section of a store, drawn equally high for every depth: its slurry, and the freeboard that stays clear. */
export function TankPicture({
  store,
  level,
  freeboard,
}: {
  store: Store;
  level: Level | null;
  freeboard: number | null;
}) {
  const isLagoon = store.shape === 'lagoon';
  const isPit = store.covered && store.shape === 'rect';
  const [left, right] = store.shape === 'circular' ? [92, 308] : [36, 364];
  const depth = store.depthM ?? 1;
  const scale = (FLOOR - TOP) / depth;
  // A bag has no depth: draw the filled share of its volume instead.
  const height =
    level === null ? 0 : (level.depthM ?? depth * (level.stored / Math.max(1e-9, level.stored + level.free)));
  const surface = FLOOR - Math.min(depth, height) * scale;
  const freeboardLine = TOP + (freeboard ?? 0) * scale;
  const slope = isLagoon ? 70 : 0;
  const inset = (y: number) => (slope * (y - TOP)) / (FLOOR - TOP);
  const body = (from: number, to: number) =>
    `M${left + inset(from)} ${from}H${right - inset(from)}L${right - inset(to)} ${to}H${left + inset(to)}Z`;
  return (
    <svg className="tank" viewBox={`0 0 ${WIDTH} 250`} aria-hidden="true">
      <defs>
        <pattern
          id={`clear-${store.id}`}
          width="9"
          height="9"
          patternTransform="rotate(45)"
          patternUnits="userSpaceOnUse"
        >
          <path d="M0 0v9" className="hatch-clear" />
        </pattern>
      </defs>
      <path
        d={isPit || isLagoon ? `M0 ${TOP}H${left}M${right} ${TOP}H${WIDTH}` : `M0 ${FLOOR}H${WIDTH}`}
        className="ground"
      />
      <path d={body(TOP, FLOOR)} className="fill-raised" />
      {height > 0 && <path d={body(surface, FLOOR)} className="fill-slurry" />}
      {freeboard !== null && freeboard > 0 && (
        <>
          <path d={body(TOP, freeboardLine)} fill={`url(#clear-${store.id})`} />
          <path
            d={`M${left + inset(freeboardLine)} ${freeboardLine}H${right - inset(freeboardLine)}`}
            className="stop-line"
          />
        </>
      )}
      <path d={`M${left} ${TOP}L${left + slope} ${FLOOR}H${right - slope}L${right} ${TOP}`} className="wall" />
      {store.covered ? (
        <path d={`M26 44 200 8l174 36`} className="roof" />
      ) : (
        store.shape !== 'bag' && (
          <path d="m132 14-5 18M172 4l-5 18M212 18l-5 18M250 6l-5 18M284 20l-5 18" className="rain" />
        )
      )}
    </svg>
  );
}
