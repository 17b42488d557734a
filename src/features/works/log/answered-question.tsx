import { Link } from 'react-router-dom';

/** The answer to a previous question, with a link to change it. */
export function AnsweredQuestion({ above, title, to }: { above: string; title: string; to: string }) {
  return (
    <div className="flex min-h-15 items-center gap-3 rounded-2 border-(length:--hair) border-line bg-raised py-1 pl-4">
      <p className="min-w-0 flex-1 leading-tight">
        <span className="block text-2 text-muted">{above}</span>
        <strong className="text-4">{title}</strong>
      </p>
      <Link to={to} className="btn btn-quiet" aria-label={`Change ${title}`}>
        Change
      </Link>
    </div>
  );
}
