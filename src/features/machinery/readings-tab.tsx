import { useMutation } from '@tanstack/react-query';
import { SquarePen, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { deleteReading } from '@/data/machinery/machines';
import { dateIn, formatDate, formatDateDated, localTimeIn, type Zone } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import { formatReading, type MeterType } from '@/domain/machinery/machine';
import { doubtReason } from '@/domain/machinery/readings';
import { useOffline } from '@/lib/online';
import { asStored, type Machine, type Reading } from '@/records/machines';
import { useAccount } from '@/session/account';
import { useCurrentNames } from '@/session/current-names';
import { useToday } from '@/session/today';
import { Button, IconButton } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { StateBadge } from '@/ui/feedback/state-badge';
import { Card, CardHead } from '@/ui/layout/card';
import { FigureCell, HeadCell, Ledger, LedgerRow } from '@/ui/lists/ledger';
import { EmptyState } from '@/ui/lists/list-states';
import { Paged } from '@/ui/lists/paged';
import { QueryList } from '@/ui/lists/query-list';
import { useReadings } from './use-machine';

// Loaded on demand.
const CorrectReadingDialog = lazy(async () => ({
  default: (await import('./correct-reading-dialog')).CorrectReadingDialog,
}));

const SOURCE_WORDS: Readonly<Record<Reading['source'], string>> = {
  manual: 'By hand',
  checklist: 'Checklist',
  service: 'Service',
  work: 'Job',
};

/** The readings of a machine: a chart, and the same figures in a table. */
export function ReadingsTab({ machine }: { machine: Machine }) {
  const { role, canWrite, settings } = useAccount();
  const offline = useOffline();
  const today = useToday();
  const { query, readings } = useReadings(machine.id);
  const { nameOf } = useCurrentNames();
  const [corrected, setCorrected] = useState<Reading | null>(null);
  const mayChange = role === 'admin' && canWrite && !offline;
  const rows = readings.map(({ row }) => row);
  const doubts = rows.filter(({ doubted }) => doubted).length;
  if (readings.length === 0)
    return (
      <Card>
        <QueryList read={query}>
          <EmptyState title="No reading yet." text="Press “Enter reading” whenever you look at the meter." />
        </QueryList>
      </Card>
    );
  return (
    <div className="grid gap-4">
      {doubts > 0 && (
        <Banner tone="warn">
          {counted(doubts, 'reading is in doubt and does not count.', 'readings are in doubt and do not count.')}{' '}
          {role === 'admin' ? 'Correct it, or the one that it contradicts.' : 'The account holder corrects it.'}
        </Banner>
      )}
      <Chart readings={rows.filter(({ doubted }) => !doubted)} meter={machine.meterType} zone={settings.zone} />
      <Paged items={readings}>
        {(part) => (
          <Ledger
            caption="Readings"
            head={
              <>
                <HeadCell>Read</HeadCell>
                <HeadCell figure>Reading</HeadCell>
                <HeadCell>From</HeadCell>
                {mayChange && <HeadCell hideText>Actions</HeadCell>}
              </>
            }
          >
            <tbody>
              {part.map(({ row, entry }) => (
                <LedgerRow key={row.id}>
                  <td>
                    {formatDate(dateIn(settings.zone, row.readAt), today)}{' '}
                    <span className="text-muted">{localTimeIn(settings.zone, new Date(row.readAt))}</span>
                  </td>
                  <FigureCell>{formatReading(row.reading, machine.meterType)}</FigureCell>
                  <td>
                    {row.doubted && <StateBadge kind="needs" label="In doubt" />}{' '}
                    {[
                      row.doubted && doubtReason(rows.map(asStored), asStored(row), machine.meterType),
                      entry ? 'Waiting on this phone' : SOURCE_WORDS[row.source],
                      nameOf(row.createdBy, row.createdByName),
                      row.meterReplaced && 'meter replaced',
                    ]
                      .filter(Boolean)
                      .join(', ')}
                  </td>
                  {mayChange && (
                    <td className="w-24">
                      <div className="flex items-center justify-end">
                        {!entry && (
                          <IconButton
                            label={`Correct ${formatReading(row.reading, machine.meterType)}`}
                            onClick={() => setCorrected(row)}
                          >
                            <SquarePen aria-hidden="true" />
                          </IconButton>
                        )}
                        {/* A service is deleted or changed as a whole. */}
                        {!entry && row.source !== 'service' && (
                          <DeleteReading id={row.id} words={formatReading(row.reading, machine.meterType)} />
                        )}
                      </div>
                    </td>
                  )}
                </LedgerRow>
              ))}
            </tbody>
          </Ledger>
        )}
      </Paged>
      {corrected && (
        <Suspense>
          <CorrectReadingDialog machine={machine} row={corrected} readings={rows} onClose={() => setCorrected(null)} />
        </Suspense>
      )}
    </div>
  );
}

/** Deletes a reading: the first press turns the button into a confirmation, the second deletes. */
function DeleteReading({ id, words }: { id: string; words: string }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const remove = useMutation(deleteReading);
  return (
    <Button
      variant={isConfirming ? 'danger' : 'quiet'}
      aria-label={isConfirming ? `Delete ${words} for good` : `Delete ${words}`}
      busy={remove.isPending}
      busyText="Deleting..."
      onClick={() => (isConfirming ? remove.mutate(id) : setIsConfirming(true))}
    >
      {isConfirming ? 'Delete?' : <Trash2 aria-hidden="true" />}
    </Button>
  );
}

/** The chart's size, and the edges of its plot area, in SVG units: on a phone its text is still 12 pixels high. */
const [WIDTH, HEIGHT, LEFT, RIGHT, BOTTOM, TOP] = [420, 190, 78, 408, 154, 16];

/** The readings over time, with what replaced meters had counted. */
function Chart({ readings, meter, zone }: { readings: readonly Reading[]; meter: MeterType; zone: Zone }) {
  const points = readings
    .map(({ reading, meterOffset, readAt }) => ({
      at: Date.parse(readAt),
      value: reading + meterOffset,
      date: dateIn(zone, readAt),
    }))
    .toSorted((a, b) => a.at - b.at);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2 || first.at === last.at) return null;
  const span = Math.max(1, last.value - first.value);
  const x = (at: number) => LEFT + ((at - first.at) / (last.at - first.at)) * (RIGHT - LEFT);
  const y = (value: number) => BOTTOM - ((value - first.value) / span) * (BOTTOM - TOP);
  const line = points.map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  const from = `${formatReading(first.value, meter)} on ${formatDateDated(first.date)}`;
  const to = `${formatReading(last.value, meter)} on ${formatDateDated(last.date)}`;
  return (
    <Card>
      <CardHead title="Readings over time" />
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> does not follow the theme
        role="img"
        aria-label={`Readings from ${from} to ${to}. The table below has every one.`}
        className="mx-auto block w-full max-w-140 p-2"
      >
        <path d={`M${LEFT} ${TOP}V${BOTTOM}H${RIGHT}`} fill="none" stroke="var(--line-strong)" strokeWidth="1.5" />
        <polyline points={line} fill="none" stroke="var(--accent)" strokeWidth="3" strokeLinejoin="round" />
        {points.length <= 60 &&
          points.map(({ at, value }) => (
            <circle key={`${at} ${value}`} cx={x(at)} cy={y(value)} r="3.5" fill="var(--accent)" />
          ))}
        <g fill="var(--text)" fontSize="16.5" aria-hidden="true">
          <text x={LEFT - 8} y={TOP + 5} textAnchor="end">
            {formatReading(last.value, 'none')}
          </text>
          <text x={LEFT - 8} y={BOTTOM} textAnchor="end">
            {formatReading(first.value, 'none')}
          </text>
          <text x={LEFT} y={HEIGHT - 10}>
            {formatDateDated(first.date)}
          </text>
          <text x={RIGHT} y={HEIGHT - 10} textAnchor="end">
            {formatDateDated(last.date)}
          </text>
        </g>
      </svg>
    </Card>
  );
}
