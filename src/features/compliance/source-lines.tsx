import { needsCheck, type DutyList } from '@/domain/compliance/duties';
import { CHECK_WORDS } from '@/domain/rules/regimes';

type Confidence = DutyList['duties'][number]['confidence'];

/** Where a rule was read, and a warning if that was not the law or an official document. */
export function SourceLines({
  list,
  sources,
  confidence,
}: {
  list: DutyList;
  sources: readonly string[];
  confidence: Confidence;
}) {
  return (
    <>
      {sources.length === 0 ? (
        <span className="text-2 text-muted">No source was read.</span>
      ) : (
        <ul className="grid gap-1 text-2">
          {sources.map((id) => {
            const [title, url, year] = list.sources[id] ?? [id, '', null];
            const words = year === null ? title : `${title}, ${year}`;
            return (
              <li key={id} className="min-w-0 wrap-anywhere">
                {url === '' ? (
                  words
                ) : (
                  <a className="link" href={url} target="_blank" rel="noreferrer">
                    {words}
                  </a>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {needsCheck({ confidence }) && <p className="text-2 text-warning">{CHECK_WORDS}.</p>}
    </>
  );
}
