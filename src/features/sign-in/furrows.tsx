/** Fields from above, drawn with as few strokes as read as fields. A picture only. */
export function Furrows() {
  return (
    <svg className="hero-pic" viewBox="0 0 600 600" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <pattern id="furrow-a" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(28)">
          <path d="M0 0v14" stroke="var(--pic-line)" strokeWidth="2" />
        </pattern>
        <pattern id="furrow-b" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(100)">
          <path d="M0 0v12" stroke="var(--pic-line)" strokeWidth="2" />
        </pattern>
        <pattern id="furrow-c" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(-14)">
          <path d="M0 0v8" stroke="var(--pic-line)" strokeWidth="2" />
        </pattern>
      </defs>
      <g stroke="var(--pic-hedge)" strokeWidth="5" strokeLinejoin="round">
        <path d="M-10-10h220q4 90-30 190Q80 170-10 190Z" fill="var(--pic-grass)" />
        <path d="M210-10h230q-4 80-26 150-120 34-234 40 34-100 30-190Z" fill="var(--pic-straw)" />
        <path d="M440-10h170v190q-90-30-196-40 22-70 26-150Z" fill="var(--pic-plough)" />
        <path d="M-10 190q90-20 190-10 10 110 56 200-120 24-246-10Z" fill="var(--pic-ley)" />
        <path d="M180 180q114-6 234-40 10 100 50 190-100 56-228 50-46-90-56-200Z" fill="var(--pic-plough)" />
        <path d="M414 140q106 10 196 40v150q-70 10-146 0-40-90-50-190Z" fill="var(--pic-grass)" />
        <path d="M-10 370q126 34 246 10-6 120-40 230H-10Z" fill="var(--pic-straw)" />
        <path d="M236 380q128 6 228-50 20 140-20 280H196q34-110 40-230Z" fill="var(--pic-ley)" />
        <path d="M464 330q76 10 146 0v280H444q40-140 20-280Z" fill="var(--pic-straw)" />
      </g>
      <path d="M-10-10h220q4 90-30 190Q80 170-10 190Z" fill="url(#furrow-a)" />
      <path d="M440-10h170v190q-90-30-196-40 22-70 26-150Z" fill="url(#furrow-c)" />
      <path d="M-10 190q90-20 190-10 10 110 56 200-120 24-246-10Z" fill="url(#furrow-b)" />
      <path d="M180 180q114-6 234-40 10 100 50 190-100 56-228 50-46-90-56-200Z" fill="url(#furrow-c)" />
      <path d="M414 140q106 10 196 40v150q-70 10-146 0-40-90-50-190Z" fill="url(#furrow-b)" />
      <path d="M236 380q128 6 228-50 20 140-20 280H196q34-110 40-230Z" fill="url(#furrow-a)" />
      <path d="M-10 370q126 34 246 10-6 120-40 230H-10Z" fill="url(#furrow-a)" />
      <path d="M464 330q76 10 146 0v280H444q40-140 20-280Z" fill="url(#furrow-b)" />
      <g transform="translate(268 96) rotate(78) scale(1.3)" stroke="var(--on-tag)" strokeWidth="1.5">
        <rect x="-9" y="-6" width="18" height="12" rx="3" fill="var(--tag)" />
        <rect x="-4" y="-4" width="7" height="8" rx="1.5" fill="var(--on-tag)" />
        <path d="M-10-8v16" strokeWidth="2.5" />
      </g>
    </svg>
  );
}
