/** Hills seen from the road: a hedge, furrows, a gate, one yellow tractor. Decorative. */
export function HillStrip({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 1440 200" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <path d="M0 120Q220 60 470 96 760 20 1010 82 1250 40 1440 92V200H0Z" fill="var(--pic-ley)" />
      <path
        d="M470 96Q760 20 1010 82 900 110 760 128 600 120 470 96Z"
        fill="var(--pic-straw)"
        stroke="var(--pic-hedge)"
        strokeWidth="2"
      />
      <g fill="none" stroke="var(--pic-hedge)" strokeLinecap="round">
        <path d="M0 120Q220 60 470 96 760 20 1010 82 1250 40 1440 92" strokeWidth="3" />
        <path
          d="M0 119Q220 59 470 95 760 19 1010 81 1250 39 1440 91"
          strokeWidth="12"
          strokeDasharray="0 43 0 96 0 27 0 148"
        />
      </g>
      <path d="M0 152Q340 96 700 138 1080 178 1440 122V200H0Z" fill="var(--pic-grass)" />
      <path d="M700 138Q1080 178 1440 122V200H560Q610 164 700 138Z" fill="var(--pic-plough)" />
      <g fill="none" stroke="var(--pic-line)" strokeWidth="2">
        <path d="M610 200Q660 168 738 142M690 200Q724 170 786 147M772 200Q792 174 836 151M856 200Q866 178 890 155M942 200Q944 180 948 157M1030 200Q1026 180 1012 158M1120 200Q1104 178 1078 158M1212 200Q1186 174 1146 156M1304 200Q1264 170 1216 152M1396 200Q1346 164 1288 146M1470 190Q1420 158 1356 137" />
      </g>
      <g fill="none" stroke="var(--pic-hedge)" strokeLinecap="round">
        <path d="M0 152Q340 96 700 138 1080 178 1440 122" strokeWidth="3" />
        <path d="M0 151Q340 95 700 137" strokeWidth="15" strokeDasharray="0 38 0 64 0 25" />
      </g>
      <g transform="translate(968 112)" stroke="var(--on-ear-tag)" strokeWidth="2.500" strokeLinejoin="round">
        <path d="M-46 38l-18 6M-46 34l-26 4" strokeWidth="3" />
        <path d="M-34 30V6h26l7 14h26v16h-59Z" fill="var(--ear-tag)" />
        <path d="M-28 20V11h15l4 9Z" fill="var(--raised)" />
        <path d="M17 20V6" strokeWidth="3" />
        <circle cx="-22" cy="36" r="16" fill="var(--on-ear-tag)" />
        <circle cx="-22" cy="36" r="6" fill="var(--ear-tag)" stroke="none" />
        <circle cx="18" cy="41" r="10" fill="var(--on-ear-tag)" />
        <circle cx="18" cy="41" r="3.500" fill="var(--ear-tag)" stroke="none" />
      </g>
      <g fill="none" stroke="var(--pic-hedge)" strokeWidth="4" strokeLinecap="round">
        <path d="M196 136v44M286 128v46M196 142l90-8M196 153l90-8M196 164l90-7M196 175l90-7M196 175l90-34" />
      </g>
    </svg>
  );
}
