import { Printer } from 'lucide-react';
import { Link } from 'react-router-dom';
import { NOT_ADVICE } from '@/domain/compliance/compliance-words';
import type { DutyList } from '@/domain/compliance/duties';
import { itemUrl, missingToday, schemeLines } from '@/domain/compliance/inspection';
import { formatDateDated } from '@/domain/core/time';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { SelectField } from '@/ui/forms/field';
import { Card, CardHead } from '@/ui/layout/card';
import { LoadingRows } from '@/ui/lists/list-states';
import { ComplianceBadge } from './compliance-badge';
import { SourceLines } from './source-lines';
import type { ShownItem, useCenter } from './use-center';

/** What is missing if an inspector came today, what a scheme looks at, and rules that change. */
export function InspectionTab({
  center,
  scheme,
  onScheme,
}: {
  center: ReturnType<typeof useCenter>;
  scheme: string;
  onScheme: (scheme: string) => void;
}) {
  const today = useToday();
  // The certificates are the page's: a reader of its own, mounted later, would read those that failed once more.
  const { shown, duties, region } = center;
  const plainCertificates = center.certificates.map(({ certificate }) => certificate);
  const missing = missingToday(shown, plainCertificates, today);
  const schemes = (duties?.schemes ?? []).filter(({ regions }) => regions.includes(region));
  const chosen = schemes.find(({ id }) => id === scheme);
  return (
    <>
      <Card>
        <CardHead title={`Missing today, ${formatDateDated(today)}`}>
          <Button variant="quiet" onClick={() => window.print()}>
            <Printer aria-hidden="true" />
            Print
          </Button>
        </CardHead>
        <div className="grid gap-3 p-4">
          {center.isIncomplete && !center.isLoading && (
            <Banner tone="warn" action={<Button onClick={center.retry}>Try again</Button>}>
              Some records could not be read, so more may be missing than is shown.
            </Banner>
          )}
          {center.isLoading ? (
            <LoadingRows rows={3} />
          ) : shown.length === 0 ? (
            <p className="text-muted">Your list is empty. Add the usual items under “What is due” first.</p>
          ) : missing.length === 0 ? (
            !center.isIncomplete && <p>Nothing on your list is missing. An inspector may ask for more than is on it.</p>
          ) : (
            <ul className="ruled-list">
              {missing.map(({ key, title, sentences, to }) => (
                <li key={key}>
                  <span>
                    <Link className="strong text-text hover:underline" to={to}>
                      {title}
                    </Link>
                    {sentences.map((sentence) => (
                      <small key={sentence}>{sentence}</small>
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          )}
          <p className="hint">{NOT_ADVICE}</p>
        </div>
      </Card>
      {duties && schemes.length > 0 && (
        <Card>
          <CardHead title="What a scheme looks at" />
          <div className="grid gap-4 p-4">
            <SelectField
              label="Scheme or visit"
              value={chosen?.id ?? ''}
              onChange={({ target }) => onScheme(target.value)}
            >
              <option value="">Choose</option>
              {schemes.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </SelectField>
            {chosen && <SchemeList list={duties} scheme={chosen} shown={shown} />}
          </div>
        </Card>
      )}
      {duties && <Changes list={duties} region={region} today={today} />}
    </>
  );
}

function SchemeList({
  list,
  scheme,
  shown,
}: {
  list: DutyList;
  scheme: DutyList['schemes'][number];
  shown: readonly ShownItem[];
}) {
  const titleOf = (duty: string) => list.duties.find(({ id }) => id === duty)?.title ?? duty;
  return (
    <>
      <ul className="ruled-list">
        {schemeLines(scheme, shown).map(({ label, items, missing }) => (
          <li key={label}>
            <span>
              <b>{label}</b>
              {items.map(({ item, state }) => (
                <small key={item.id} className="flex flex-wrap items-center gap-2">
                  <Link className="link" to={itemUrl(item.id)}>
                    {item.title}
                  </Link>
                  <ComplianceBadge state={state} />
                </small>
              ))}
              {missing.map((duty) => (
                <small key={duty}>Not on your list: {titleOf(duty)}.</small>
              ))}
              {items.length + missing.length === 0 && <small>The app has no record for this: keep your own.</small>}
            </span>
          </li>
        ))}
      </ul>
      {scheme.note !== null && <p className="hint">{scheme.note}.</p>}
      <div>
        <h3 className="text-3">Sources</h3>
        <SourceLines list={list} sources={scheme.sources} confidence={scheme.confidence} />
      </div>
    </>
  );
}

/** Rules that change on a date, the earliest date first. */
function Changes({
  list,
  region,
  today,
}: {
  list: DutyList;
  region: DutyList['duties'][number]['regions'][number];
  today: string;
}) {
  const changes = list.changes.filter(({ regions }) => regions.includes(region));
  if (changes.length === 0) return null;
  return (
    <Card>
      <CardHead title="Rules that change" />
      <div className="grid gap-4 p-4">
        {changes
          .toSorted((a, b) => a.date.localeCompare(b.date))
          .map(({ date, what, source, confidence }) => (
            <div key={date + what} className="grid gap-1">
              <Banner tone="note">
                {date > today ? 'From' : 'Since'} {formatDateDated(date)}: {what}
              </Banner>
              <SourceLines list={list} sources={source === null ? [] : [source]} confidence={confidence} />
            </div>
          ))}
      </div>
    </Card>
  );
}
