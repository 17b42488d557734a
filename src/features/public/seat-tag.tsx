/** An ear tag with a number. The first, highlighted, is the account holder's. */
export function SeatTag({ seat }: { seat: number }) {
  const isHolder = seat === 1;
  const ink = isHolder ? 'var(--on-ear-tag)' : 'var(--line-strong)';
  return (
    <svg viewBox="0 0 26 32">
      <path
        d="M13 1.5c2.6 0 4.6 2 4.6 4.4 0 1.5.5 2.4 2 2.9 3 1 4.9 2.6 4.9 6.2v11.2c0 2.6-1.9 4.3-4.5 4.3H6c-2.6 0-4.5-1.7-4.5-4.3V15c0-3.6 1.9-5.2 4.9-6.2 1.5-.5 2-1.4 2-2.9 0-2.4 2-4.4 4.6-4.4Z"
        fill={isHolder ? 'var(--ear-tag)' : 'var(--raised)'}
        stroke={ink}
      />
      <circle cx="13" cy="5.900" r="1.600" fill={ink} />
      <text
        x="13"
        y="24.500"
        textAnchor="middle"
        fontSize="11"
        fontWeight="700"
        fill={isHolder ? 'var(--on-ear-tag)' : 'var(--text)'}
      >
        {seat}
      </text>
    </svg>
  );
}
