import type { ReactNode } from 'react';
import { useWide } from '@/ui/layout/use-wide';
import { PartKey, partFill } from '@/ui/layout/part-key';

export type ChartRow = {
  id: string;
  name: string;
  /** Below a column. */
  shortName: string;
  /** From the base upwards; none is negative. */
  parts: readonly number[];
  total: number;
  /** What the line across it stands for; 0 for no line. */
  mark: number;
};

// In pixels: the charts are as wide as the page, and their text is not scaled.
const HEIGHT = 220;
const TOP = 18;
const BASE = 192;
const BAR_ROW = 46;
const MAX_BARS = 8;
const MAX_NAME = 26;
/** More names than this would touch each other below the columns: of months, or longer ones such as "27 Apr". */
const MAX_NAMES = { wide: { month: 13, long: 8 }, phone: { month: 7, long: 4 } };

/** The length of a part, in percent of the longest bar. */
const percent = (part: number, whole: number): string => `${whole === 0 ? 0 : (100 * part) / whole}%`;

const longest = (rows: readonly ChartRow[]): number => Math.max(0, ...rows.flatMap(({ total, mark }) => [total, mark]));

/** The round amounts at the lines of the scale: two to four, from zero upwards. */
function scaleOf(highest: number): { top: number; lines: number[] } {
  if (highest <= 0) return { top: 1, lines: [0] };
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [0.5, 1, 2, 5].map((n) => n * power).find((size) => highest / size <= 4) ?? power * 5;
  // Money is counted in ten-thousandths: tiny amounts have smaller steps than a penny.
  const whole = Math.max(1, Math.round(step));
  const count = Math.ceil(highest / whole);
  return { top: count * whole, lines: Array.from({ length: count + 1 }, (_, at) => at * whole) };
}

/** The rows as a chart: columns for days in order, bars for other groups. The table below it has every figure. */
export function ReportChart({
  title,
  columns,
  parts,
  mark,
  rows,
  words,
  scaleWords = (amount) => words(amount).replace(/\.00$/, ''),
}: {
  /** What the chart shows, and its period. */
  title: string;
  columns: boolean;
  /** The names of the parts. */
  parts: readonly string[];
  /** The name of the line. */
  mark?: string;
  rows: readonly ChartRow[];
  words: (amount: number) => string;
  /** The labels of the scale's lines. */
  scaleWords?: (amount: number) => string;
}) {
  const highest = rows.toSorted((a, b) => b.total - a.total)[0];
  const most = highest ? ` Most: ${highest.name}, ${words(highest.total)}.` : '';
  const label = `${title}${most} The table below has every figure.`;
  return (
    <figure className="report-picture">
      {columns ? (
        <Columns label={label} rows={rows} words={scaleWords} />
      ) : (
        <Bars label={label} rows={rows.slice(0, MAX_BARS)} words={words} />
      )}
      <figcaption>
        {parts.map((name, at) => (
          <span key={name}>
            <PartKey index={at} />
            {name}
          </span>
        ))}
        {mark !== undefined && (
          <span>
            <svg className="part-key" viewBox="0 0 12 12" aria-hidden="true">
              <path d="M0 6h12" className="mark-line" />
            </svg>
            {mark}
          </span>
        )}
        {rows.length > MAX_BARS && !columns && (
          <span className="text-muted">
            The {MAX_BARS} largest of {rows.length.toLocaleString('en-GB')}
          </span>
        )}
      </figcaption>
    </figure>
  );
}

type ChartProps = { label: string; rows: readonly ChartRow[]; words: (amount: number) => string };

const Svg = ({ label, height, children }: { label: string; height: number; children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> does not follow the theme
  <svg width="100%" height={height} role="img" aria-label={label}>
    {children}
  </svg>
);

function Columns({ label, rows, words }: ChartProps) {
  const { top, lines } = scaleOf(longest(rows));
  const heightOf = (amount: number) => (amount / top) * (BASE - TOP);
  const slot = 100 / rows.length;
  const isLong = rows.some(({ shortName }) => shortName.length > 3);
  const every = Math.ceil(rows.length / MAX_NAMES[useWide() ? 'wide' : 'phone'][isLong ? 'long' : 'month']);
  return (
    <div className="report-months">
      <svg className="report-scale" height={HEIGHT} aria-hidden="true">
        {lines.map((amount) => (
          <text key={amount} x="100%" y={BASE - heightOf(amount) + 4} textAnchor="end">
            {words(amount)}
          </text>
        ))}
      </svg>
      <Svg label={label} height={HEIGHT}>
        {lines.map((amount) => (
          <line
            key={amount}
            x2="100%"
            y1={BASE - heightOf(amount)}
            y2={BASE - heightOf(amount)}
            className="report-rule"
          />
        ))}
        {rows.map((row, at) => {
          let base = BASE;
          return (
            <g key={row.id}>
              {row.parts.map((part, index) => {
                const height = heightOf(part);
                base -= height;
                return (
                  height > 0 && (
                    <rect
                      // oxlint-disable-next-line react/no-array-index-key -- the parts are the same in each row
                      key={index}
                      x={`${(at + 0.18) * slot}%`}
                      width={`${0.64 * slot}%`}
                      y={base}
                      height={height}
                      className={`report-part ${partFill(index)}`}
                    />
                  )
                );
              })}
              {row.mark > 0 && (
                <line
                  x1={`${(at + 0.06) * slot}%`}
                  x2={`${(at + 0.94) * slot}%`}
                  y1={BASE - heightOf(row.mark)}
                  y2={BASE - heightOf(row.mark)}
                  className="mark-line"
                />
              )}
              {at % every === 0 && (
                <text x={`${(at + 0.5) * slot}%`} y={HEIGHT - 8} textAnchor="middle">
                  {row.shortName}
                </text>
              )}
            </g>
          );
        })}
      </Svg>
    </div>
  );
}

function Bars({ label, rows, words }: ChartProps) {
  const whole = longest(rows);
  return (
    <Svg label={label} height={rows.length * BAR_ROW}>
      {rows.map((row, at) => {
        const y = at * BAR_ROW;
        let x = 0;
        return (
          <g key={row.id}>
            <text y={y + 16}>{row.name.length > MAX_NAME ? `${row.name.slice(0, MAX_NAME)}…` : row.name}</text>
            <text x="100%" y={y + 16} textAnchor="end" className="report-amount">
              {words(row.total)}
            </text>
            <rect y={y + 23} width="100%" height="14" rx="3" className="fill-sunken" />
            {row.parts.map((part, index) => {
              const start = x;
              x += part;
              return (
                part > 0 && (
                  <rect
                    // oxlint-disable-next-line react/no-array-index-key -- the parts are the same in each row
                    key={index}
                    x={percent(start, whole)}
                    width={percent(part, whole)}
                    y={y + 23}
                    height="14"
                    className={`report-part ${partFill(index)}`}
                  />
                )
              );
            })}
            {row.mark > 0 && (
              <line
                x1={percent(row.mark, whole)}
                x2={percent(row.mark, whole)}
                y1={y + 19}
                y2={y + 41}
                className="mark-line"
              />
            )}
          </g>
        );
      })}
    </Svg>
  );
}
