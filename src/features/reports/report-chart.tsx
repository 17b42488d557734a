import type { ReactNode } from 'react';
import { formatMoney, ONE, type Currency, type Decimal } from '@/domain/core/money';
import { partsOf, type ChartPart, type ReportBasis } from '@/domain/reports/report';
import { PartKey, partFill } from '@/ui/layout/part-key';
import { spanWords, TOTAL_WORDS, YEAR_BEFORE, type ShownRow } from './report-rows';
import type { Report } from './use-report';

const PARTS: readonly ChartPart[] = ['paid', 'invoiced', 'unbilled'];
const PART_WORDS: Record<ReportBasis, readonly string[]> = {
  work: ['Paid', 'Invoiced, not paid', 'Unbilled'],
  invoices: ['Paid', 'Unpaid'],
};

// Pixels: the pictures are as wide as the page, and their text keeps its size.
const HEIGHT = 220;
const TOP = 18;
const BASE = 192;
const BAR_ROW = 46;
const MAX_BARS = 8;
const MAX_NAME = 26;
/** More month names than this would touch each other on a phone. */
const MAX_MONTH_NAMES = 13;

/** The length of a part, in percent of the longest bar. */
const percent = (part: number, whole: number): string => `${whole === 0 ? 0 : (100 * part) / whole}%`;

const longest = (rows: readonly ShownRow[]): number =>
  Math.max(0, ...rows.flatMap(({ total, before }) => [total, before]));

/** The round amounts at the lines of the scale: two to four, from zero upwards. */
function scaleOf(highest: number): { top: number; lines: number[] } {
  if (highest <= 0) return { top: ONE, lines: [0] };
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [0.5, 1, 2, 5].map((n) => n * power).find((size) => highest / size <= 4) ?? power * 5;
  // Whole ten-thousandths: tiny amounts have smaller steps than a penny.
  const whole = Math.max(1, Math.round(step));
  const count = Math.ceil(highest / whole);
  return { top: count * whole, lines: Array.from({ length: count + 1 }, (_, at) => at * whole) };
}

/** The picture of the rows: columns for months, bars for other groups. The table below it has every figure. */
export function ReportChart({ report }: { report: Report }) {
  const { account, rows, scope } = report;
  const { currency } = account.settings;
  const { basis, grouping, period } = scope;
  const highest = rows.toSorted((a, b) => b.total - a.total)[0];
  const most = highest ? ` Most: ${highest.name}, ${formatMoney(highest.total, currency)}.` : '';
  const label = `${TOTAL_WORDS[basis].head} by ${grouping}, ${spanWords(period)}.${most} The table below has every figure.`;
  return (
    <figure className="report-picture">
      {grouping === 'month' ? (
        <MonthColumns label={label} rows={rows} basis={basis} currency={currency} />
      ) : (
        <GroupBars label={label} rows={rows.slice(0, MAX_BARS)} basis={basis} currency={currency} />
      )}
      <figcaption>
        {PART_WORDS[basis].map((words, at) => (
          <span key={words}>
            <PartKey index={at} />
            {words}
          </span>
        ))}
        <span>
          <svg className="part-key" viewBox="0 0 12 12" aria-hidden="true">
            <path d="M0 6h12" className="year-before-line" />
          </svg>
          {YEAR_BEFORE}
        </span>
        {rows.length > MAX_BARS && grouping !== 'month' && (
          <span className="text-muted">
            The {MAX_BARS} largest of {rows.length.toLocaleString('en-GB')}
          </span>
        )}
      </figcaption>
    </figure>
  );
}

type Picture = { label: string; rows: readonly ShownRow[]; basis: ReportBasis; currency: Currency };

const Svg = ({ label, height, children }: { label: string; height: number; children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> does not follow the theme
  <svg width="100%" height={height} role="img" aria-label={label}>
    {children}
  </svg>
);

function MonthColumns({ label, rows, basis, currency }: Picture) {
  const { top, lines } = scaleOf(longest(rows));
  const heightOf = (amount: number) => (amount / top) * (BASE - TOP);
  const slot = 100 / rows.length;
  const every = Math.ceil(rows.length / MAX_MONTH_NAMES);
  return (
    <div className="report-months">
      <svg className="report-scale" height={HEIGHT} aria-hidden="true">
        {lines.map((amount) => (
          <text key={amount} x="100%" y={BASE - heightOf(amount) + 4} textAnchor="end">
            {formatMoney(amount as Decimal, currency).replace(/\.00$/, '')}
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
          const parts = partsOf(basis, row);
          let base = BASE;
          return (
            <g key={row.id}>
              {PARTS.map((part, index) => {
                const height = heightOf(parts[part]);
                base -= height;
                return (
                  height > 0 && (
                    <rect
                      key={part}
                      x={`${(at + 0.18) * slot}%`}
                      width={`${0.64 * slot}%`}
                      y={base}
                      height={height}
                      className={`report-part ${partFill(index)}`}
                    />
                  )
                );
              })}
              {row.before > 0 && (
                <line
                  x1={`${(at + 0.06) * slot}%`}
                  x2={`${(at + 0.94) * slot}%`}
                  y1={BASE - heightOf(row.before)}
                  y2={BASE - heightOf(row.before)}
                  className="year-before-line"
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

function GroupBars({ label, rows, basis, currency }: Picture) {
  const whole = longest(rows);
  return (
    <Svg label={label} height={rows.length * BAR_ROW}>
      {rows.map((row, at) => {
        const parts = partsOf(basis, row);
        const y = at * BAR_ROW;
        let x = 0;
        return (
          <g key={row.id}>
            <text y={y + 16}>{row.name.length > MAX_NAME ? `${row.name.slice(0, MAX_NAME)}…` : row.name}</text>
            <text x="100%" y={y + 16} textAnchor="end" className="report-amount">
              {formatMoney(row.total, currency)}
            </text>
            <rect y={y + 23} width="100%" height="14" rx="3" className="fill-sunken" />
            {PARTS.map((part, index) => {
              const start = x;
              x += parts[part];
              return (
                parts[part] > 0 && (
                  <rect
                    key={part}
                    x={percent(start, whole)}
                    width={percent(parts[part], whole)}
                    y={y + 23}
                    height="14"
                    className={`report-part ${partFill(index)}`}
                  />
                )
              );
            })}
            {row.before > 0 && (
              <line
                x1={percent(row.before, whole)}
                x2={percent(row.before, whole)}
                y1={y + 19}
                y2={y + 41}
                className="year-before-line"
              />
            )}
          </g>
        );
      })}
    </Svg>
  );
}
