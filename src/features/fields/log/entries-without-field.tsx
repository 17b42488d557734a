import { Link } from 'react-router-dom';
import { counted } from '@/domain/core/word-list';
import { ACTIVITY_WORDS } from '@/domain/fields/activity';
import { UNKNOWN_FIELD } from '@/features/fields/fields-address';
import type { Activity, Harvest } from '@/records/field-activities';
import { Banner } from '@/ui/feedback/banner';

const PROBLEM_WORDS = { deleted: 'the field was deleted', archived: 'the field is archived' };

/** Entries whose field was deleted or archived before they arrived, with links to choose another field for each. */
export function EntriesWithoutField({
  activities,
  harvests,
}: {
  activities: readonly Activity[];
  harvests: readonly Harvest[];
}) {
  const entries = [
    ...activities.map((one) => ({
      ...one,
      title: ACTIVITY_WORDS[one.activityType],
      to: `/fields/${UNKNOWN_FIELD}/activity/${one.id}`,
    })),
    ...harvests.map((one) => ({
      ...one,
      title: `Harvest of ${one.product}`,
      to: `/fields/${UNKNOWN_FIELD}/harvest/${one.id}`,
    })),
  ];
  if (entries.length === 0) return null;
  return (
    <Banner tone="warn">
      <p>
        {counted(entries.length, 'entry belongs', 'entries belong')} to a field that is not in use. Choose the right
        one.
      </p>
      <ul>
        {entries.map(({ id, title, to, fieldName, fieldProblem, createdByName }) => (
          <li key={id}>
            <Link className="link inline-flex min-h-12 items-center" to={to}>
              {title}, {fieldName}, by {createdByName}
            </Link>
            {fieldProblem && ` – ${PROBLEM_WORDS[fieldProblem]}`}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
